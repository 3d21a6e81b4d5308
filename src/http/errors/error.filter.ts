import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EdiError } from '../../common/edi-error';
import type { ErrorCode } from '../../common/error-catalogue';
import { OVERLOAD_RETRY_SECONDS } from '../limits/large-records';
import { RequestNotes } from '../logging/request-notes';
import { ServiceLog } from '../logging/service-log';
import { errorAnswer } from './error-answer';
import { isOwnFault } from './error-body';
import { PathMethods } from './path-methods';
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
    private readonly methods: PathMethods,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = this.wrongMethod(request, reply) ?? toRequestError(thrown);
    const note = this.notes.of(request);
    // What was logged already stays: a request that is ended fails once more.
    note.errorCode ??= error.code;
    // Work ends by the abort of its client; nothing failed.
    if (isOwnFault(error) && !reply.raw.destroyed) this.log.failure(error, request.id);
    if (reply.sent) return;
    if (COME_AGAIN.has(error.code) && !reply.hasHeader('retry-after')) void reply.header('retry-after', String(OVERLOAD_RETRY_SECONDS));
    const { contentType, body } = errorAnswer(request, error, note.fileName);
    void reply.code(error.status).header('content-type', contentType).send(body);
  }

  /** Gives the error for a path that has operations of other methods only, and sets its header. */
  private wrongMethod(request: FastifyRequest, reply: FastifyReply): EdiError | undefined {
    const allowed = request.is404 ? this.methods.of(request.url).join(', ') : '';
    if (allowed === '') return undefined;
    if (!reply.sent) void reply.header('allow', allowed);
    return new EdiError('EDI_METHOD_NOT_ALLOWED', `The path has no operation of this method. Allowed: ${allowed}. /api/docs lists the paths and methods.`);
  }
}
