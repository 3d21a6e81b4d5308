import type { OpenAPIObject } from '@nestjs/swagger';
import { API_KEY_HEADER } from '../auth/api-key';
import { needsKeyEverywhere, openRoutes, API_KEY_SCHEME } from '../auth/api-key.guard';
import type { ServiceSettings } from '../settings/service-settings';
import { errorContentOf } from './answer.docs';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;

/** The answers to requests that are not let in, in the form that other failures of the operation have. */
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

/** Header of answers that say when to come again. */
export const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } as const;

/** Documents the answers that every operation with input may give because of the limits of the service. */
export function describeLimits(document: OpenAPIObject): void {
  for (const { post, put, patch } of Object.values(document.paths)) {
    for (const operation of [post, put, patch]) {
      if (operation === undefined) continue;
      const content = errorContentOf(operation);
      Object.assign(operation.responses, {
        '408': { description: 'The body came too slowly.', content },
        '429': { description: 'The service has as much work as it takes.', headers: RETRY_AFTER, content },
        '503': { description: 'The service is being stopped, or is short of memory or time.', headers: RETRY_AFTER, content },
      });
    }
  }
}
