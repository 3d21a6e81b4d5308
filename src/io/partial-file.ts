import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasEnded, PROCESS_HOST } from './process-host';

/** Names of partial files that processes of this machine use: `.claims.json.partial-0f1e2d3c-4711`. */
const PARTIAL_NAME = new RegExp(`^\\..+\\.partial-${PROCESS_HOST}-(\\d+)$`);

/** Returns the path of the hidden file into which this process writes until a file is whole. */
export function partialPathOf(path: string): string {
  return join(dirname(path), partialNameOf(basename(path), `${PROCESS_HOST}-${process.pid}`));
}

/** What most file systems allow. */
const MAX_NAME_BYTES = 255;

/** Returns the hidden name of a file until it is whole. A long name is replaced by its digest, so that the hidden name is not too long where the name is not. */
export function partialNameOf(name: string, writer: string): string {
  const partial = `.${name}.partial-${writer}`;
  if (Buffer.byteLength(partial) <= MAX_NAME_BYTES) return partial;
  return `.${createHash('sha256').update(name).digest('hex')}.partial-${writer}`;
}

/** Removes partial files of processes that no longer run: killed ones could not do it. It searches a folder once. */
export class Leftovers {
  private readonly folders = new Set<string>();

  async removeFrom(folder: string): Promise<void> {
    if (this.folders.has(folder)) return;
    this.folders.add(folder);
    for (const name of await readdir(folder)) {
      const processId = PARTIAL_NAME.exec(name)?.[1];
      if (processId !== undefined && hasEnded(Number(processId))) await rm(join(folder, name), { force: true });
    }
  }
}
