import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { ClassConstructor } from 'class-transformer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { ignoredParameters } from './query.pipe';

/** Response header that names the query parameters which the operation does not know. */
export const IGNORED_HEADER = 'X-Clearloop-Ignored';

const LONGEST_HEADER = 1_000;

/** Names unknown query parameters in a response header, also when the request is then refused. */
export class IgnoredParametersInterceptor implements NestInterceptor {
  constructor(private readonly type: ClassConstructor<object>) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const names = ignoredParameters(this.type, http.getRequest<FastifyRequest>().query);
    if (names.length > 0) http.getResponse<FastifyReply>().header(IGNORED_HEADER, headerText(names));
    return next.handle();
  }
}

/** Percent-encodes what a header cannot carry; the way over UTF-8 replaces lone surrogates, which cannot be encoded. */
function headerText(names: readonly string[]): string {
  return names
    .map((name) => encodeURIComponent(Buffer.from(name).toString()))
    .join(', ')
    .slice(0, LONGEST_HEADER);
}
