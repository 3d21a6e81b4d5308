import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { isInstalled } from '../../common/optional-part';
import type { Converter } from '../../pipeline/conversion.types';
import type { Engine } from '../../pipeline/engine';
import { CONVERTER } from '../../pipeline/pipeline.tokens';
import { ThreadedConverter } from '../../pipeline/workers/threaded-converter';
import { ServiceSettings } from '../settings/service-settings';
import type { EdiExchange } from './edi-exchange';

/** Smaller bodies are converted before a thread has started. */
const MIN_THREAD_BYTES = 8_000_000;

/** A thread for each core, where the package for threads is installed. */
const usualThreads = (): number => (isInstalled('piscina') ? availableParallelism() : 0);

/** Chooses where a request is converted: large bodies in worker threads, so that the thread of the requests is free for others. */
@Injectable()
export class RequestConverters {
  private readonly threads: ThreadedConverter;

  constructor(
    @Inject(CONVERTER) private readonly engine: Engine,
    { CLEARLOOP_WORKERS: workers }: ServiceSettings,
  ) {
    this.threads = new ThreadedConverter(engine, workers === 'auto' ? usualThreads() : workers);
  }

  of({ bodyBytes = 0 }: EdiExchange): Pick<Converter, 'convert' | 'convertToFiles' | 'validate'> {
    return bodyBytes > MIN_THREAD_BYTES ? this.threads : this.engine;
  }
}
