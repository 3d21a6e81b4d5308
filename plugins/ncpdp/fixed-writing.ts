import { type FormatWriteContext, nearestName } from '../../src/plugin/io';
import type { FieldDef, FixedRecord } from './dictionary.types';
import { writeValue } from './value';

/** An object of a request. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Longest part of a key that messages repeat. */
const MAX_KEY_LENGTH = 64;

/** Writes fields at their fixed positions, padded to their lengths. */
export function writeFixed({ fields }: FixedRecord, record: JsonObject, path: string, { problem }: Pick<FormatWriteContext, 'problem'>): string {
  const keys = fields.map(({ field }) => field.key);
  for (const key of Object.keys(record)) if (!keys.includes(key)) problem(memberPath(path, key), unknownKey(key, keys));
  return fields.map(({ field }) => padded(field, record[field.key], memberPath(path, field.key), problem)).join('');
}

function padded(field: FieldDef, value: unknown, path: string, problem: FormatWriteContext['problem']): string {
  const { length, type } = field;
  if (value === undefined || value === null || value === '') return ' '.repeat(length);
  const written = writeValue(field, value);
  const text = 'text' in written ? written.text : '';
  const wrong = 'problem' in written ? written.problem : wrongFixedText(text, length);
  if (wrong !== undefined) problem(path, wrong);
  return type === 'digits' || type === 'integer' ? text.padStart(length, '0') : text.padEnd(length);
}

/** Reason why a text cannot be written at fixed positions, which count bytes; undefined for none. */
export function wrongFixedText(text: string, length: number): string | undefined {
  if (text.length > length) return `expected no more than ${length} characters`;
  return /^[ -~]*$/.test(text) ? undefined : 'expected printable characters of ASCII';
}

/** A member's place in the request. */
export function memberPath(path: string, key: string): string {
  return `${path}.${key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH)}...` : key}`;
}

/** Reports an unknown key, with the nearest known one. */
export function unknownKey(key: string, known: readonly string[]): string {
  const nearest = key.length > MAX_KEY_LENGTH ? undefined : nearestName(key, known);
  return nearest === undefined ? 'there is no such field' : `there is no such field; did you mean ${nearest}?`;
}
