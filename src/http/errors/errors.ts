import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject, Injectable } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { EdiError, toEdiError } from '../../common/edi-error';
import type { ErrorCode } from '../../common/error-catalogue';
import type { Converter } from '../../pipeline/conversion.types';
import { CONVERTER } from '../../pipeline/pipeline.tokens';
import { prefersJson } from '../headers';
import { RequestNotes } from '../logging/request-notes';
import { ServiceLog } from '../logging/service-log';

/** Body of error answers, except those of operations with `@ErrorsAsText()`, and the shape of an in-band error in a stream that has begun. */
export class ErrorBody {
  readonly objectType = 'ERROR' as const;

  /** Stable code, for programs. */
  readonly code: ErrorCode;

  /** The error, its place, and the next step. */
  readonly message: string;

  /** Name of the file, when the request has one. */
  readonly fileName?: string;

  constructor(code: ErrorCode, message: string, fileName?: string) {
    this.code = code;
    this.message = message;
    if (fileName !== undefined) this.fileName = fileName;
  }
}

const OWN_FAULT = 'Clearloop failed. The log of the service has the cause, under the id that the header x-request-id gives.';

const NO_ROOM =
  'The service cannot store an answer that waits on disk: its folder for temporary files is full or cannot be written. The log of the service names it, under the id that the header x-request-id gives.';

/** True for failures of the service itself, except for its shutdown. */
export function isOwnFault({ status }: EdiError): boolean {
  return status >= 500 && status !== 503;
}

/** Returns the body for an error. What concerns the inside of the service stays inside. */
export function errorBody(error: EdiError, fileName?: string): ErrorBody {
  const { code, message } = error;
  if (!isOwnFault(error)) return new ErrorBody(code, message, fileName);
  return new ErrorBody(code, code === 'EDI_OUTPUT_FAILED' ? NO_ROOM : OWN_FAULT, fileName);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the operation answers errors; as an `ErrorBody` when absent. */
    readonly errorForm?: 'text';
  }
}

/**
 * Declares that an operation answers every error with one line of text, `ERROR: message`, unless the client accepts JSON. It is metadata of the route, so that
 * it also applies to failures before the operation is reached.
 */
export function ErrorsAsText(): MethodDecorator {
  return RouteConfig({ errorForm: 'text' });
}

/** An error as it is sent. */
export interface ErrorAnswer {
  readonly contentType: string;
  readonly body: string | object;
}

/** Returns the answer for an error in the form that the operation of the request has. */
export function errorAnswer(request: FastifyRequest, error: EdiError, fileName: string | undefined): ErrorAnswer {
  const body = errorBody(error, fileName);
  if (request.routeOptions.config.errorForm === 'text' && !prefersJson(request.raw))
    return { contentType: 'text/plain; charset=utf-8', body: `ERROR: ${body.message}` };
  return { contentType: 'application/json; charset=utf-8', body };
}

/** What Nest and Fastify refuse by themselves, in the words of the service. */
const CODE_BY_STATUS: Readonly<Record<number, { readonly code: ErrorCode; readonly message: string }>> = {
  400: { code: 'EDI_BAD_PARAMETER', message: 'The request cannot be read. Check its path, headers and parameters.' },
  403: { code: 'EDI_NOT_FOUND', message: 'There is no such file. /api/docs is the page of the OpenAPI document.' },
  404: { code: 'EDI_NOT_FOUND', message: 'There is no such operation. /api/docs lists the paths and methods.' },
  405: { code: 'EDI_METHOD_NOT_ALLOWED', message: 'The path has no operation of this method. /api/docs lists the paths and methods.' },
  413: { code: 'EDI_BODY_TOO_LARGE', message: 'The request is larger than the service reads.' },
  414: { code: 'EDI_BAD_PARAMETER', message: 'The address of the request is too long.' },
  415: { code: 'EDI_UNSUPPORTED_MEDIA_TYPE', message: 'The content type of the request cannot be read. Send EDI as text/plain.' },
};

/** Returns any failure of a request as an EdiError. Messages of frameworks are left out, because they may repeat parts of a request. */
export function toRequestError(error: unknown): EdiError {
  if (error instanceof EdiError) return error;
  const known = CODE_BY_STATUS[statusOf(error) ?? 500];
  return known === undefined ? toEdiError(error) : new EdiError(known.code, known.message, { cause: error });
}

/** Fastify marks its errors with a status; an error of a library may carry one as well, so only errors of Fastify are believed. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  // What serves the page of the OpenAPI document refuses paths that lead out of its folder by an error without a code.
  if (!('code' in error)) return error.statusCode === 403 ? 403 : undefined;
  return String(error.code).startsWith('FST_') && typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

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

/** When a refused client may come again: pressure is measured every three seconds. */
export const OVERLOAD_RETRY_SECONDS = 3;

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
    const known = toRequestError(thrown);
    // A request that was refused before, for its key or its host, learns nothing of the path.
    const error = (known.code === 'EDI_NOT_FOUND' ? this.wrongMethod(request, reply) : undefined) ?? known;
    const note = this.notes.of(request);
    // Work ends by the abort of its client; nothing failed.
    if (isOwnFault(error) && reply.raw.destroyed) return;
    // A request that is ended fails once more; its first log line remains.
    note.errorCode ??= error.code;
    if (isOwnFault(error)) this.log.failure(error, request.id);
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
