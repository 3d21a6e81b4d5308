import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { SqliteDriver } from 'typeorm/driver/sqlite/SqliteDriver';
import type { CodeDriver, WordChoice } from './code-driver';
import { databaseParts } from './database-parts';

/** How long a process waits for another one that loads codes. */
const BUSY_MILLISECONDS = 600_000;

const MAX_TRIES = 200;
const RETRY_MILLISECONDS = 50;

/** What TypeORM asks for the package. Its verbose form would examine every statement, to show the values of one that fails. */
const driver = { verbose: (): unknown => createRequire(__filename)('sqlite3') };

/** Database in memory, for tests and for machines whose disks are read-only. */
export const IN_MEMORY = ':memory:';

/** The embedded database: one file, or memory. */
export function sqliteDriver(file: string): CodeDriver {
  const isFile = file !== IN_MEMORY;
  return {
    place: isFile ? file : 'memory',
    options: { type: 'sqlite', driver, database: file, ...databaseParts },
    // A database in memory is that of its connection.
    searchOptions: () => (isFile ? { type: 'sqlite', driver, database: file, busyTimeout: BUSY_MILLISECONDS, ...databaseParts } : undefined),
    cancel: async (searches) => {
      if (searches.driver instanceof SqliteDriver) interrupt(searches.driver.databaseConnection);
    },
    canceller: async (runner) => {
      const connection: unknown = await runner.connect();
      return async () => interrupt(connection);
    },
    async prepare(runner) {
      await runner.query(`PRAGMA busy_timeout = ${BUSY_MILLISECONDS}`);
      // Readers go on while another process loads codes.
      if (isFile) await retryWhileBusy(() => runner.query('PRAGMA journal_mode = WAL'));
      await runner.query('PRAGMA synchronous = NORMAL');
    },
    lock: (runner) => runner.query('BEGIN IMMEDIATE'),
    unlock: (runner, isDone) => runner.query(isDone ? 'COMMIT' : 'ROLLBACK'),
    measureStage: async () => undefined,
    tidy: async (runner) => {
      await runner.query("INSERT INTO code_words (code_words) VALUES ('optimize')");
      await runner.query('PRAGMA analysis_limit = 1000');
      await runner.query('ANALYZE');
    },
    migrationTransaction: 'none',
    textType: 'TEXT',
    placeholders: (sql) => sql,
    matchesWords: 'code.id IN (SELECT rowid FROM code_words WHERE code_words MATCH :words)',
    wordMatch: (all, combine) => all.map(matchOfChoice).join(combine === 'all' ? ' AND ' : ' OR '),
  };
}

/** Ends the statements of a connection of the sqlite3 package. */
function interrupt(connection: unknown): void {
  if (hasInterrupt(connection)) connection.interrupt();
}

/** TypeORM types the connection as any. The sqlite3 package is not imported: an installation with PostgreSQL may lack it. */
function hasInterrupt(connection: unknown): connection is { interrupt(): void } {
  return typeof connection === 'object' && connection !== null && 'interrupt' in connection && typeof connection.interrupt === 'function';
}

/** Changing the journal is refused at once while another process has the database open for the first time, whatever the timeout. */
async function retryWhileBusy(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries === MAX_TRIES || !(error instanceof Error) || !error.message.includes('SQLITE_BUSY')) throw error;
      await setTimeout(RETRY_MILLISECONDS);
    }
  }
}

function matchOfChoice(choice: WordChoice): string {
  const sets = choice.map((words) => words.map((word) => `"${word}"*`).join(' AND '));
  return `(${sets.map((set) => `(${set})`).join(' OR ')})`;
}
