import { EdiError } from '../common/edi-error';
import { addressBelow, parseAddress, showAddress } from '../storage/address';
import type { StoredFile } from '../storage/storage';
import { withoutGz } from '../io/source-name';
import type { Storages } from '../storage/storages';
import type { Batch } from './ledger/batch-table';
import type { NewFile } from './ledger/file-table';
import type { Ledger } from './ledger/ledger';
import { ListingNoteTaker } from './listing-notes';

/** Files that are added together. */
const FILES_OF_GROUP = 500;

/** How sources are listed. */
export interface Registration {
  readonly ledger: Ledger;
  readonly storages: Storages;
  /** Says why a file of a folder is not wanted. */
  readonly whyNot: (name: string) => string | undefined;
  /**
   * Milliseconds for which a file must not change before it is read: one that changed later than that is looked at again after that time. For folders and SFTP, where a
   * file is visible while it is written; objects of buckets appear whole.
   */
  readonly settleMilliseconds: number;
  readonly signal: AbortSignal;
}

/**
 * Lists the sources of a batch and adds their files to it, except those that it has with the same size and version. Returns how many are new. Notes in
 * the ledger which sources are empty, and what was ignored. Throws what a storage throws for the first source that cannot be listed, once the files of the others are
 * added. A batch that is cancelled meanwhile is not listed further.
 */
export async function registerSources({ id, request }: Batch, registration: Registration): Promise<number> {
  const { ledger, storages, whyNot, signal } = registration;
  const taker = new ListingNoteTaker();
  let added = 0;
  let group: StoredFile[] = [];
  let failure: EdiError | undefined;
  let isOpen = true;
  const flush = async (): Promise<void> => {
    const files = await toNewFiles(id, request.target, group, registration);
    added += files.length === 0 ? 0 : await ledger.files.add(id, files);
    group = [];
    isOpen = await isStillOpen(id, ledger);
  };
  for (const source of request.sources) {
    let isEmpty = true;
    try {
      for await (const { file, skipped } of storages.within(request.roots).search(source, { recurse: request.recurse ?? false, whyNot })) {
        signal.throwIfAborted();
        if (skipped !== undefined) {
          taker.ignored({ file: file.below, reason: skipped });
          continue;
        }
        isEmpty = false;
        if (group.push(file) === FILES_OF_GROUP) await flush();
        if (!isOpen) return added;
      }
      if (isEmpty) taker.empty(source);
    } catch (error) {
      if (!(error instanceof EdiError) || error.code === 'EDI_LEDGER_UNAVAILABLE') throw error;
      failure ??= error;
    }
  }
  await flush();
  await ledger.batches.noteListing(id, taker.notes);
  if (failure !== undefined) throw failure;
  return added;
}

/** False for a batch that was cancelled while it was listed: files that were added since then are cancelled, too. */
async function isStillOpen(id: string, ledger: Ledger): Promise<boolean> {
  if ((await ledger.batches.find(id))?.state !== 'cancelled') return true;
  await ledger.files.cancel(id);
  return false;
}

async function toNewFiles(
  batchId: string,
  target: string,
  found: readonly StoredFile[],
  { ledger, settleMilliseconds }: Registration,
): Promise<readonly NewFile[]> {
  const folder = parseAddress(target);
  const outputOf = (below: string): string => showAddress(addressBelow(folder, withoutGz(below)));
  const taken = new Map(
    await ledger.files.sourcesOf(
      batchId,
      found.map(({ below }) => outputOf(below)),
    ),
  );
  const files: NewFile[] = [];
  for (const { address, below, bytes, version, modifiedAt } of found) {
    const source = showAddress(address);
    const output = await freeOutput(outputOf(below), source, taken, (outputs) => ledger.files.sourcesOf(batchId, outputs));
    const isSettled = address.kind === 's3' || address.kind === 'http' || isOlder(modifiedAt, settleMilliseconds, ledger.now());
    const notBefore = isSettled ? {} : { notBefore: new Date(ledger.now().getTime() + settleMilliseconds) };
    files.push({ source, name: withoutGz(below), output, bytes, version, ...notBefore });
  }
  return files;
}

function isOlder(modifiedAt: string | undefined, milliseconds: number, now: Date): boolean {
  return milliseconds === 0 || (modifiedAt !== undefined && now.getTime() - Date.parse(modifiedAt) > milliseconds);
}

/** Sources of one name get numbers, so that none replaces the output of another. A source that comes again keeps its output. */
async function freeOutput(
  wanted: string,
  source: string,
  taken: Map<string, string>,
  look: (outputs: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<string> {
  for (let number = 1; ; number++) {
    const output = number === 1 ? wanted : `${wanted}-${number}`;
    const owner = taken.get(output) ?? (number === 1 ? undefined : (await look([output])).get(output));
    if (owner !== undefined && owner !== source) continue;
    taken.set(output, source);
    return output;
  }
}
