import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { EdiError } from '../../common/edi-error';
import { prefersJson } from '../answer-form';
import { errorBody } from './error-body';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the operation answers errors; as an `ErrorBody` when absent. */
    readonly errorForm?: 'text';
  }
}

/**
 * Declares that an operation answers every error with one line of text, `ERROR: message`, to clients that do not ask for JSON. It is said of the
 * route, so that it also holds for what fails before the operation is reached.
 */
export function ErrorsAsText(): MethodDecorator {
  return RouteConfig({ errorForm: 'text' });
}

/** An error as it is sent. */
export interface ErrorAnswer {
  readonly contentType: string;
  readonly body: string | object;
}

/** Gives the answer for an error in the form that the operation of the request has. */
export function errorAnswer(request: FastifyRequest, error: EdiError, fileName: string | undefined): ErrorAnswer {
  const body = errorBody(error, fileName);
  if (request.routeOptions.config.errorForm === 'text' && !prefersJson(request.raw))
    return { contentType: 'text/plain; charset=utf-8', body: `ERROR: ${body.message}` };
  return { contentType: 'application/json; charset=utf-8', body };
}
