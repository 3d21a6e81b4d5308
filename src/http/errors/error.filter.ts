import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../common/error-catalogue';
import { OVERLOAD_RETRY_SECONDS } from '../limits/large-records';
import { RequestNotes } from '../logging/request-notes';
import { ServiceLog } from '../logging/service-log';
import { errorAnswer } from './error-answer';
import { isOwnFault } from './error-body';
import { toRequestError } from './request-error';

/** Errors of a service that has too much to do at the moment. */
const COME_AGAIN: ReadonlySet<ErrorCode> = new Set(['EDI_SERVICE_BUSY', 'EDI_SERVICE_OVERLOADED', 'EDI_SEARCH_TIMEOUT']);

/** Answers every failed request in the form of its operation, and logs what the service itself is to blame for. */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter<unknown> {
  constructor(
    private readonly notes: RequestNotes,
    private readonly log: ServiceLog,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = toRequestError(thrown);
    const note = this.notes.of(request);
    // What was told to the log already stays: a request that is ended fails once more.
    note.errorCode ??= error.code;
    // Work ends by the abort of its client; nothing failed.
    if (isOwnFault(error) && !reply.raw.destroyed) this.log.failure(error, request.id);
    if (reply.sent) return;
    if (COME_AGAIN.has(error.code) && !reply.hasHeader('retry-after')) void reply.header('retry-after', String(OVERLOAD_RETRY_SECONDS));
    const { contentType, body } = errorAnswer(request, error, note.fileName);
    void reply.code(error.status).header('content-type', contentType).send(body);
  }
}
