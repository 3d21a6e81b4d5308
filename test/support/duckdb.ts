import { DuckDBInstance } from '@duckdb/node-api';

/** A value of a row as JSON shows it: decimals, dates and large numbers are text. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs statements of SQL on an empty database in memory, and returns the rows of the last. */
export async function queryDuckDb(...statements: readonly string[]): Promise<readonly Row[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    let rows: readonly Row[] = [];
    for (const statement of statements) rows = (await connection.runAndReadAll(statement)).getRowObjectsJson();
    return rows;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
