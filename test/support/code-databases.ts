import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { type CodeStore, openCodeStore, storeOf } from '../../src/codes/code-store';
import type { CodeRecord, CodeStoreSettings } from '../../src/codes/code.types';
import { chooseDriver } from '../../src/codes/database/choose-driver';
import { locked } from '../../src/codes/database/locked';
import { importCodes } from '../../src/codes/import-codes';
import type { ImportedRow, RecognisedRelease, Release } from '../../src/codes/import/import.types';
import type { LoadSummary } from '../../src/codes/load/code-merge';
import { itEveryNth } from './fuzz';
import { administer, createPostgresDatabase, POSTGRES_URL, uniqueName } from './postgres';

/** A kind of database that codes can be kept in. */
export interface CodeDatabase {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** Makes an empty database of this kind, for one store. */
  create(): Promise<TestDatabase>;
  /** Makes an empty database that several stores and processes may open. */
  createShared(): Promise<TestDatabase>;
}

/** A database that belongs to a test. */
export interface TestDatabase {
  readonly settings: CodeStoreSettings;
  remove(): Promise<void>;
}

const sqlite: CodeDatabase = {
  name: 'SQLite',
  create: async () => ({ settings: { CLEARLOOP_DATA_DIR: ':memory:' }, remove: async () => undefined }),
  async createShared() {
    const folder = mkdtempSync(join(tmpdir(), 'clearloop-codes-'));
    return { settings: { CLEARLOOP_DATA_DIR: folder }, remove: async () => rmSync(folder, { recursive: true, force: true }) };
  },
};

let postgresDatabase: Promise<URL> | undefined;

/** A schema of one database of the suite: creating a database takes longer than most tests. */
function postgres(url: string): CodeDatabase {
  const create = async (): Promise<TestDatabase> => {
    const address = new URL(await (postgresDatabase ??= createPostgresDatabase(url)));
    const schema = uniqueName();
    await administer(address.href, `CREATE SCHEMA ${schema}`);
    address.searchParams.set('options', `-c search_path=${schema}`);
    // The schema is dropped together with its database.
    return { settings: { CLEARLOOP_DB_URL: address.href }, remove: async () => undefined };
  };
  return { name: 'PostgreSQL', create, createShared: create };
}

/**
 * The databases that every test of codes runs on: SQLite always, PostgreSQL on the server that CLEARLOOP_TEST_POSTGRES_URL names.
 * In CI the server must be there: then its absence is an error.
 */
export function codeDatabases(): readonly CodeDatabase[] {
  if (POSTGRES_URL) return [sqlite, postgres(POSTGRES_URL)];
  if (process.env['CI']) throw new Error('Set CLEARLOOP_TEST_POSTGRES_URL to a PostgreSQL server, such as postgres://postgres@127.0.0.1:5432/test.');
  console.warn('CLEARLOOP_TEST_POSTGRES_URL is not set: codes are tested on SQLite only.');
  return [sqlite];
}

/** `it` for tests whose subject hardly depends on the database: in `npm test` every sixth of them runs on PostgreSQL. */
export const itOn = ({ name }: { readonly name: string }): ReturnType<typeof itEveryNth> => (name === 'PostgreSQL' ? itEveryNth(6) : it);

/** Gives the open store of the running test. */
export type StoreOf = () => CodeStore;

/** Opens a database as `openCodeStore` does, but without the lists of the product, which would take most of the time of a test. */
export async function openEmptyStore(settings: CodeStoreSettings): Promise<CodeStore> {
  const driver = chooseDriver(settings);
  const database = await new DataSource(driver.options).initialize();
  const runner = database.createQueryRunner();
  try {
    await driver.prepare(runner);
    await locked(runner, driver, () => database.runMigrations({ transaction: driver.migrationTransaction }));
  } finally {
    await runner.release();
  }
  return storeOf(database, driver);
}

/**
 * Describes what holds on every database. Each has one store for all its tests, without the lists of the product unless `isShipped`. The `it` that
 * `tests` is given is `itOn` of the database.
 */
export function describeDatabases(title: string, tests: (store: StoreOf, it: ReturnType<typeof itOn>) => void, { isShipped = false } = {}): void {
  describe.each(codeDatabases())(`${title} ($name)`, ({ name, create }) => {
    let database: TestDatabase;
    let store: CodeStore;
    beforeAll(async () => {
      database = await create();
      store = await openOrRemove(database, isShipped ? openCodeStore : openEmptyStore);
    });
    afterAll(async () => {
      await store.close();
      await database.remove();
    });
    tests(() => store, itOn({ name }));
  });
}

/** Opens a database, and removes it where that fails: then nothing after the test would. */
async function openOrRemove(database: TestDatabase, open: (settings: CodeStoreSettings) => Promise<CodeStore>): Promise<CodeStore> {
  try {
    return await open(database.settings);
  } catch (error) {
    await database.remove();
    throw error;
  }
}

const TABLES = ['code_pair', 'age_limit', 'unit_limit', 'code_category', 'code', 'code_set'];

/** Removes all codes and sets. */
export async function clearCodes({ database }: CodeStore): Promise<void> {
  for (const table of TABLES) await database.query(`DELETE FROM ${table}`);
}

/** What a test says of a release; the rest does not matter to it. */
export type ReleaseParts = Partial<Release>;

/** Makes a release of rows. */
export function releaseOfRows(rows: Iterable<ImportedRow> | AsyncIterable<ImportedRow>, parts: ReleaseParts = {}): RecognisedRelease {
  const release = { set: 'TEST', release: '', source: 'test', replacesEdits: false, ...parts };
  return {
    ...release,
    files: [],
    async *read() {
      yield* rows;
    },
  };
}

/** Imports rows as a release and gives what that changed. */
export async function importRows(store: CodeStore, rows: Iterable<ImportedRow> | AsyncIterable<ImportedRow>, parts: ReleaseParts = {}): Promise<LoadSummary> {
  const [summary] = await importCodes(store, [releaseOfRows(rows, parts)], { now: new Date('2026-11-20T12:00:00Z') });
  if (summary === undefined) throw new Error('Nothing was loaded.');
  return summary;
}

/** Rows of codes. */
export const codeRows = (codes: readonly CodeRecord[]): readonly ImportedRow[] => codes.map((code) => ({ kind: 'code', code }));

/** Imports codes as a release and gives what that changed. */
export async function importRecords(store: CodeStore, codes: readonly CodeRecord[], parts: ReleaseParts = {}): Promise<LoadSummary> {
  return importRows(store, codeRows(codes), parts);
}

/** A procedure of HCPCS. */
export const hcpcs = (code: string, desc?: string, more: Partial<CodeRecord> = {}): CodeRecord => ({
  type: 'PROCEDURE',
  subType: 'HCPCS',
  code,
  ...(desc === undefined ? {} : { desc }),
  ...more,
});

/** A diagnosis of ICD-10-CM. */
export const diagnosis = (code: string, desc: string, more: Partial<CodeRecord> = {}): CodeRecord => ({
  type: 'DIAGNOSIS',
  subType: 'ICD_10',
  code,
  formattedCode: code.length > 3 ? `${code.slice(0, 3)}.${code.slice(3)}` : code,
  desc,
  ...more,
});

/** A drug, by its hyphenated National Drug Code. */
export const drug = (code: string, desc: string, more: Partial<CodeRecord> = {}): CodeRecord => ({ type: 'DRUG', subType: 'NDC', code, desc, ...more });
