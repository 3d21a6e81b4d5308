import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import type { ServiceSettings } from '../settings/service-settings';
import { bareName } from '../../pipeline/sources/source-name';
import { AnyText, ChosenFrom, DateText, TrueOrFalse, WholeNumber } from '../validation/text-rules';

/** What every query parameter says about itself in the OpenAPI document. */
export interface ParameterNotes {
  readonly description: string;
  readonly deprecated?: true;
}

/** A parameter that is true or false. */
export function BooleanParameter(notes: ParameterNotes & { readonly default: boolean; readonly setting?: keyof ServiceSettings }): PropertyDecorator {
  const { setting, description, ...schema } = notes;
  const origin = setting === undefined ? '' : ` The setting ${setting} changes the default.`;
  return applyDecorators(
    IsOptional(),
    TrueOrFalse(),
    ApiPropertyOptional({ type: Boolean, description: `${description}${origin} Allowed: true, false, in any case; also 1, 0, yes, no.`, ...schema }),
  );
}

/** A parameter that is a whole number between bounds. */
export function WholeNumberParameter(
  notes: ParameterNotes & { readonly default?: number; readonly minimum: number; readonly maximum: number },
): PropertyDecorator {
  const { description, minimum, maximum } = notes;
  const allowed = `Allowed: a whole number from ${minimum} to ${maximum}.`;
  return applyDecorators(
    IsOptional(),
    WholeNumber(minimum, maximum),
    ApiPropertyOptional({ ...notes, type: 'integer', format: 'int32', description: `${description} ${allowed}` }),
  );
}

/** A parameter whose text is read by a function that accepts everything. */
export function TextParameter(notes: ParameterNotes & { readonly default?: string; readonly read: (text: string) => unknown }): PropertyDecorator {
  const { read, ...schema } = notes;
  return applyDecorators(AnyText(read), ApiPropertyOptional({ type: String, ...schema }));
}

/** A parameter that is one of some words, in any case, and reads as what the word stands for. */
export function ChoiceParameter(notes: ParameterNotes & { readonly allowed: readonly string[]; readonly read: (text: string) => unknown }): PropertyDecorator {
  const { allowed, read, ...schema } = notes;
  return applyDecorators(IsOptional(), ChosenFrom(allowed, read), ApiPropertyOptional({ type: String, enum: allowed, ...schema }));
}

/** A parameter that is a day. */
export function DateParameter(notes: ParameterNotes): PropertyDecorator {
  return applyDecorators(IsOptional(), DateText(), ApiPropertyOptional({ type: String, format: 'date', ...notes }));
}

const LARGEST_INT32 = 2_147_483_647;

/* Parameters that several operations on EDI have. */

/** Name of the file that a text body holds. */
export function EdiFileNameParameter(): PropertyDecorator {
  return TextParameter({
    description:
      'Name of the file whose text is the body, shown in records and errors; folders are stripped. Default: `edi-api` and digits, which its first bytes determine. The parts of a multipart body have names of their own. Allowed: any text.',
    read: bareName,
  });
}

/** Units that are converted at a time. */
export function ChunkSizeParameter({ description, default: size }: { readonly description: string; readonly default: number }): PropertyDecorator {
  return WholeNumberParameter({ description, default: size, minimum: 1, maximum: LARGEST_INT32 });
}

/** Shows findings in the answer; `shownAs` says how. */
export function WarningsParameter(shownAs: string): PropertyDecorator {
  return BooleanParameter({ description: `Writes findings into the answer as ${shownAs}.`, default: false, deprecated: true });
}

/** Findings that end a file. */
export function MaxWarningsParameter(): PropertyDecorator {
  return WholeNumberParameter({
    description: 'Findings in one file after which its conversion ends with the error Too Many Warnings; -1 for no limit.',
    default: 3000,
    minimum: -1,
    maximum: LARGEST_INT32,
    deprecated: true,
  });
}
