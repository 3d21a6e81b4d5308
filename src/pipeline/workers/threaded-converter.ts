import { MessageChannel } from 'node:worker_threads';
import { EdiError } from '../../common/edi-error';
import { withOrigin } from '../../common/error-origin';
import type { Issue } from '../../common/issue';
import type { EdiSource, EdiSources } from '../../io/edi-source';
import type { Conversion, ConversionOptions, ConversionSummary, Converter, FileChunk, FilesConversion, ValidationOptions } from '../conversion.types';
import { checkConversion } from '../convert';
import type { Engine } from '../engine';
import type { PulledChunk, ThreadOperation } from './conversion-task';
import type { PartError } from './part-task';
import { PortCalls } from './port-calls';

/**
 * A converter whose conversions run whole in a worker thread, so that this thread only passes bytes on: for sources that can be read once, such as
 * uploads. The output is that of the engine. While all threads are busy, the engine converts in this thread.
 */
export class ThreadedConverter implements Pick<Converter, ThreadOperation> {
  private running = 0;

  /** `threads` is the number of conversions in threads at the same time. */
  constructor(
    private readonly engine: Engine,
    private readonly threads: number,
  ) {}

  convert(sources: EdiSources, options: ConversionOptions = {}): Conversion {
    if (this.isBusy) return this.engine.convert(sources, options);
    const here = checkConversion(this.engine.context, 'convert', withoutIssues(options));
    return { ...here, [Symbol.asyncIterator]: () => bytesOf(this.chunks('convert', { summary: here.summary, sources, options })) };
  }

  convertToFiles(sources: EdiSources, options: ConversionOptions = {}): FilesConversion {
    if (this.isBusy) return this.engine.convertToFiles(sources, options);
    const here = checkConversion(this.engine.context, 'convertToFiles', withoutIssues(options));
    return { ...here, [Symbol.asyncIterator]: () => this.chunks('convertToFiles', { summary: here.summary, sources, options }) };
  }

  validate(sources: EdiSources, options: ValidationOptions = {}): Conversion {
    if (this.isBusy) return this.engine.validate(sources, options);
    const here = this.engine.validate(sources, withoutIssues(options));
    return { ...here, [Symbol.asyncIterator]: () => bytesOf(this.chunks('validate', { summary: here.summary, sources, options })) };
  }

  private get isBusy(): boolean {
    return this.engine.context.workers === undefined || this.running >= this.threads;
  }

  private async *chunks(operation: ThreadOperation, given: Given): AsyncGenerator<FileChunk, void, undefined> {
    this.running++;
    try {
      yield* this.inThread(operation, given);
    } finally {
      this.running--;
    }
  }

  private async *inThread(operation: ThreadOperation, { summary: total, sources, options }: Given): AsyncGenerator<FileChunk, void, undefined> {
    const { workers, onError } = this.engine.context;
    const { signal, onIssue, admitLargeRecord, workers: _workers, ...plain } = options;
    const input = new Input(sources);
    const { port1, port2 } = new MessageChannel();
    const calls = new PortCalls(port1, {
      ...input.answers,
      ...admissions(admitLargeRecord),
      issue: ({ issue, fileName }: { readonly issue: Issue; readonly fileName: string }) => onIssue?.(issue, fileName),
      error: ({ code, message, fileName, origin }: PartError) => onError?.(new EdiError(code, message, withOrigin(origin)), fileName),
    });
    const task = { operation, options: plain, wantsIssues: onIssue !== undefined, admitsRecords: admitLargeRecord !== undefined, port: port2 };
    const run = workers?.converse(this.threads, task).catch((error: unknown) => calls.fail(error));
    const onAbort = (): void => {
      calls.notify('stop');
      calls.fail(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort);
    try {
      for (;;) {
        signal?.throwIfAborted();
        const { summary, file, bytes } = asChunk(await calls.call('pull'));
        Object.assign(total, summary);
        if (bytes === undefined) return;
        yield { file, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) };
      }
    } finally {
      signal?.removeEventListener('abort', onAbort);
      calls.notify('close');
      await input.close();
      await run;
      calls.close();
    }
  }
}

/** This thread only checks the options: the other one reports the issues. */
const withoutIssues = <O extends ValidationOptions>({ onIssue: _onIssue, ...options }: O): Omit<O, 'onIssue'> => options;

/** A conversion that was asked for, with the summary that its caller sees. */
interface Given {
  readonly summary: ConversionSummary;
  readonly sources: EdiSources;
  readonly options: ConversionOptions;
}

async function* bytesOf(chunks: AsyncIterable<FileChunk>): AsyncGenerator<Buffer, void, undefined> {
  for await (const { bytes } of chunks) yield bytes;
}

/** The input of a conversion in another thread, read here. */
class Input {
  private readonly sources: AsyncIterator<EdiSource, unknown> | Iterator<EdiSource, unknown>;
  private source: EdiSource | undefined;
  private bytes: AsyncIterator<Uint8Array, unknown> | undefined;

  constructor(sources: EdiSources) {
    this.sources = Symbol.asyncIterator in sources ? sources[Symbol.asyncIterator]() : sources[Symbol.iterator]();
  }

  readonly answers = {
    nextSource: async () => {
      const { done, value } = await this.sources.next();
      if (done === true) return undefined;
      const { name, url, lastModifiedDateTime } = (this.source = value);
      return { name, ...(url === undefined ? {} : { url }), ...(lastModifiedDateTime === undefined ? {} : { lastModifiedDateTime }) };
    },
    read: async () => {
      this.bytes ??= this.source?.open()[Symbol.asyncIterator]();
      const next = await this.bytes?.next();
      return { bytes: next === undefined || next.done === true ? undefined : Uint8Array.from(next.value) };
    },
    closeSource: async () => this.closeSource(),
  };

  async close(): Promise<void> {
    await this.closeSource();
    await this.sources.return?.();
  }

  private async closeSource(): Promise<void> {
    const { bytes } = this;
    this.bytes = undefined;
    await bytes?.return?.();
  }
}

function admissions(admitLargeRecord: ConversionOptions['admitLargeRecord']): {
  readonly admit: () => Promise<number>;
  readonly release: (record: number) => void;
} {
  const releases = new Map<number, () => void>();
  let last = 0;
  return {
    admit: async () => {
      const release = await admitLargeRecord?.();
      if (release) releases.set(++last, release);
      return last;
    },
    release: (record) => {
      releases.get(record)?.();
      releases.delete(record);
    },
  };
}

/** Both ends are of one version. */
function asChunk(value: unknown): PulledChunk {
  return value as PulledChunk;
}
