import { posix } from 'node:path';
import type { Entry } from 'yauzl';
import { invalidFile, quote } from './import-error';
import { MAX_CELL_CHARACTERS, MAX_CELLS, MAX_ROW_CHARACTERS, MAX_ROWS, MAX_SHARED_CHARACTERS, MAX_SHARED_STRINGS, MAX_SHEETS } from './import-limits';
import { readXml, type XmlListener } from './read-xml';
import { readEntry, type ZipArchive } from './zip-archive';

/** A sheet of an Excel workbook. */
export interface Sheet {
  readonly name: string;
  readonly entry: Entry;
}

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const SHARED_STRINGS = 'xl/sharedStrings.xml';

const LAST_COLUMN = 16_384;
const LETTERS = 26;
const BEFORE_A = 64;

/** Rows are written together until they have this many characters. */
const CHUNK_CHARACTERS = 65_536;

/** True for the entries of an Excel workbook. */
export function isWorkbook(entries: readonly Entry[]): boolean {
  return entries.some(({ fileName }) => fileName === WORKBOOK);
}

/** Lists the sheets of a workbook in the order of their tabs. */
export async function listSheets(workbook: ZipArchive, entries: readonly Entry[]): Promise<readonly Sheet[]> {
  const targets = new Map<string, string>();
  for await (const { id, target } of readAttributes(workbook, entries, RELATIONS, 'Relationship', { id: 'Id', target: 'Target' })) targets.set(id, target);
  const sheets: Sheet[] = [];
  for await (const { name, id } of readAttributes(workbook, entries, WORKBOOK, 'sheet', { name: 'name', id: 'id' })) {
    const fileName = posix.resolve('/xl', targets.get(id) ?? '').slice(1);
    const entry = entries.find((each) => each.fileName === fileName);
    if (entry !== undefined && fileName.includes('worksheets/')) sheets.push({ name, entry });
    if (sheets.length > MAX_SHEETS) throw invalidFile(workbook.path, `the workbook has more than ${MAX_SHEETS} sheets`);
  }
  return sheets;
}

/**
 * Reads a sheet as tab separated text in UTF-8, one record per row, quoted where a cell needs it; rows that the sheet leaves out are blank.
 * Numbers come as they are stored, so dates with a date format are day numbers. Memory holds the shared strings of the workbook.
 */
