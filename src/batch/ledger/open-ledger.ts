import 'reflect-metadata';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { partMissing } from '../../common/optional-part';
import { EdiError } from '../../common/edi-error';
import { chooseDriver } from '../../codes/database/choose-driver';
import type { CodeDriver } from '../../codes/database/code-driver';
import { locked } from '../../codes/database/locked';
import { AddListings1764600000000 } from './add-listings.migration';
import { AddParts1764200000000 } from './add-parts.migration';
import { AddPublications1764400000000 } from './add-publications.migration';
import { AddVersions1764500000000 } from './add-versions.migration';
import { BatchFileEntity } from './batch-file.entity';
import { BatchOutputEntity } from './batch-output.entity';
import { BatchPublicationEntity } from './batch-publication.entity';
import { BatchVersionEntity } from './batch-version.entity';
import { BatchEntity } from './batch.entity';
import { CreateLedger1764000000000 } from './create-ledger.migration';
import { IndexEnds1764100000000 } from './index-ends.migration';
import { IndexTimes1764700000000 } from './index-times.migration';
import { Ledger } from './ledger';

/** Where the ledger is. */
export interface LedgerSettings {
  /** PostgreSQL; default CLEARLOOP_DB_URL, else the embedded database. */
  readonly CLEARLOOP_LEDGER_URL?: string | undefined;
  readonly CLEARLOOP_DB_URL?: string | undefined;
  /** Folder of the embedded database. */
  readonly CLEARLOOP_DATA_DIR?: string | undefined;
}

const DATABASE_FILE = 'batches.sqlite';

const LEDGER_PARTS = {
  entities: [BatchEntity, BatchFileEntity, BatchOutputEntity, BatchPublicationEntity, BatchVersionEntity],
  migrations: [
    CreateLedger1764000000000,
    IndexEnds1764100000000,
    AddParts1764200000000,
    AddPublications1764400000000,
    AddVersions1764500000000,
    AddListings1764600000000,
    IndexTimes1764700000000,
  ],
  migrationsTableName: 'ledger_migration',
} satisfies Partial<DataSourceOptions>;

/**
 * Opens the ledger: creates its database where it does not exist, and brings its structure up to date. Several processes may do so at once. Throws EDI_LEDGER_UNAVAILABLE,
 * EDI_PART_MISSING, and EDI_BAD_PARAMETER for an address that is none of PostgreSQL.
 */
export async function openLedger(settings: LedgerSettings, clock: () => Date = () => new Date()): Promise<Ledger> {
  const driver = ledgerDriver(settings);
  let database: DataSource | undefined;
  try {
    database = new DataSource({ ...driver.options, ...LEDGER_PARTS });
    await database.initialize();
    await bringUpToDate(database, driver);
    return new Ledger(database, await clockOf(database, clock));
  } catch (cause) {
    if (database?.isInitialized === true) await database.destroy();
    throw cause instanceof EdiError ? cause : (partMissing('A batch', cause) ?? unavailable(driver, cause));
  }
}

function ledgerDriver({ CLEARLOOP_LEDGER_URL: ledgerUrl, CLEARLOOP_DB_URL: codesUrl, CLEARLOOP_DATA_DIR: folder }: LedgerSettings): CodeDriver {
  const url = ledgerUrl || codesUrl || undefined;
  const names = { file: DATABASE_FILE, urlSetting: ledgerUrl ? 'CLEARLOOP_LEDGER_URL' : 'CLEARLOOP_DB_URL' };
  return chooseDriver({ ...(url === undefined ? {} : { CLEARLOOP_DB_URL: url }), ...(folder ? { CLEARLOOP_DATA_DIR: folder } : {}) }, names);
}

function unavailable(driver: CodeDriver, cause: unknown): EdiError {
  const advice = 'The settings CLEARLOOP_LEDGER_URL, CLEARLOOP_DB_URL and CLEARLOOP_DATA_DIR say where it is.';
  return new EdiError('EDI_LEDGER_UNAVAILABLE', `The ledger of batches in ${driver.place} cannot be opened. ${advice}`, { cause });
}

async function bringUpToDate(database: DataSource, driver: CodeDriver): Promise<void> {
  const runner = database.createQueryRunner();
  try {
    await driver.prepare(runner);
    await locked(runner, driver, () => database.runMigrations({ transaction: driver.migrationTransaction }));
  } finally {
    await runner.release();
  }
}

/** Leases of several machines are compared, so all of them use the clock of a server that they share. */
async function clockOf(database: DataSource, clock: () => Date): Promise<() => Date> {
  if (database.options.type !== 'postgres') return clock;
  const before = clock().getTime();
  const [{ milliseconds }] = readRows(await database.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS milliseconds'));
  const offset = Math.round(Number(milliseconds)) - before;
  return () => new Date(clock().getTime() + offset);
}

function readRows(rows: unknown): readonly [{ readonly milliseconds: unknown }] {
  return rows as readonly [{ readonly milliseconds: unknown }];
}
