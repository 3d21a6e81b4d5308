import { homedir } from 'node:os';
import { join } from 'node:path';
import { EdiError } from '../../common/edi-error';
import { makeFolder } from '../../io/make-folder';
import type { CodeStoreSettings } from '../code.types';
import type { CodeDriver } from './code-driver';
import { postgresDriver } from './postgres.driver';
import { IN_MEMORY, sqliteDriver } from './sqlite.driver';

/** What another database than that of the codes has of its own. */
export interface DatabaseNames {
  /** Name of the embedded database. */
  readonly file: string;
  /** Setting that has the address. */
  readonly urlSetting: string;
}

const CODES: DatabaseNames = { file: 'codes.sqlite', urlSetting: 'CLEARLOOP_DB_URL' };

const OWNER_ONLY = 0o700;

const POSTGRES_URL = /^postgres(ql)?:\/\//;

/**
 * Chooses the database by the settings, and makes the data folder. The one place that knows both drivers. Throws EDI_BAD_PARAMETER for an address that is none of
 * PostgreSQL, and EDI_CODES_UNAVAILABLE.
 */
export function chooseDriver({ CLEARLOOP_DATA_DIR: folder, CLEARLOOP_DB_URL: url }: CodeStoreSettings, { file, urlSetting } = CODES): CodeDriver {
  if (url !== undefined) {
    if (!POSTGRES_URL.test(url) || !URL.canParse(url)) throw new EdiError('EDI_BAD_PARAMETER', `The setting ${urlSetting} is not a postgres:// address.`);
    return postgresDriver(url);
  }
  if (folder === IN_MEMORY) return sqliteDriver(IN_MEMORY);
  const dataFolder = folder ?? join(homedir(), '.clearloop');
  try {
    makeFolder(dataFolder, OWNER_ONLY);
  } catch (cause) {
    throw new EdiError('EDI_CODES_UNAVAILABLE', `The data folder ${dataFolder} cannot be made. Set CLEARLOOP_DATA_DIR to a folder that can be written.`, {
      cause,
    });
  }
  return sqliteDriver(join(dataFolder, file));
}
