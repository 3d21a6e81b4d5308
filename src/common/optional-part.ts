import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { EdiError } from './edi-error';
import { packageRoot } from './package-root';

/** The package that installs every optional part. */
export const FULL_PACKAGE = 'clearloop-service';

/** `Cannot find module 'typeorm/driver'`, and the message of TypeORM about a database driver that is not installed. */
const MISSING = /^Cannot find (?:module|package) '((?:@[^/']+\/)?[^./'][^/']*)|^\S+ package has not been found installed\. .*npm install (\S+) /;

/**
 * Loads code of an optional part: the service or code look-up, whose packages are optional peer dependencies.
 * `user` is the subject of the message. Throws EDI_PART_MISSING with the package that is not installed.
 */
export async function loadPart<T>(user: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw partMissing(user, error) ?? error;
  }
}

/** True if the package of an optional part is installed. */
export function isInstalled(name: string): boolean {
  try {
    createRequire(__filename).resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** The error for a failure that comes from an optional package that is not installed; undefined for any other failure. */
export function partMissing(user: string, error: unknown): EdiError | undefined {
  const [, module, driver] = error instanceof Error ? (MISSING.exec(error.message) ?? []) : [];
  const missing = module ?? driver;
  if (missing === undefined || !isOptional(missing)) return undefined;
  return new EdiError('EDI_PART_MISSING', `${user} needs ${missing}, which is not installed. \`npm install ${FULL_PACKAGE}\` installs all optional parts.`, {
    cause: error,
  });
}

const isOptional = (name: string): boolean => Object.hasOwn(readPeers(), name);

function readPeers(): Readonly<Record<string, string>> {
  const manifest = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { readonly peerDependencies?: Readonly<Record<string, string>> };
  return manifest.peerDependencies ?? {};
}
