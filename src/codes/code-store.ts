import type { CodeStoreSettings } from './code.types';
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { EdiError } from '../common/edi-error';
import { partMissing } from '../common/optional-part';
import { chooseDriver } from './database/choose-driver';
import type { CodeDriver } from './database/code-driver';
import { locked } from './database/locked';
import { SearchLane } from './search-lane';
import { loadShippedLists } from './shipped/load-shipped-lists';

/** The open database of codes. */
export interface CodeStore {
  readonly database: DataSource;
  readonly driver: CodeDriver;
  /** Where searches run. */
  readonly searches: SearchLane;
  close(): Promise<void>;
}

/**
 * Opens the database of codes: makes it if need be, brings its structure up to date, and loads the lists that come with
 * the product where they are new. Several processes may do so at once. Throws EDI_CODES_UNAVAILABLE, EDI_PART_MISSING, and
 * EDI_BAD_PARAMETER for settings that cannot be used.
 */
export async function openCodeStore(settings: CodeStoreSettings): Promise<CodeStore> {
  const driver = chooseDriver(settings);
  let database: DataSource | undefined;
  try {
    // Loads the package of the database.
    database = new DataSource(driver.options);
    await database.initialize();
    await bringUpToDate(database, driver);
    return storeOf(database, driver);
  } catch (cause) {
    if (database?.isInitialized === true) await database.destroy();
    throw cause instanceof EdiError ? cause : (partMissing('Code look-up', cause) ?? unavailable(driver, 'cannot be opened', cause));
  }
}

/** Gives the store of a database that is open and up to date. */
export function storeOf(database: DataSource, driver: CodeDriver): CodeStore {
  const searches = new SearchLane(database, driver);
  const close = async (): Promise<void> => {
    await searches.close();
    await database.destroy();
  };
  return { database, driver, searches, close };
}

/** Asks the database; what it throws becomes EDI_CODES_UNAVAILABLE. */
export async function ask<T>({ driver }: CodeStore, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (cause) {
    throw cause instanceof EdiError ? cause : unavailable(driver, 'cannot be read', cause);
  }
}

/** Wraps what a database throws. Its own message may hold values, so it is the cause only. */
export function unavailable(driver: CodeDriver, what: string, cause: unknown): EdiError {
  const message = `The codes in ${driver.place} ${what}. The settings CLEARLOOP_DATA_DIR and CLEARLOOP_DB_URL say where they are kept.`;
  return new EdiError('EDI_CODES_UNAVAILABLE', message, { cause });
}

async function bringUpToDate(database: DataSource, driver: CodeDriver): Promise<void> {
  const runner = database.createQueryRunner();
  try {
    await driver.prepare(runner);
    await locked(runner, driver, () => database.runMigrations({ transaction: driver.migrationTransaction }));
    await loadShippedLists(runner, driver);
  } finally {
    await runner.release();
  }
}
