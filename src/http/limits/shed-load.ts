import underPressure from '@fastify/under-pressure';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorAnswer } from '../errors/error-answer';
import { RequestNotes } from '../logging/request-notes';
import type { ServiceSettings } from '../settings/service-settings';
import { bringsWork } from './brings-work';
import { OVERLOAD_RETRY_SECONDS, overloaded } from './large-records';

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
