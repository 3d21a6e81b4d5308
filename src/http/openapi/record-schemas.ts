import type { OpenAPIObject } from '@nestjs/swagger';

/** JSON Schemas by name, as the components of an OpenAPI document hold them. */
export type NamedSchemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/**
 * Gives the JSON Schemas of the records that conversions write, by name, for `components.schemas` of the OpenAPI document.
 * Empty until the record declarations provide them; the answer of `/api/edi/json` refers to each of them.
 */
export function recordSchemas(): NamedSchemas {
  return {};
}
