import sqlite3 from 'sqlite3';
import { EdiError } from '../common/edi-error';

/** What a parameter of a statement may be. */
export type SqlValue = string | number | null;

/** Pages that SQLite holds in memory, in KiB. */
const CACHE_KIB = 32_000;

/**
 * A private database on disk. Its file has no name: SQLite opens it in the folder for temporary files and unlinks it at once, so that nothing is left of it when the
 * process ends, however that happens.
 */
export class MatchDatabase {
  private constructor(private readonly connection: sqlite3.Database) {}

  static async open(): Promise<MatchDatabase> {
    const connection = await new Promise<sqlite3.Database>((resolve, reject) => {
      const opened: sqlite3.Database = new sqlite3.Database('', (error) => (error === null ? resolve(opened) : reject(failure(error))));
    });
    const database = new MatchDatabase(connection);
    for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'temp_store = FILE', `cache_size = -${CACHE_KIB}`]) await database.run(`PRAGMA ${pragma}`);
    return database;
  }

  run(sql: string, values: readonly SqlValue[] = []): Promise<void> {
    return new Promise((resolve, reject) => this.connection.run(sql, values, (error: Error | null) => (error === null ? resolve() : reject(failure(error)))));
  }

  /** The rows of a query, which the caller reads as what the query selects. */
  all<T>(sql: string, values: readonly SqlValue[] = []): Promise<readonly T[]> {
    return new Promise((resolve, reject) =>
      this.connection.all(sql, values, (error: Error | null, rows: T[]) => (error === null ? resolve(rows) : reject(failure(error)))),
    );
  }

  close(): Promise<void> {
    return new Promise((resolve, reject) => this.connection.close((error) => (error === null ? resolve() : reject(failure(error)))));
  }
}

function failure(cause: Error): EdiError {
  const advice = 'Its folder is that of temporary files: SQLITE_TMPDIR or TMPDIR names another one.';
  return new EdiError('EDI_LEDGER_UNAVAILABLE', `The ledger of the match cannot be written. Is the disk full? ${advice}`, { cause });
}
