import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Issue } from '../../src/common/issue';
import type { ConversionOptions, ConversionSummary } from '../../src/pipeline/conversion.types';
import type { EdiSource } from '../../src/io/edi-source';
import type { Engine } from '../../src/pipeline/engine';
import { convertText, converter } from './conversion';

/** What a test asks of CSV, beside the options of any conversion. */
export interface CsvOptions extends ConversionOptions {
  /** Text of a file of schemas that is used in place of those of the product. */
  readonly schemas?: string;
  readonly schemaName?: string;
  readonly separator?: string;
  readonly spreadsheetSafe?: boolean;
  readonly engine?: Engine;
}

const SCHEMA_FILE = 'schemas.yaml';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Makes a folder with a file of schemas; it is gone after the tests of the file. */
export function schemaFolder(text: string, name = SCHEMA_FILE): string {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-csv-'));
  folders.push(folder);
  writeFileSync(join(folder, name), text);
  return folder;
}

function optionsOf({ schemas, schemaName, separator: _separator, spreadsheetSafe, engine: _engine, ...options }: CsvOptions): ConversionOptions {
  const own = schemas === undefined ? {} : { schemaFileName: SCHEMA_FILE, schemaFolder: schemaFolder(schemas) };
  const outputParameters = { ...own, ...(schemaName === undefined ? {} : { schemaName }), ...(spreadsheetSafe ? { spreadsheetSafe } : {}) };
  return { output: 'csv', outputParameters, ...options };
}

/** CSV as it was read again. */
export interface CsvTable {
  readonly text: string;
  readonly header: readonly string[];
  /** The rows after the header. */
  readonly rows: readonly (readonly string[])[];
}

/** Reads CSV with a reader that is not ours. Rows may be of any length, because notices are rows of one cell. */
export function readCsv(text: string, separator = ','): CsvTable {
  const all: string[][] = parse(text, { delimiter: separator, relax_column_count: true });
  const [header = [], ...rows] = all;
  return { text, header, rows };
}

/** What a conversion to CSV gave. */
export interface ConvertedCsv extends CsvTable {
  readonly issues: readonly Issue[];
  readonly summary: ConversionSummary;
}

/** Converts to the one table that a service answers with. */
export async function convertCsv(sources: readonly EdiSource[], options: CsvOptions = {}): Promise<ConvertedCsv> {
  const { text, issues, summary } = await convertText(sources, optionsOf(options), options.engine);
  return { ...readCsv(text, options.separator), issues, summary };
}

/** Converts to a file for each list, by the name that continues that of the first. */
export async function convertCsvFiles(sources: readonly EdiSource[], options: CsvOptions = {}): Promise<Readonly<Record<string, CsvTable>>> {
  const pieces = new Map<string, Buffer[]>();
  for await (const { file, bytes } of (options.engine ?? converter()).convertToFiles(sources, optionsOf(options))) {
    pieces.set(file, [...(pieces.get(file) ?? []), bytes]);
  }
  return Object.fromEntries([...pieces].map(([file, bytes]) => [file, readCsv(Buffer.concat(bytes).toString('utf8'), options.separator)]));
}

/** The rows as objects of the columns that have a value. */
export function valuesOf({ header, rows }: CsvTable): Readonly<Record<string, string>>[] {
  return rows.map((row) => Object.fromEntries(header.flatMap((name, i) => (row[i] ? [[name, row[i]]] : []))));
}

/** The cells of some columns, row by row. */
export function cellsOf({ header, rows }: CsvTable, ...names: readonly string[]): string[][] {
  const indexes = names.map((name) => {
    const index = header.indexOf(name);
    if (index < 0) throw new Error(`There is no column ${name}.`);
    return index;
  });
  return rows.map((row) => indexes.map((index) => row[index] ?? ''));
}
