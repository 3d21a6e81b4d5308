import { findCodeType } from '../../code-type';
import type { CodeFile, CodeFormat, ImportedRow, ImportHints, RecognisedRelease } from '../import.types';
import { invalidLine, type Place, quote } from '../import-error';
import { findTable, readTable, type Table } from '../read-table';
import { withoutPunctuation } from './plain-codes';

const LAYOUT = {
  columns: { code: /^code$/, type: /^type$/, minAge: /^min ?age$/, maxAge: /^max ?age$/ },
  optional: ['type'] as const,
};

const OLDEST = 130;

/** Lowest and highest age of a code. Several such lists may be loaded: a list does not affect codes that are not in it. */
export const ageLimitsFormat: CodeFormat = {
  id: 'age-limits',
  name: 'CSV of age limits with the columns code, minAge, maxAge, and with the column type or a type given for the file',
  recognise: (files, hints) => files.flatMap((file) => recogniseTable(file, hints)),
};

function recogniseTable(file: CodeFile, hints: ImportHints): readonly RecognisedRelease[] {
  const table = findTable(file, LAYOUT);
  if (table === undefined) return [];
  const release = hints.release ?? '';
  return [{ set: 'AGE-LIMITS', release, source: 'CSV of age limits', replacesEdits: false, files: [file], read: () => readLimits(table, hints) }];
}

async function* readLimits(table: Table<keyof typeof LAYOUT.columns>, hints: ImportHints): AsyncGenerator<ImportedRow, void, undefined> {
  for await (const row of readTable(table)) {
    const name = row.get('type');
    const type = name === '' ? hints.type : findCodeType(name);
    if (type === undefined) throw invalidLine(row, `${quote(name)} is no type of codes`, 'Add a column "type" such as DIAGNOSIS, or give a type for the file.');
    const code = withoutPunctuation(type, row.get('code'));
    if (code === '') throw invalidLine(row, 'has no code');
    const minAge = readAge(row, row.get('minAge'));
    const maxAge = readAge(row, row.get('maxAge'));
    if (minAge !== undefined && maxAge !== undefined && minAge > maxAge) throw invalidLine(row, `the youngest age ${minAge} is above the oldest ${maxAge}`);
    yield { kind: 'age limit', of: { type, code }, ...(minAge !== undefined && { minAge }), ...(maxAge !== undefined && { maxAge }) };
  }
}

function readAge(place: Place, text: string): number | undefined {
  if (text === '') return undefined;
  const age = Number(text);
  if (!/^\d{1,3}$/.test(text) || age > OLDEST) throw invalidLine(place, `${quote(text)} is no age in years`);
  return age;
}
