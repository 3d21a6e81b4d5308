import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import type { ServiceSettings } from '../settings/service-settings';
import { toBoolean, toFileName, toWholeNumber } from './transforms';

/** Documentation that every query parameter has in the OpenAPI document. */
interface ParameterNotes {
  readonly description: string;
  readonly deprecated?: true;
}

type TextNotes = ParameterNotes & Pick<ApiPropertyOptions, 'default' | 'format'> & { readonly required?: true; readonly enum?: readonly string[] };

/** Largest value of an int32. */
const MAX_INT32 = 2_147_483_647;

/** A parameter that is true or false. */
export function BooleanParameter(notes: ParameterNotes & { readonly default: boolean; readonly setting?: keyof ServiceSettings }): PropertyDecorator {
  const { setting, description, ...schema } = notes;
  const origin = setting === undefined ? '' : ` The setting ${setting} changes the default.`;
  const text = `${description}${origin} Allowed: true, false, in any case; also 1, 0, yes, no.`;
  return applyDecorators(IsBoolean(), IsOptional(), Transform(toBoolean), ApiPropertyOptional({ type: Boolean, description: text, ...schema }));
}

/** A parameter that is a whole number. */
export function Int32Parameter(notes: ParameterNotes & { readonly default?: number; readonly minimum: number; readonly maximum?: number }): PropertyDecorator {
  const { minimum, maximum = MAX_INT32 } = notes;
  const description = `${notes.description} Allowed: a whole number from ${minimum} to ${maximum}.`;
  const schema = { ...notes, type: 'integer', format: 'int32', maximum, description } as const;
  return applyDecorators(Max(maximum), Min(minimum), IsInt(), IsOptional(), Transform(toWholeNumber), ApiPropertyOptional(schema));
}

/** A parameter that is text. */
export const TextParameter = (notes: TextNotes): PropertyDecorator => applyDecorators(IsString(), IsOptional(), ApiText(notes));

/** A parameter that is the name of a file; folders are stripped. */
export const FileNameParameter = (notes: TextNotes): PropertyDecorator => applyDecorators(TextParameter(notes), Transform(toFileName));

/** Documents a parameter that arrives as text and is checked by decorators of its own. */
export function ApiText(notes: TextNotes): PropertyDecorator {
  const { enum: words, ...schema } = notes;
  return ApiProperty({ type: String, required: false, ...schema, ...(words === undefined ? {} : { enum: [...words] }) });
}
