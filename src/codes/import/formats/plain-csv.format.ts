import { CODE_TYPES, type CodeType, findCodeType, listName } from '../../code-type';
import { clean, codeRow } from '../code-row';
import type { CodeFile, CodeFormat, ImportedRow, ImportHints, RecognisedRelease } from '../import.types';
import { invalidLine, quote } from '../import-error';
import { findTable, headCells, readTable, type Table, type TableRow } from '../read-table';
import { stem } from '../release-names';
import { onlySubType, withoutPunctuation } from './plain-codes';

const LAYOUT = {
  columns: {
    code: /^code$/,
    formattedCode: /^formatted ?code$/,
    desc: /^desc(ription)?$/,
    fullDesc: /^full ?desc(ription)?$/,
    shortDesc: /^short ?desc(ription)?$/,
    type: /^type$/,
    subType: /^sub ?type$/,
    enumName: /^enum ?name$/,
    startDate: /^start( ?date)?$/,
    endDate: /^(end|stop)( ?date)?$/,
    notes: /^notes?$/,
  },
  optional: ['formattedCode', 'desc', 'fullDesc', 'shortDesc', 'type', 'subType', 'enumName', 'startDate', 'endDate', 'notes'] as const,
};

type Column = keyof typeof LAYOUT.columns;

/** Defaults of the rows. */
interface Defaults {
  readonly type: CodeType | undefined;
  readonly subType: string | undefined;
}

const TYPE_ADVICE = 'Add a column "type", or give a type for the file.';

/**
 * A list of codes with the columns of the CSV export, any of them and in any order, or with the titles of X12's lists; unknown columns are skipped. The type of
 * a row defaults to the one given for the file, then to the beginning of the file's name.
 */
export const plainCsvFormat: CodeFormat = {
  id: 'plain-csv',
  name: 'CSV of codes with the columns code, desc, startDate, endDate ..., and with the column type or a type given for the file',
  recognise: (files, hints) => files.flatMap((file) => recogniseTable(file, hints)),
};

function recogniseTable(file: CodeFile, hints: ImportHints): readonly RecognisedRelease[] {
  const table = findTable(file, LAYOUT);
  if (table === undefined) return [];
  const isOnlyCodes = table.titles.length === 1;
  const known = table.titles.filter((title) => Object.values(LAYOUT.columns).some((shape) => shape.test(title)));
  const type = hints.type ?? typeInName(file);
  const isTyped = type !== undefined || known.includes('type');
  if (!isTyped || (known.length < 2 && !isOnlyCodes)) return [];
  const defaults = { type, subType: hints.subType };
  const release = hints.release ?? '';
  const set = nameOfSet(table, defaults);
  const read = (): ReturnType<typeof readCodes> => readCodes(table, defaults);
  return [{ set, release, source: 'CSV of codes', replacesEdits: false, hasOneRowPerCode: true, files: [file], read }];
}

/** `claim_adjustment_reason_codes.csv` contains the list of that name. */
function typeInName(file: CodeFile): CodeType | undefined {
  const name = stem(file)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_');
  const found = CODE_TYPES.filter((type) => name.startsWith(type));
  return found.toSorted((a, b) => b.length - a.length)[0];
}

/** Names the set by its first rows: `PROCEDURE/CPT` or `FREQUENCY_CODE`, the type alone for several lists of it, `CODES` for several types. */
function nameOfSet(table: Table<Column>, { type, subType }: Defaults): string {
  const subTypes = headCells(table, 'subType');
  const lists = headCells(table, 'type').map((name, index): readonly [string, string] => {
    const found = findCodeType(name) ?? type;
    return [found ?? '', (subTypes[index] ?? '') || (found === undefined ? '' : (listOf(found, { type, subType }) ?? ''))];
  });
  const [onlyType = '', ...otherTypes] = new Set(lists.map(([name]) => name));
  const [onlyList = '', ...otherLists] = new Set(lists.map(([, name]) => name));
  if (otherTypes.length > 0 || onlyType === '') return 'CODES';
  return otherLists.length > 0 || onlyList === '' || onlyList === onlyType ? onlyType : `${onlyType}/${onlyList}`;
}

function listOf(type: CodeType, defaults: Defaults): string | undefined {
  return (type === defaults.type ? defaults.subType : undefined) ?? onlySubType(type);
}

async function* readCodes(table: Table<Column>, defaults: Defaults): AsyncGenerator<ImportedRow, void, undefined> {
  for await (const row of readTable(table)) {
    const type = readType(row, defaults);
    const written = row.get('code');
    const code = withoutPunctuation(type, written);
    if (code === '') throw invalidLine(row, 'has no code');
    const desc = clean(row.get('desc'));
    const notes = clean(row.get('notes'));
    yield codeRow({
      type,
      subType: readSubType(row, type, defaults),
      code,
      formattedCode: row.get('formattedCode') || (written === code ? undefined : written),
      desc,
      fullDesc: clean(row.get('fullDesc')) || (notes === '' ? undefined : `${desc} Notes: ${notes}`.trim()),
      shortDesc: clean(row.get('shortDesc')),
      enumName: row.get('enumName'),
      startDate: row.date('startDate'),
      endDate: row.date('endDate'),
    });
  }
}

function readType(row: TableRow<Column>, { type }: Defaults): CodeType {
  const name = row.get('type');
  const found = name === '' ? type : findCodeType(name);
  if (found === undefined) throw invalidLine(row, name === '' ? 'has no type' : `${quote(name)} is no type of codes`, TYPE_ADVICE);
  return found;
}

function readSubType(row: TableRow<Column>, type: CodeType, defaults: Defaults): string {
  const subType = row.get('subType') || listOf(type, defaults);
  if (subType === undefined) throw invalidLine(row, `does not say which list of ${type} it is of`, 'Add a column "subType", such as CPT, or give a sub type.');
  return listName(subType);
}
