import { categoryRow, clean, codeRow } from '../code-row';
import { dayBefore } from '../../../common/dates';
import { parseDate, type Period } from '../dates';
import type { CodeFile, CodeFormat, ImportedRow, ImportHints, Release } from '../import.types';
import { invalidLine, quote } from '../import-error';
import { findTable, readTable, type Table, type TableRow } from '../read-table';

const LAYOUT = {
  columns: {
    code: /^code$/,
    grouping: /^grouping$/,
    classification: /^classification$/,
    specialization: /^speciali[sz]ation$/,
    definition: /^definition$/,
    notes: /^notes$/,
    displayName: /^display name$/,
  },
  optional: ['notes', 'displayName'] as const,
  isNote: (cells: readonly string[]): boolean => cells.filter((cell) => cell !== '').length === 1 && cells.some((cell) => /copyright/i.test(cell)),
};

type Row = TableRow<keyof typeof LAYOUT.columns>;

const CODE = /^[0-9A-Z]{9}X$/;

/** `nucc_taxonomy_240.csv` is version 24.0. */
const VERSION_IN_NAME = /(?<!\d)(?<major>\d\d)_?(?<minor>[01])(?!\d)/;
const VERSION = /^(?<major>\d\d)\.(?<minor>[01])$/;

/** `[7/1/2003: new]`, `[7/1/2003: new. 1/1/2021: modified title]`, but not `[1/1/2007: new definition]`. */
const NEW = /\[\s*(?<date>\d{1,2}\/\d{1,2}\/\d{4})\s*:\s*new\s*[.,;\]]/i;
const DEACTIVATED = /deactivation date:\s*(?<date>\d{1,2}\/\d{1,2}\/\d{4})/i;
const MARKED_INACTIVE = /(?<date>\d{1,2}\/\d{1,2}\/\d{4})\s*:\s*marked inactive/i;

/** Provider taxonomy with its three levels. A level has the characters of the code that it decides: 20 > 207R > 207RC0000X. */
export const nuccFormat: CodeFormat = {
  id: 'nucc',
  name: 'NUCC provider taxonomy CSV (nucc_taxonomy_240.csv)',
  recognise: (files, hints) =>
    files.flatMap((file) => {
      const table = findTable(file, LAYOUT);
      return table === undefined ? [] : [{ ...nuccRelease(file, hints), files: [file], read: () => readTaxonomy(table) }];
    }),
};

function nuccRelease(file: CodeFile, hints: ImportHints): Release {
  const { major, minor } = VERSION_IN_NAME.exec(file.name)?.groups ?? {};
  const release = hints.release ?? (major === undefined || minor === undefined ? '' : `${major}.${minor}`);
  const period = releasePeriod(release);
  return { set: 'NUCC', release, source: 'NUCC Health Care Provider Taxonomy', ...(period && { period }), replacesEdits: true };
}

/** Versions of January (.0) are effective in April, those of July (.1) in October. */
function releasePeriod(release: string): Period | undefined {
  const { major, minor } = VERSION.exec(release)?.groups ?? {};
  if (major === undefined) return undefined;
  const year = 2000 + Number(major);
  return minor === '0' ? { from: `${year}-04-01`, to: `${year}-09-30` } : { from: `${year}-10-01`, to: `${year + 1}-03-31` };
}

async function* readTaxonomy(table: Table<keyof typeof LAYOUT.columns>): AsyncGenerator<ImportedRow, void, undefined> {
  for await (const row of readTable(table)) {
    const code = row.get('code');
    if (!CODE.test(code)) throw invalidLine(row, `${quote(code)} is no taxonomy code: expected ten characters that end with X`);
    const desc = clean(row.get('displayName')) || classificationOf(row);
    if (desc === '') throw invalidLine(row, `the taxonomy code ${code} has no name`);
    yield codeRow({
      type: 'PROVIDER_TAXONOMY',
      subType: 'PROVIDER_TAXONOMY',
      code,
      desc,
      fullDesc: clean(row.get('definition')),
      startDate: parseDate(NEW.exec(row.get('notes'))?.groups?.['date'] ?? ''),
      endDate: endOf(row.get('notes')),
    });
    yield* readLevels(row, code);
  }
}

function* readLevels(row: Row, code: string): Generator<ImportedRow, void, undefined> {
  const levels = [
    ['GROUPING', code.slice(0, 2), row.get('grouping')],
    ['CLASSIFICATION', code.slice(0, 4), row.get('classification')],
    ['SPECIALIZATION', code, row.get('specialization')],
  ] as const;
  for (const [subType, category, name] of levels) {
    if (name !== '') yield categoryRow('PROVIDER_TAXONOMY', code, subType, category, clean(name));
  }
}

function classificationOf(row: Row): string {
  return [row.get('classification'), row.get('specialization')]
    .filter((name) => name !== '')
    .map(clean)
    .join(' - ');
}

/** Since 2023 the notes contain the last day; earlier notes contain the first inactive day. */
function endOf(notes: string): string | undefined {
  const deactivated = parseDate(DEACTIVATED.exec(notes)?.groups?.['date'] ?? '');
  const inactive = parseDate(MARKED_INACTIVE.exec(notes)?.groups?.['date'] ?? '');
  return deactivated ?? (inactive && dayBefore(inactive));
}
