import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/** A value of a row as JSON shows it: decimals, dates and large numbers are text. */
export type Row = Readonly<Record<string, unknown>>;

let database: Promise<DuckDBConnection> | undefined;

/** A database takes longer to start than most statements take. Threads cost more than they gain: the tables of tests are small. */
const connect = async (): Promise<DuckDBConnection> => (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();

/** Runs statements of SQL on a database in memory, which the tests of a file share, and returns the rows of the last. */
export async function queryDuckDb(...statements: readonly string[]): Promise<readonly Row[]> {
  const connection = await (database ??= connect());
  let rows: readonly Row[] = [];
  for (const statement of statements) rows = (await connection.runAndReadAll(statement)).getRowObjectsJson();
  return rows;
}
