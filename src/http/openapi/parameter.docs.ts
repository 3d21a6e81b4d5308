import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import type { ServiceSettings } from '../settings/service-settings';

/** What every query parameter says about itself in the OpenAPI document. */
interface ParameterNotes {
  readonly description: string;
  readonly deprecated?: true;
}

/** Largest value of an int32. */
export const MAX_INT32 = 2_147_483_647;

/** Documents a parameter that is true or false. */
export function ApiBoolean(notes: ParameterNotes & { readonly default: boolean; readonly setting?: keyof ServiceSettings }): PropertyDecorator {
  const { setting, description, ...schema } = notes;
  const origin = setting === undefined ? '' : ` The setting ${setting} changes the default.`;
  return ApiPropertyOptional({ type: Boolean, description: `${description}${origin} Allowed: true, false, in any case; also 1, 0, yes, no.`, ...schema });
}

/** Documents a parameter that is a whole number. */
export function ApiInt32(notes: ParameterNotes & { readonly default?: number; readonly minimum: number }): PropertyDecorator {
  const { minimum } = notes;
  const description = `${notes.description} Allowed: a whole number from ${minimum} to ${MAX_INT32}.`;
  return ApiPropertyOptional({ ...notes, type: 'integer', format: 'int32', maximum: MAX_INT32, description });
}

/** Documents a parameter that is text. */
export function ApiText(notes: ParameterNotes & Pick<ApiPropertyOptions, 'default' | 'format'> & { readonly enum?: readonly string[] }): PropertyDecorator {
  const { enum: words, ...schema } = notes;
  return ApiPropertyOptional({ type: String, ...schema, ...(words === undefined ? {} : { enum: [...words] }) });
}
