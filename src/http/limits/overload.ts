import underPressure from '@fastify/under-pressure';
import { Inject, Injectable } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EdiError } from '../../common/edi-error';
import { MONOTONIC_CLOCK, type MonotonicClock } from '../clocks';
import { errorAnswer } from '../errors/error-answer';
import { RequestNotes } from '../logging/request-notes';
import { ServiceSettings } from '../settings/service-settings';
import { bringsWork, ConversionSlots, type ReleaseSlot, SlotRefusal } from './conversion-slots';

/** When a refused client may come again: pressure is measured every three seconds. */
export const OVERLOAD_RETRY_SECONDS = 3;

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
