import type { OpenAPIObject } from '@nestjs/swagger';
import { API_KEY_HEADER } from '../auth/api-key';
import { needsKeyEverywhere, openRoutes } from '../auth/guard-requests';
import { API_KEY_SCHEME } from '../auth/requires-api-key';
import { errorContentOf } from './error-content';
import { RETRY_AFTER } from './limits.docs';
import type { ServiceSettings } from '../settings/service-settings';

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
