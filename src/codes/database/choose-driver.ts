import { homedir } from 'node:os';
import { join } from 'node:path';
import { EdiError } from '../../common/edi-error';
import { makeFolder } from '../../io/make-folder';
import type { CodeStoreSettings } from '../code.types';
import type { CodeDriver } from './code-driver';
import { postgresDriver } from './postgres.driver';
import { IN_MEMORY, sqliteDriver } from './sqlite.driver';

const DATABASE_FILE = 'codes.sqlite';

const OWNER_ONLY = 0o700;

const POSTGRES_URL = /^postgres(ql)?:\/\//;

/**
 * Chooses the database by the settings, and makes the data folder; `file` is the name of the embedded database. The one place that knows both
 * drivers. Throws EDI_CODES_UNAVAILABLE.
 */
export function chooseDriver({ CLEARLOOP_DATA_DIR: folder, CLEARLOOP_DB_URL: url }: CodeStoreSettings, file = DATABASE_FILE): CodeDriver {
  if (url !== undefined) {
    if (!POSTGRES_URL.test(url) || !URL.canParse(url)) throw new EdiError('EDI_BAD_PARAMETER', 'The setting CLEARLOOP_DB_URL is not a postgres:// address.');
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
