import type { OpenAPIObject } from '@nestjs/swagger';
import { errorContentOf } from './error-content';

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
