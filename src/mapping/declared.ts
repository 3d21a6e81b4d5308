import { EdiError } from '../common/edi-error';

/*
 * Checks of the arguments of declarations. TypeScript checks them too, but plugins may be written without it. Messages show code of the plugin, and no input.
 */

/** Refuses what is no field. `where` names its place in the declaration. Throws EDI_MAPPING_INVALID. */
export function requireField(value: unknown, where: string): void {
  if (!isDeclared(value)) throw mistake(where, value, 'field');
  if (!('doc' in value)) throw refusal(where, 'a record and no field. Name its place, such as `loops(...)` or `object(...)`.');
}

/** Refuses what is no record. Throws EDI_MAPPING_INVALID. */
export function requireRecord(value: unknown, where: string): void {
  if (!isDeclared(value)) throw mistake(where, value, 'record');
  if ('doc' in value) throw refusal(where, `a field and no record. ${RECORD_ADVICE}`);
}

/** Refuses what is neither a record nor a field. Throws EDI_MAPPING_INVALID. */
export function requireItem(value: unknown, where: string): void {
  if (!isDeclared(value)) throw mistake(where, value, 'record');
}

const RECORD_ADVICE = 'Declare one with `record(...)`.';

const isDeclared = (value: unknown): value is object => typeof value === 'object' && value !== null && 'bind' in value;

const refusal = (where: string, what: string): EdiError => new EdiError('EDI_MAPPING_INVALID', `${where} is ${what}`);

function mistake(where: string, value: unknown, wanted: 'field' | 'record'): EdiError {
  if (value === undefined) return refusal(where, 'undefined. Is it declared before this line, and exported under this name?');
  if (typeof value === 'function') return refusal(where, `a function and no ${wanted}. Are the parentheses of a call missing?`);
  if (wanted === 'record') return refusal(where, `${kindOf(value)} and no record. ${RECORD_ADVICE}`);
  const example = typeof value === 'string' ? `text('${value}')` : "text('REF02') for an element";
  return refusal(where, `${kindOf(value)} and no field. Declare one, such as ${example}.`);
}

const kindOf = (value: unknown): string => (typeof value === 'string' ? `the text '${value}'` : `of type ${value === null ? 'null' : typeof value}`);
