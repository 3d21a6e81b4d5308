import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../common/package-root';

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

/** Gives the version of the package. */
export function readVersion(): string {
  const content: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  return typeof content === 'object' && content !== null && 'version' in content ? String(content.version) : 'unknown';
}
