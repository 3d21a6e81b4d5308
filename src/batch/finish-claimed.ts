import { createHash } from 'node:crypto';
import type { OutputFile } from '../io/output-set';
import type { BatchRequest, FileResult } from './batch.types';
import type { BatchFileEntity } from './ledger/batch-file.entity';
import { readOutputs } from './ledger/columns';
import type { Ledger } from './ledger/ledger';
import type { Claimed } from './worker-tools';

/**
 * Ends a file whose outputs are visible. Outputs of the earlier version of its source that this one does not have are removed, such as a table that is empty now: a reader would
 * take them for a part of this version. False when the file was taken away.
 */
export async function finishClaimed({ file, storages }: Claimed, result: FileResult, { options }: BatchRequest, ledger: Ledger): Promise<boolean> {
  const key = createHash('sha256')
    .update(JSON.stringify([file.output, options]))
    .digest('hex');
  for (const { path, bytes } of await outdated(key, file, result, ledger)) {
    // What another program wrote meanwhile is not ours.
    if ((await storages.find(path))?.bytes === bytes) await storages.remove(path);
  }
  // First, so that a file that is done is the one whose outputs the next version replaces.
  await ledger.versions.set(key, file.id);
  return ledger.finish(file, result);
}

async function outdated(key: string, { id, output }: BatchFileEntity, { outputs }: FileResult, ledger: Ledger): Promise<readonly OutputFile[]> {
  const earlierId = await ledger.versions.find(key);
  if (earlierId === undefined || earlierId === id) return [];
  const earlier = await ledger.files.find(earlierId);
  // A database may give the id of a deleted row to another file.
  if (earlier?.output !== output) return [];
  const left = readOutputs(earlier.outputs).filter((path) => !outputs.includes(path));
  const publications = await ledger.publications.of(left);
  return left.flatMap((path) => {
    const publication = publications.get(path);
    return publication?.fileId === earlierId ? [{ path, bytes: publication.bytes }] : [];
  });
}
