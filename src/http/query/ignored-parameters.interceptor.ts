import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { ClassConstructor } from 'class-transformer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { noteIgnored } from './ignored-names';
import { ignoredParameters } from './query.pipe';

/** Names unknown query parameters in a response header, also when the request is then refused. */
export class IgnoredParametersInterceptor implements NestInterceptor {
  constructor(private readonly type: ClassConstructor<object>) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const names = ignoredParameters(this.type, http.getRequest<FastifyRequest>().query);
    if (names.length > 0) noteIgnored(http.getResponse<FastifyReply>(), names);
    return next.handle();
  }
}
