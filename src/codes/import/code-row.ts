import type { CodeRecord } from '../code.types';
import type { CodeType } from '../code-type';
import type { ImportedRow } from './import.types';

/** Values of a row for its code; undefined and empty texts are absent. */
export type CodeParts = Pick<CodeRecord, 'type' | 'subType' | 'code'> & { readonly [K in keyof CodeRecord]?: CodeRecord[K] | undefined };

/** Returns the row of a code, without absent values. */
export function codeRow(parts: CodeParts): ImportedRow {
  return { kind: 'code', code: asPresent(parts) };
}

/** Returns the row that puts a code into a category of its own type. */
export function categoryRow(type: CodeType, of: string, subType: string, code: string, desc: string): ImportedRow {
  return { kind: 'category', of: { type, code: of }, category: { type, subType, code, desc } };
}

/** Joins the words of a description with single blanks: publishers break, pad and double them. */
export function clean(text: string): string {
  return text.trim().replace(/\s{2,}|[^\S ]/g, ' ');
}

function asPresent(parts: CodeParts): CodeRecord {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined && value !== '')) as unknown as CodeRecord;
}
