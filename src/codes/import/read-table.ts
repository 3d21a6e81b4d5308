import { pipeline, Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { CsvError as HeadCsvError, parse as parseHead } from 'csv-parse/sync';
import { readDate } from './dates';
import { decodeText } from './decode-text';
import type { CodeFile } from './import.types';
import { invalidFile, invalidLine, type Place, quote } from './import-error';
import { HEAD_BYTES, headText, readLines } from './read-lines';

/** How a format lays a table out. */
export interface TableLayout<K extends string> {
  /** Form of column titles: in small letters, words separated by one blank, without other characters. */
  readonly columns: Readonly<Record<K, RegExp>>;
  /** Columns that may be absent. */
  readonly optional?: readonly NoInfer<K>[];
  /** Maximum number of records (titles and notices) before the header. */
  readonly preamble?: number;
  /** False for tab separated files in which a quotation mark is a character like others. */
  readonly quoted?: boolean;
  /** Recognises notes below the table by their trimmed cells. */
  isNote?(cells: readonly string[]): boolean;
}

/** A table that was found in a file. */
export interface Table<K extends string> {
  readonly file: CodeFile;
  readonly layout: TableLayout<K>;
  readonly delimiter: string;
  /** Titles as `TableLayout.columns` sees them. */
  readonly titles: readonly string[];
  /** Number of records before the header. */
  readonly preamble: number;
}

/** A row below the header. */
export interface TableRow<K extends string> extends Place {
  /** Returns the trimmed cell of a column, empty when the table does not have the column. */
  get(column: K): string;
  /** Returns the date of a cell; undefined for a blank one. Throws EDI_CODES_FILE_INVALID for other text. */
  date(column: K): string | undefined;
}

const DELIMITERS = [',', '\t', ';', '|'];

const LINE_BREAK = /\r\n?/g;

const MAX_RECORD_LENGTH = 1_000_000;

/** More records than a head has. */
const HEAD_RECORDS = 65_536;

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Finds the header of a layout at the beginning of a file; undefined when the file has no such table. */
export function findTable<K extends string>(file: CodeFile, layout: TableLayout<K>): Table<K> | undefined {
  const text = headText(file);
  const required = asKeys(layout.columns).filter((key) => layout.optional?.includes(key) !== true);
  const count = (layout.preamble ?? 0) + 1;
  for (const delimiter of DELIMITERS) {
    const records = text.includes(delimiter) || delimiter === ',' ? firstRecords(file, delimiter, layout, count) : [];
    const preamble = records.findIndex((record) => {
      const titles = record.map(normaliseTitle);
      return required.every((key) => titles.some((title) => layout.columns[key].test(title)));
    });
    const header = records[preamble];
    if (header !== undefined) return { file, layout, delimiter, titles: header.map(normaliseTitle), preamble };
  }
  return undefined;
}

/**
 * Reads the rows below the header; blank rows are skipped. Throws EDI_CODES_FILE_INVALID for a row with fewer or more cells than the header, a repeated header
 * or column, and a broken quotation.
 */
export async function* readTable<K extends string>(table: Table<K>): AsyncGenerator<TableRow<K>, void, undefined> {
  const { file, layout, titles, preamble } = table;
  const indexes = columnIndexes(table);
  let line = 0;
  let count = 0;
  for await (const { record, info } of layout.quoted === false ? splitLines(table) : readRecords(file, csvOptions(table.delimiter, layout))) {
    const place = { file: file.name, line: line + 1 };
    line = info.lines;
    if (count++ <= preamble) continue;
    const cells = record.map((cell) => cell.trim());
    if (cells.every((cell) => cell === '') || layout.isNote?.(cells) === true) continue;
    checkCells(place, cells, titles);
    const get = (column: K): string => cells[indexes.get(column) ?? -1] ?? '';
    yield { ...place, get, date: (column) => readDate(place, get(column)) };
  }
}

/** Writes a title as `TableLayout.columns` sees it. */
export function normaliseTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

function checkCells(place: Place, cells: readonly string[], titles: readonly string[]): void {
  const hasMore = cells.slice(titles.length).some((cell) => cell !== '');
  if (cells.length < titles.length || hasMore) throw invalidLine(place, `has ${cells.length} cells, the header has ${titles.length}`);
  const isHeader = titles.every((title, index) => normaliseTitle(cells[index] ?? '') === title);
  if (isHeader) throw invalidLine(place, 'repeats the header', 'Were several files joined? Load them one by one.');
}

function columnIndexes<K extends string>({ file, layout, titles }: Table<K>): ReadonlyMap<K, number> {
  const indexes = new Map<K, number>();
  for (const key of asKeys(layout.columns)) {
    const [first, second] = titles.flatMap((title, index) => (layout.columns[key].test(title) ? [index] : []));
    if (second !== undefined) {
      const problem = `the header has the column ${quote(titles[second] ?? '')} twice`;
      throw invalidFile(file.name, problem, 'Take one of them out: it is not clear which one counts.');
    }
    if (first !== undefined) indexes.set(key, first);
  }
  return indexes;
}

function csvOptions(delimiter: string, layout: { readonly quoted?: boolean }): Options {
  return {
    delimiter,
    info: true,
    max_record_size: MAX_RECORD_LENGTH,
    quote: layout.quoted === false ? false : '"',
    record_delimiter: '\n',
    relax_column_count: true,
  };
}

/** Without quotation marks a line is a record, which is read several times faster. */
async function* splitLines({ file, delimiter }: { readonly file: CodeFile; readonly delimiter: string }): AsyncGenerator<CsvRecord, void, undefined> {
  for await (const { text, line } of readLines(file)) yield { record: text.split(delimiter), info: { lines: line } };
}

async function* readRecords(file: CodeFile, options: Options): AsyncGenerator<CsvRecord, void, undefined> {
  const parser = parse(options);
  // The callback is there because pipeline demands one: a failure of either side also ends the loop below.
  pipeline(Readable.from(withLineFeeds(decodeText(file.open(), file.name))), parser, () => undefined);
  try {
    const records: AsyncIterable<CsvRecord> = parser;
    yield* records;
  } catch (error) {
    throw error instanceof CsvError ? brokenRecord(file, error) : error;
  }
}

/** Returns text with the line breaks of all systems as line feeds, as which they are counted. */
async function* withLineFeeds(texts: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let held = '';
  for await (const text of texts) {
    const whole = held + text;
    held = whole.endsWith('\r') ? '\r' : '';
    yield whole.slice(0, whole.length - held.length).replace(LINE_BREAK, '\n');
  }
  if (held !== '') yield '\n';
}

function brokenRecord(file: CodeFile, error: CsvError): Error {
  const line = typeof error['lines'] === 'number' ? error['lines'] : 1;
  return invalidLine({ file: file.name, line }, `cannot be read as CSV (${error.code})`, 'Is a quotation mark missing or not doubled?', { cause: error });
}

/** Returns the cells of a column in the rows that the head of the file has whole. */
export function headCells<K extends string>({ file, delimiter, layout, preamble, titles }: Table<K>, column: K): readonly string[] {
  const index = titles.findIndex((title) => layout.columns[column].test(title));
  const rows = firstRecords(file, delimiter, layout, HEAD_RECORDS).slice(preamble + 1);
  return rows.map((cells) => (cells[index] ?? '').trim());
}

/** Reads records of the head as far as they are whole and this delimiter makes sense of them. */
function firstRecords(file: CodeFile, delimiter: string, layout: { readonly quoted?: boolean }, count: number): readonly (readonly string[])[] {
  const records: (readonly string[])[] = [];
  const options = { ...csvOptions(delimiter, layout), info: false, to: count, on_record: (record: readonly string[]) => void records.push(record) };
  try {
    parseHead(headText(file).replace(LINE_BREAK, '\n'), options);
  } catch (error) {
    if (!(error instanceof HeadCsvError)) throw error;
  }
  const isLastCut = file.head.length >= HEAD_BYTES && records.length < count;
  return isLastCut ? records.slice(0, -1) : records;
}

function asKeys<K extends string>(record: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(record) as K[];
}
