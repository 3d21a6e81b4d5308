import { ApiResponse, type OpenAPIObject } from '@nestjs/swagger';
import { schemaRef } from '../../mapping/record-schemas';
import { API_KEY_HEADER } from '../auth/api-key';
import { needsKeyEverywhere, openRoutes, API_KEY_SCHEME } from '../auth/api-key.guard';
import type { ServiceSettings } from '../settings/service-settings';
import { IGNORED_HEADER } from '../validation/ignored-parameters.interceptor';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;
type Response = Operation['responses'][string];
type Content = NonNullable<NonNullable<Exclude<Response, { $ref: string }>>['content']>;

const ERROR_BODY = { 'application/json': { schema: schemaRef('ErrorBody') } };

const ERROR_LINE = { 'text/plain': { schema: { type: 'string', example: 'ERROR: what is wrong, where, and what to do next' } } };

/** Documents an error answer of an operation. */
export function failure(status: number, description: string): MethodDecorator & ClassDecorator {
  return ApiResponse({ status, description, content: ERROR_BODY });
}

/** Documents an error answer of an operation with `@ErrorsAsText()`. */
export function textFailure(status: number, description: string): MethodDecorator & ClassDecorator {
  return ApiResponse({ status, description, content: { ...ERROR_LINE, ...ERROR_BODY } });
}

/** Returns the form in which an operation answers failures: that of its answer 400, else an `ErrorBody`. */
export function errorContentOf({ responses }: Operation): Content {
  const badRequest = responses['400'];
  return badRequest !== undefined && 'content' in badRequest && badRequest.content !== undefined ? badRequest.content : ERROR_BODY;
}

/** Content types of bodies that operations on EDI document: files, as the first one, and text. */
export const EDI_CONTENT_TYPES = ['multipart/form-data', 'text/plain', 'application/edi-x12', 'application/octet-stream'];

/** Returns the body of operations on EDI, with an example as text. */
export function ediBody(text: string | undefined): NonNullable<Operation['requestBody']> {
  const example = text === undefined ? {} : { example: text };
  return {
    required: true,
    description: 'One or more files, or EDI as text. May be gzip data, by Content-Encoding or as a .gz file.',
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          description: 'Parameters belong in the query: other fields of the form are not read, and named in the answer.',
          required: ['files'],
          properties: { files: { type: 'array', items: { type: 'string', format: 'binary' } } },
        },
      },
      'text/plain': { schema: { type: 'string' }, ...example },
      'application/edi-x12': { schema: { type: 'string' }, ...example },
      'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
    },
  };
}

/** Response header that names ignored parts of the request. */
export const IGNORED = {
  [IGNORED_HEADER]: {
    description: 'Names of query parameters that the operation does not know, and of form fields that are not files.',
    schema: { type: 'string' },
  },
} as const;

/** Response header with the time of the next attempt. */
const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } as const;

/** Answers to refused requests, in the form of the operation's other failures. */
function refusals(operation: Operation): Operation['responses'] {
  const content = errorContentOf(operation);
  const busy = operation.responses['429'] === undefined ? '' : 'The service has as much work as it takes, or ';
  const usedUp = 'he API key has used up its requests for this minute.';
  return {
    '401': {
      description: 'The API key is missing or unknown, has expired or was revoked.',
      headers: { 'WWW-Authenticate': { schema: { type: 'string' } } },
      content,
    },
    '429': {
      description: busy === '' ? `T${usedUp}` : `${busy}t${usedUp}`,
      headers: RETRY_AFTER,
      content,
    },
  };
}

/** Documents API keys: their scheme, and the answers 401 and 429 of the operations that this service guards with them. */
export function describeAccess(document: OpenAPIObject, settings: ServiceSettings): void {
  const open = openRoutes(settings);
  const components = (document.components ??= {});
  const description = 'Needed when the service has API keys. "clearloop keys create" makes one.';
  components.securitySchemes = { ...components.securitySchemes, [API_KEY_SCHEME]: { type: 'apiKey', in: 'header', name: API_KEY_HEADER, description } };
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of [item.get, item.put, item.post, item.delete]) {
      if (operation === undefined) continue;
      if (open.has(path)) {
        delete operation.security;
        continue;
      }
      if (needsKeyEverywhere(settings)) operation.security = [{ [API_KEY_SCHEME]: [] }];
      if (operation.security !== undefined) Object.assign(operation.responses, refusals(operation));
    }
  }
}

/** Documents what the server refuses before any operation with input: slow bodies, content types, and work beyond its limits. */
export function describeLimits(document: OpenAPIObject): void {
  for (const { post, put, patch } of Object.values(document.paths)) {
    for (const operation of [post, put, patch]) {
      if (operation === undefined) continue;
      const content = errorContentOf(operation);
      Object.assign(operation.responses, {
        '408': { description: 'The body came too slowly.', content },
        '415': operation.responses['415'] ?? { description: 'The content type is not one that can be read.', content },
        '429': { description: 'The service has as much work as it takes.', headers: RETRY_AFTER, content },
        '503': { description: 'The service is being stopped, or is short of memory or time.', headers: RETRY_AFTER, content },
      });
    }
  }
}
