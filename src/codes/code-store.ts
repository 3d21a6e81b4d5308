import type { CodeStoreSettings } from './code.types';
import 'reflect-metadata';
import { DataSource, type Repository } from 'typeorm';
import { EdiError } from '../common/edi-error';
import { partMissing } from '../common/optional-part';
import { chooseDriver } from './database/choose-driver';
import type { CodeDriver } from './database/code-driver';
import { locked } from './database/locked';
import { AgeLimitEntity } from './entities/age-limit.entity';
import { CodeCategoryEntity } from './entities/code-category.entity';
import { CodePairEntity } from './entities/code-pair.entity';
import { CodeSetEntity } from './entities/code-set.entity';
import { CodeEntity } from './entities/code.entity';
import { UnitLimitEntity } from './entities/unit-limit.entity';
import { SearchLane } from './search-lane';
import { loadShippedLists } from './shipped/load-shipped-lists';

/** The tables of codes, for plain queries. In the service `@nestjs/typeorm` injects them. */
export interface CodeRepositories {
  readonly codes: Repository<CodeEntity>;
  readonly sets: Repository<CodeSetEntity>;
  readonly categories: Repository<CodeCategoryEntity>;
  readonly unitLimits: Repository<UnitLimitEntity>;
  readonly ageLimits: Repository<AgeLimitEntity>;
  readonly pairs: Repository<CodePairEntity>;
}

/** The open database of codes. */
export interface CodeStore {
  readonly database: DataSource;
  readonly repositories: CodeRepositories;
  readonly driver: CodeDriver;
  /** Where searches run. */
  readonly searches: SearchLane;
  close(): Promise<void>;
}

/** Opens the database of codes. Throws as `openCodeDatabase` does, and EDI_BAD_PARAMETER for settings that cannot be used. */
export async function openCodeStore(settings: CodeStoreSettings): Promise<CodeStore> {
  const driver = chooseDriver(settings);
  return storeOf(await openCodeDatabase(driver), driver);
}

/**
 * Opens the database of a driver: creates it if it does not exist, updates its schema, and loads new lists of the product. Several processes may do so at once.
 * Throws EDI_CODES_UNAVAILABLE and EDI_PART_MISSING.
 */
export async function openCodeDatabase(driver: CodeDriver): Promise<DataSource> {
  let database: DataSource | undefined;
  try {
    // Loads the package of the database.
    database = new DataSource(driver.options);
    await database.initialize();
    await bringUpToDate(database, driver);
    return database;
  } catch (cause) {
    if (database?.isInitialized === true) await database.destroy();
    throw cause instanceof EdiError ? cause : (partMissing('Code look-up', cause) ?? unavailable(driver, 'cannot be opened', cause));
  }
}

/** Returns the store of a database that is open and up to date. */
export function storeOf(database: DataSource, driver: CodeDriver, repositories = repositoriesOf(database)): CodeStore {
  const searches = new SearchLane(database, driver);
  const close = async (): Promise<void> => {
    await searches.close();
    await database.destroy();
  };
  return { database, repositories, driver, searches, close };
}

function repositoriesOf(database: DataSource): CodeRepositories {
  return {
    codes: database.getRepository(CodeEntity),
    sets: database.getRepository(CodeSetEntity),
    categories: database.getRepository(CodeCategoryEntity),
    unitLimits: database.getRepository(UnitLimitEntity),
    ageLimits: database.getRepository(AgeLimitEntity),
    pairs: database.getRepository(CodePairEntity),
  };
}

/** Queries the database; its errors become EDI_CODES_UNAVAILABLE. After an abort of the signal, throws its reason instead. */
export async function ask<T>({ driver }: CodeStore, question: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await question();
  } catch (cause) {
    signal?.throwIfAborted();
    throw cause instanceof EdiError ? cause : unavailable(driver, 'cannot be read', cause);
  }
}

/** Wraps an error of a database. Its own message may contain values, so it is the cause only. */
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
