import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Which build of Clearloop runs. */
export interface BuildInfo {
  readonly version: string;
  /** When the running file was built, as an ISO 8601 date and time in UTC. */
  readonly buildDateTime: string;
}

/** Reads the version from package.json and takes the time of this compiled file as the time of the build. */
export function readBuildInfo(): BuildInfo {
  return { version: readVersion(), buildDateTime: statSync(__filename).mtime.toISOString() };
}

/** Gives the version of the package, found from the package root above this file. */
export function readVersion(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  const content: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return typeof content === 'object' && content !== null && 'version' in content ? String(content.version) : 'unknown';
}
