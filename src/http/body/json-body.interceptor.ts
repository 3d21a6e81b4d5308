import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { EdiError } from '../../common/edi-error';
import { validatedNames } from '../validation/allowed-values';
import { noteIgnored } from '../validation/ignored-parameters.interceptor';
import { inviteBody, readAhead } from './request-bytes';

/** A request that is a list of names, and no data. */
const MAX_JSON_BYTES = 1_000_000;

const MAX_SHOWN_LENGTH = 40;

const JSON_TYPE = /^application\/(json|[a-z.+-]+\+json)\s*(;|$)/i;

/**
 * Makes the interceptor that reads the body of a small request as a JSON object, so that `@Body()` gets it and the pipe of all operations checks it by its class. Bodies are
 * streams everywhere else. It throws EDI_UNSUPPORTED_MEDIA_TYPE, EDI_BODY_TOO_LARGE and EDI_BAD_PARAMETER, also for properties that the class does not have: a misspelt one
 * would be ignored.
 */
export function jsonBodyOf(bodyClass: new () => object): new () => NestInterceptor {
  @Injectable()
  class JsonBodyInterceptor implements NestInterceptor {
    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const http = context.switchToHttp();
      const request = http.getRequest<FastifyRequest>();
      if (!JSON_TYPE.test(request.headers['content-type'] ?? ''))
        throw new EdiError('EDI_UNSUPPORTED_MEDIA_TYPE', 'The content type of the request cannot be read. Send JSON as application/json.');
      noteIgnored(http.getResponse<FastifyReply>(), Object.keys(asObject(request.query)));
      const body = parseObject(await textOf(request));
      refuseUnknown(body, validatedNames(bodyClass));
      request.body = body;
      return next.handle();
    }
  }
  return JsonBodyInterceptor;
}

function refuseUnknown(body: object, known: readonly string[]): void {
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const shown = unknown.slice(0, MAX_SHOWN_LENGTH);
  throw new EdiError('EDI_BAD_PARAMETER', `The body has the property "${shown}", which the operation does not know. Allowed: ${known.join(', ')}.`);
}

const asObject = (query: unknown): object => (typeof query === 'object' && query !== null ? query : {});

async function textOf({ raw, headers }: FastifyRequest): Promise<string> {
  if (headers['content-encoding'] !== undefined) throw new EdiError('EDI_UNSUPPORTED_MEDIA_TYPE', 'Send this request without a content encoding.');
  inviteBody(raw);
  const chunks: Uint8Array[] = [];
  let count = 0;
  for await (const chunk of readAhead(raw)) {
    count += chunk.length;
    if (count > MAX_JSON_BYTES)
      throw new EdiError('EDI_BODY_TOO_LARGE', `The request has more than ${MAX_JSON_BYTES} bytes. Name folders or patterns instead of files.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseObject(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new EdiError('EDI_BAD_PARAMETER', 'The body is no JSON.', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new EdiError('EDI_BAD_PARAMETER', 'The body must be one JSON object.');
  return value;
}
