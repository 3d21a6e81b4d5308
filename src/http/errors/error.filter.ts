import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable, Inject } from '@nestjs/common';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { EdiError } from '../../common/edi-error';
import type { ErrorCode } from '../../common/error-catalogue';
import type { Converter } from '../../pipeline/conversion.types';
import { CONVERTER } from '../../pipeline/pipeline.tokens';
import { OVERLOAD_RETRY_SECONDS } from '../limits/overload';
import { RequestNotes } from '../logging/request-notes';
import { ServiceLog } from '../logging/service-log';
import { errorAnswer, isOwnFault, toRequestError } from './error-answer';

interface Route {
  readonly path: RegExp;
  readonly methods: readonly string[];
}

/** The methods that the paths of the service have: for requests with another one. */
@Injectable()
export class PathMethods {
  private readonly routes: Route[] = [];

  constructor(@Inject(CONVERTER) private readonly converter: Converter) {}

  /** Notes a route of the service. Handlers of every path, such as CORS preflights, are no routes. */
  add({ url, method }: Pick<RouteOptions, 'url' | 'method'>): void {
    if (url === '*' || url === '/*') return;
    const pattern = url
      .replace(/\/+$/, '')
      .replace(/[.+?^$()[\]{}|\\]/g, '\\$&')
      .replace(/:(\w+)/g, '(?<$1>[^/]+)')
      .replace(/\*$/, '.*');
    this.routes.push({ path: new RegExp(`^${pattern}/*$`), methods: [method].flat() });
  }

  /** Returns the methods of a path, sorted; none for a path that the service does not have. */
  of(url: string): readonly string[] {
    const path = url.replace(/[?#].*$/s, '').replace(/\/+/g, '/');
    const methods = this.routes.flatMap((route) => (this.isMeant(route.path.exec(path)) ? route.methods : []));
    return [...new Set(methods)].sort();
  }

  /** A format that no plugin brings is no part of a path. */
  private isMeant(match: RegExpExecArray | null): boolean {
    if (match === null) return false;
    const format = match.groups?.['format'];
    return format === undefined || this.converter.formatList?.().some(({ id }) => id === format) === true;
  }
}

/** Errors of a service that has too much to do at the moment. */
const COME_AGAIN: ReadonlySet<ErrorCode> = new Set(['EDI_SERVICE_BUSY', 'EDI_SERVICE_OVERLOADED', 'EDI_SEARCH_TIMEOUT']);

/** Answers every failed request in the form of its operation, and logs failures of the service itself. */
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
    // A request that is ended fails once more; its first log line remains.
    note.errorCode ??= error.code;
    // Work ends by the abort of its client; nothing failed.
    if (isOwnFault(error) && !reply.raw.destroyed) this.log.failure(error, request.id);
    if (reply.sent) return;
    if (COME_AGAIN.has(error.code) && !reply.hasHeader('retry-after')) void reply.header('retry-after', String(OVERLOAD_RETRY_SECONDS));
    const { contentType, body } = errorAnswer(request, error, note.fileName);
    void reply.code(error.status).header('content-type', contentType).send(body);
  }

  /** Returns the error for a path that has operations of other methods only, and sets its header. */
  private wrongMethod(request: FastifyRequest, reply: FastifyReply): EdiError | undefined {
    const allowed = request.is404 ? this.methods.of(request.url).join(', ') : '';
    if (allowed === '') return undefined;
    if (!reply.sent) void reply.header('allow', allowed);
    return new EdiError('EDI_METHOD_NOT_ALLOWED', `The path has no operation of this method. Allowed: ${allowed}. /api/docs lists the paths and methods.`);
  }
}
