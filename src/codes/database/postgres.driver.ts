import { randomUUID } from 'node:crypto';
import type { CodeDriver, WordChoice } from './code-driver';
import { databaseParts } from './database-parts';

/** Any number that other programs in the same database are not likely to lock. */
const LOCK_NUMBER = 7_163_244_091;

/** A PostgreSQL server, shared by the processes of an installation. */
export function postgresDriver(url: string): CodeDriver {
  // The server knows the connection of searches by its name, also after it was opened again.
  const searchName = `clearloop ${randomUUID()}`;
  return {
    place: `PostgreSQL on ${new URL(url).host}`,
    options: { type: 'postgres', url, ...databaseParts },
    searchOptions: (milliseconds) => ({
      type: 'postgres',
      url: withApplicationName(url, searchName),
      extra: { max: 1, statement_timeout: milliseconds },
      ...databaseParts,
    }),
    cancel: async (_searches, main) => {
      await main.query('SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [searchName]).catch(() => undefined);
    },
    canceller: async (runner, database) => {
      const pid = readPid(await runner.query('SELECT pg_backend_pid() AS pid'));
      // Whether it could be cancelled shows in the statement itself.
      return async () => {
        await database.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => undefined);
      };
    },
    prepare: async () => undefined,
    lock: async (runner) => {
      await runner.query(`SELECT pg_advisory_lock(${LOCK_NUMBER})`);
      await runner.query('BEGIN');
    },
    unlock: async (runner, isDone) => {
      await runner.query(isDone ? 'COMMIT' : 'ROLLBACK');
      await runner.query(`SELECT pg_advisory_unlock(${LOCK_NUMBER})`);
    },
    // Without statistics it compares every staged code with every code.
    measureStage: (runner) => runner.query('ANALYZE staged_code, code'),
    tidy: (runner) => runner.query('VACUUM ANALYZE code'),
    migrationTransaction: 'all',
    textType: 'TEXT COLLATE "C"',
    placeholders: (sql) => {
      let count = 0;
      return sql.replaceAll('?', () => `$${++count}`);
    },
    matchesWords: 'code.word_vector @@ CAST(:words AS tsquery)',
    wordMatch: (all, combine) => all.map(matchOfChoice).join(combine === 'all' ? ' & ' : ' | '),
  };
}

function withApplicationName(url: string, name: string): string {
  const named = new URL(url);
  named.searchParams.set('application_name', name);
  return named.href;
}

function matchOfChoice(choice: WordChoice): string {
  const sets = choice.map((words) => words.map((word) => `'${word}':*`).join(' & '));
  return `(${sets.map((set) => `(${set})`).join(' | ')})`;
}

/** The answer of pg_backend_pid(): one row. */
function readPid(rows: unknown): number | undefined {
  const [row] = rows as readonly { readonly pid: number }[];
  return row?.pid;
}
