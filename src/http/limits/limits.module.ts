import underPressure from '@fastify/under-pressure';
import { Inject, Injectable, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EdiError } from '../../common/edi-error';
import { MONOTONIC_CLOCK, type MonotonicClock } from '../clocks';
import { errorAnswer, OVERLOAD_RETRY_SECONDS } from '../errors/errors';
import { LoggingModule } from '../logging/logging.module';
import { RequestNotes } from '../logging/request-notes';
import { ServiceLog } from '../logging/service-log';
import { ServiceSettings } from '../settings/service-settings';
import { ClientWatch } from './client-watch';
import { bringsWork, ConversionSlots, type ReleaseSlot, SlotRefusal } from './conversion-slots';

/** Divides the memory of the service among requests whose records are large: a bounded number of them is read at a time, the others wait. */
@Injectable()
export class LargeRecords {
  private readonly slots: ConversionSlots;

  constructor(settings: ServiceSettings, @Inject(MONOTONIC_CLOCK) clock: MonotonicClock) {
    const { CLEARLOOP_MAX_LARGE_RECORDS: running, CLEARLOOP_MAX_CONVERSIONS: waiting, CLEARLOOP_WAIT_SECONDS: seconds } = settings;
    this.slots = new ConversionSlots({ running, holding: running, waiting, waitMilliseconds: seconds * 1000 }, clock);
  }

  /** Resolves when reading of the record may continue; call the result when the record was written. Throws EDI_SERVICE_OVERLOADED. */
  async admit(signal: AbortSignal): Promise<ReleaseSlot> {
    return this.slots.acquire(signal).catch((error: unknown) => {
      throw error instanceof SlotRefusal ? overloaded() : error;
    });
  }
}

/** The error of a request that the service has no memory or time for now. */
export function overloaded(): EdiError {
  return new EdiError('EDI_SERVICE_OVERLOADED', `The service has no memory or time for the request now. Send it again in ${OVERLOAD_RETRY_SECONDS} s.`);
}

/** Long enough that a single long piece of work, such as the first use of a guide, is no pressure. */
const SAMPLE_MILLISECONDS = 3_000;

/** Refuses requests with input while the event loop is late or memory is short. Everything else, such as the health check, is answered. */
export async function shedLoad(app: NestFastifyApplication, settings: ServiceSettings): Promise<void> {
  const notes = app.get(RequestNotes);
  const pressureHandler = (request: FastifyRequest, reply: FastifyReply): void => {
    if (!bringsWork(request)) return;
    const error = overloaded();
    notes.of(request).errorCode = error.code;
    const { contentType, body } = errorAnswer(request, error, undefined);
    void reply
      .code(error.status)
      .headers({ 'content-type': contentType, 'retry-after': String(OVERLOAD_RETRY_SECONDS) })
      .send(body);
  };
  await app.register(underPressure, {
    sampleInterval: SAMPLE_MILLISECONDS,
    maxEventLoopDelay: settings.CLEARLOOP_MAX_EVENT_LOOP_DELAY,
    maxRssBytes: settings.CLEARLOOP_MAX_RSS_BYTES,
    pressureHandler,
  });
}

/** Limits of all requests together. */
@Module({
  imports: [LoggingModule],
  providers: [
    { provide: ConversionSlots, inject: [ServiceSettings, MONOTONIC_CLOCK], useFactory: slotsOf },
    { provide: ClientWatch, inject: [ServiceSettings, RequestNotes, ServiceLog], useFactory: watchOf },
    LargeRecords,
  ],
  exports: [ConversionSlots, ClientWatch, LargeRecords],
})
export class LimitsModule {}

function slotsOf(settings: ServiceSettings, clock: MonotonicClock): ConversionSlots {
  const { CLEARLOOP_MAX_CONVERSIONS: running, CLEARLOOP_MAX_PARSES: holding, CLEARLOOP_MAX_WAITING: waiting, CLEARLOOP_WAIT_SECONDS: seconds } = settings;
  return new ConversionSlots({ running, holding, waiting, waitMilliseconds: seconds * 1000 }, clock);
}

function watchOf(settings: ServiceSettings, notes: RequestNotes, log: ServiceLog): ClientWatch {
  const { CLEARLOOP_CLIENT_SECONDS: seconds, CLEARLOOP_CLIENT_BYTES_PER_SECOND: bytesPerSecond } = settings;
  return new ClientWatch({ seconds, bytesPerSecond }, notes, log);
}
