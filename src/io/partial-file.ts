import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { systemErrorCode } from './system-error';

/** Process ids tell processes of one machine apart, and a folder may be shared by several; containers have names of their own. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** The names that processes of this machine give their partial files: `.claims.json.partial-0f1e2d3c-4711`. */
const PARTIAL_NAME = new RegExp(`^\\..+\\.partial-${HOST}-(\\d+)$`);

/** Gives the path of the hidden file into which this process writes until a file is whole. */
export function partialPathOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.partial-${HOST}-${process.pid}`);
}

/** Removes partial files whose processes are gone: those that were killed could not do it. It looks into a folder once. */
export class Leftovers {
  private readonly folders = new Set<string>();

  async removeFrom(folder: string): Promise<void> {
    if (this.folders.has(folder)) return;
    this.folders.add(folder);
    for (const name of await readdir(folder)) {
      const processId = PARTIAL_NAME.exec(name)?.[1];
      if (processId !== undefined && isGone(Number(processId))) await rm(join(folder, name), { force: true });
    }
  }
}

function isGone(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return false;
  } catch (error) {
    // A process of somebody else answers EPERM.
    return systemErrorCode(error) === 'ESRCH';
  }
}
