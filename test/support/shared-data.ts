import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isLong } from './fuzz';

/** The folder with corpus, conformance cases and specification. It is not part of the repository. */
const FOLDER = resolve(process.env['CLEARLOOP_SHARED'] ?? join(__dirname, '../../../shared'));

/**
 * Gives a folder of the shared data, undefined where there is none. In CI it must be there: then its absence is an error.
 */
export function sharedFolder(name: string): string | undefined {
  const folder = join(FOLDER, name);
  if (existsSync(folder)) return folder;
  if (process.env['CI']) throw new Error(`${folder} does not exist. Set CLEARLOOP_SHARED to the folder with the shared data.`);
  console.warn(`${folder} does not exist: the tests that read it are passed over. Set CLEARLOOP_SHARED to run them.`);
  return undefined;
}

/** Gives a folder of the shared data to the long suites, and undefined to `npm test`, which reads what stands in the repository. */
export const sharedFolderWhenLong = (name: string): string | undefined => (isLong ? sharedFolder(name) : undefined);

/** A file of test data. */
export interface DataFile {
  /** Path below the folder that was searched. */
  readonly name: string;
  readonly path: string;
  read(): Buffer;
}

/** Gives every file below a folder, in the order of their names. */
export function filesBelow(folder: string): DataFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return names.map((name) => ({ name, path: join(folder, name), read: () => readFileSync(join(folder, name)) })).filter(({ path }) => statSync(path).isFile());
}
