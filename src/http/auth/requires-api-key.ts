import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';

/** Name of the security scheme in the OpenAPI document. */
export const API_KEY_SCHEME = 'ApiKeyAuth';

/** Metadata of controllers and operations that need a key whatever the scope. */
export const REQUIRES_API_KEY = Symbol('requires an API key');

/**
 * Guards a controller or an operation with API keys, when the service has keys. It says so in the OpenAPI document too, with the
 * answers 401 and 429.
 */
export function RequiresApiKey(): ClassDecorator & MethodDecorator {
  return applyDecorators(SetMetadata(REQUIRES_API_KEY, true), ApiSecurity(API_KEY_SCHEME));
}
