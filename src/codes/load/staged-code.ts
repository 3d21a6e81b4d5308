import type { CodeRecord } from '../code.types';
import { billedDigits } from '../national-drug-code';
import { plainCode, storedWords, wordsOf } from '../words';

/** A staged code: values of the columns below, in their order. */
export type StagedCode = Record<StagedColumn, string | null>;

export const STAGED_COLUMNS = [
  'type',
  'sub_type',
  'code',
  'plain_code',
  'alternative_code',
  'formatted_code',
  'description',
  'full_description',
  'short_description',
  'enum_name',
  'start_date',
  'end_date',
  'words',
] as const;

export type StagedColumn = (typeof STAGED_COLUMNS)[number];

/** Columns that together name a code. */
export const KEY_COLUMNS = ['type', 'sub_type', 'code'] as const satisfies readonly StagedColumn[];

/** Columns that a later part of a code, or a later release, may leave as they are by saying nothing. */
export const KEPT_COLUMNS = [
  'formatted_code',
  'description',
  'full_description',
  'short_description',
  'enum_name',
  'start_date',
] as const satisfies readonly StagedColumn[];

/** Makes the row of a code. */
export function stagedCode(record: CodeRecord): StagedCode {
  const { type, subType, code, formattedCode, desc, fullDesc, shortDesc, enumName, startDate, endDate } = record;
  return {
    type,
    sub_type: subType,
    code,
    plain_code: plainCode(code),
    alternative_code: billedDigits(code) ?? null,
    formatted_code: formattedCode ?? null,
    description: desc ?? null,
    full_description: fullDesc ?? null,
    short_description: shortDesc ?? null,
    enum_name: enumName ?? null,
    start_date: startDate ?? null,
    end_date: endDate ?? null,
    words: storedWords([...new Set([...wordsOf(plainCode(code)), ...wordsOf(desc, shortDesc, fullDesc)])]),
  };
}

/** Adds the values of a later row of the same code. */
export function mergeStaged(code: StagedCode, later: StagedCode): void {
  for (const column of [...KEPT_COLUMNS, 'end_date'] as const) code[column] ??= later[column];
  code.words = storedWords([...new Set(`${code.words}${later.words}`.split(' ').filter(Boolean))]);
}