export async function* readSheet(workbook: ZipArchive, entries: readonly Entry[], sheet: Sheet): AsyncGenerator<Buffer, void, undefined> {
  const strings = await readSharedStrings(workbook, entries);
  let text = '';
  let rowNumber = 0;
  let width = 0;
  let cells = 0;
  for await (const row of readXml(readEntry(workbook, sheet.entry), workbook.path, listenToSheet(strings, workbook.path))) {
    while (++rowNumber < row.number) text += '\n';
    width = Math.max(width, row.cells.length);
    cells += width;
    if (cells > MAX_CELLS) throw invalidFile(workbook.path, `the sheet ${quote(sheet.name)} has more than ${MAX_CELLS} cells, blank ones included`);
    text += `${Array.from({ length: width }, (_, index) => quoteCell(row.cells[index] ?? '')).join('\t')}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

interface Row {
  readonly number: number;
  readonly cells: readonly (string | undefined)[];
}

function listenToSheet(strings: readonly string[], file: string): (emit: (row: Row) => void) => XmlListener {
  let cells: (string | undefined)[] = [];
  let rowNumber = 0;
  let column = 0;
  let type = '';
  let value: string | undefined;
  let characters = 0;
  const finish = (text: string): void => {
    const cell = (cells[column - 1] ?? '') + text;
    characters += text.length;
    checkCell(file, cell);
    if (characters > MAX_ROW_CHARACTERS) throw invalidFile(file, `row ${rowNumber} has more than ${MAX_ROW_CHARACTERS} characters`);
    cells[column - 1] = cell;
  };
  return (emit) => ({
    open: (name, { r, t }) => {
      if (name === 'row') {
        rowNumber = nextRow(file, rowNumber, r);
        [cells, column, characters] = [[], 0, 0];
      }
      if (name === 'c') [column, type] = [r === undefined ? nextColumn(file, column) : columnNumber(file, r), t ?? ''];
      if (name === 'v' || name === 't') value = '';
    },
    text: (text) => {
      if (value === undefined) return;
      value += text;
      checkCell(file, value);
    },
    close: (name) => {
      if ((name === 'v' || name === 't') && value !== undefined) {
        finish(type === 's' ? sharedString(file, strings, value) : value);
        value = undefined;
      }
      if (name === 'row') emit({ number: rowNumber, cells });
    },
  });
}

function nextRow(file: string, current: number, reference = String(current + 1)): number {
  const number = Number(reference);
  if (Number.isInteger(number) && number > current && number <= MAX_ROWS) return number;
  throw invalidFile(file, `the sheet has row ${quote(reference)} after row ${current}; a sheet has up to ${MAX_ROWS} rows`);
}

function nextColumn(file: string, current: number): number {
  if (current < LAST_COLUMN) return current + 1;
  throw invalidFile(file, `the sheet has a row of more than ${LAST_COLUMN} cells`);
}

function checkCell(file: string, { length }: string): void {
  if (length > MAX_CELL_CHARACTERS) throw invalidFile(file, `the workbook has a cell of more than ${MAX_CELL_CHARACTERS} characters`);
}

/** Returns the number of a column from a cell reference: AB12 -> 28. */
function columnNumber(file: string, reference: string): number {
  let number = 0;
  for (const letter of reference.replace(/\d+$/, '')) number = number * LETTERS + letter.charCodeAt(0) - BEFORE_A;
  if (number >= 1 && number <= LAST_COLUMN) return number;
  throw invalidFile(file, `the sheet has the cell ${quote(reference)}, which is none`);
}

function sharedString(file: string, strings: readonly string[], index: string): string {
  const text = strings[Number(index)];
  if (text === undefined) throw invalidFile(file, `the sheet refers to text ${quote(index)}, which the workbook does not have`);
  return text;
}

async function readSharedStrings(workbook: ZipArchive, entries: readonly Entry[]): Promise<readonly string[]> {
  const entry = entries.find(({ fileName }) => fileName === SHARED_STRINGS);
  const strings: string[] = [];
  if (entry === undefined) return strings;
  let characters = 0;
  for await (const text of readXml(readEntry(workbook, entry), workbook.path, listenToStrings(workbook.path))) {
    characters += text.length;
    if (strings.push(text) > MAX_SHARED_STRINGS || characters > MAX_SHARED_CHARACTERS)
      throw invalidFile(workbook.path, `the workbook shares more than ${MAX_SHARED_STRINGS} texts, or ${MAX_SHARED_CHARACTERS} characters of them`);
  }
  return strings;
}

/** Joins the runs of a rich text and leaves its phonetic hints (rPh) out. */
const listenToStrings =
  (file: string) =>
  (emit: (text: string) => void): XmlListener => {
    let whole = '';
    let isText = false;
    let isPhonetic = false;
    return {
      open: (name) => {
        if (name === 'si') whole = '';
        if (name === 'rPh') isPhonetic = true;
        isText = name === 't' && !isPhonetic;
      },
      text: (text) => {
        if (!isText) return;
        whole += text;
        checkCell(file, whole);
      },
      close: (name) => {
        isText = false;
        if (name === 'rPh') isPhonetic = false;
        if (name === 'si') emit(whole);
      },
    };
  };

async function* readAttributes<K extends string>(
  workbook: ZipArchive,
  entries: readonly Entry[],
  part: string,
  element: string,
  wanted: Readonly<Record<K, string>>,
): AsyncGenerator<Record<K, string>, void, undefined> {
  const entry = entries.find(({ fileName }) => fileName === part);
  if (entry === undefined) throw invalidFile(workbook.path, `the workbook has no ${part}`);
  yield* readXml<Record<K, string>>(readEntry(workbook, entry), workbook.path, (emit) => ({
    open: (name, attributes) => {
      if (name === element) emit(asAttributes(wanted, attributes));
    },
  }));
}

function asAttributes<K extends string>(wanted: Readonly<Record<K, string>>, attributes: Readonly<Record<string, string>>): Record<K, string> {
  const byLocalName = new Map(Object.entries(attributes).map(([name, value]) => [name.slice(name.indexOf(':') + 1), value]));
  return Object.fromEntries(Object.entries<string>(wanted).map(([key, name]) => [key, byLocalName.get(name) ?? ''])) as Record<K, string>;
}

const NEEDS_QUOTES = /["\t\r\n]/;

function quoteCell(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
