import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { EdiSource } from '../../src/io/edi-source';
import type { ConversionOptions } from '../../src/pipeline/conversion.types';
import type { Engine } from '../../src/pipeline/engine';
import { converter } from './conversion';
import { convertCsvFiles } from './csv';
import { queryDuckDb } from './duckdb';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Makes a folder for files of a test; it is gone after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-tables-'));
  folders.push(folder);
  return folder;
}

/** Converts to all files of an output, by the name that continues that of the first. */
export async function convertToFiles(
  sources: readonly EdiSource[],
  options: ConversionOptions,
  engine: Engine = converter(),
): Promise<ReadonlyMap<string, Buffer>> {
  const pieces = new Map<string, Buffer[]>();
  for await (const { file, bytes } of engine.convertToFiles(sources, options)) pieces.set(file, [...(pieces.get(file) ?? []), bytes]);
  return new Map([...pieces].map(([file, bytes]) => [file, Buffer.concat(bytes)]));
}

/** Writes the Parquet files of a conversion to a folder, and returns their paths by the name that continues that of the first. */
export async function writeParquet(sources: readonly EdiSource[], options: ConversionOptions = {}, engine?: Engine): Promise<ReadonlyMap<string, string>> {
  const folder = temporaryFolder();
  const files = await convertToFiles(sources, { output: 'parquet', ...options }, engine);
  return new Map(
    [...files].map(([file, bytes]) => {
      const path = join(folder, `out${file}.parquet`);
      writeFileSync(path, bytes);
      return [file, path];
    }),
  );
}

/** The metadata of a Parquet file by key. */
export async function parquetMetadata(path: string | undefined): Promise<Readonly<Record<string, string>>> {
  const rows = await queryDuckDb(`select decode(key) as key, decode(value) as value from parquet_kv_metadata('${path}')`);
  return Object.fromEntries(rows.map(({ key, value }) => [String(key), String(value)]));
}

/** What is compared of a column: values, their checksum and, of numbers, their sum. */
const checksOf = (name: string, type: string): string => {
  const value = `cast("${name}" as ${type})`;
  const sum = /DECIMAL|BIGINT/.test(type) ? `sum(${value})::varchar` : `''`;
  return `[count("${name}")::varchar, sum(hash(${value})::hugeint)::varchar, ${sum}] as "${name}"`;
};

/**
 * Compares the tables of a conversion of all objects to Parquet with those of CSV, in DuckDB: number of rows, and count, checksum and sum of each column. Rows of CSV that
 * are notices are left out. Returns how many values were compared.
 */
export async function compareWithCsv(sources: readonly EdiSource[], outputParameters: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const parquet = await writeParquet(sources, { outputParameters, objects: 'all' });
  const { rowGroupBytes: _ofParquetAlone, ...ofBoth } = outputParameters;
  const csv = await convertCsvFiles(sources, { outputParameters: ofBoth, objects: 'all' });
  expect([...parquet.keys()].sort()).toEqual(Object.keys(csv).sort());
  let values = 0;
  for (const [file, path] of parquet) {
    const { header = [], rows = [] } = csv[file] ?? {};
    const csvPath = path.replace(/parquet$/, 'csv');
    writeFileSync(csvPath, stringify([header, ...rows.filter(({ length }) => length === header.length)], { quoted_string: false }));
    const columns = (await queryDuckDb(`describe select * from '${path}'`)).map(
      ({ column_name: name, column_type: type }) => [String(name), String(type)] as const,
    );
    expect(columns.map(([name]) => name)).toEqual(header);
    const checks = columns.map(([name, type]) => checksOf(name, type)).join(', ');
    const [ofParquet] = await queryDuckDb(`select count(*) as "rows", ${checks} from '${path}'`);
    const [ofCsv] = await queryDuckDb(
      `select count(*) as "rows", ${checks} from read_csv('${csvPath}', header=true, all_varchar=true, delim=',', quote='"', escape='"')`,
    );
    expect(ofParquet).toEqual(ofCsv);
    values += Object.values(ofParquet ?? {}).reduce<number>((sum, check) => sum + (Array.isArray(check) ? Number(check[0]) : 0), 0);
  }
  return values;
}
