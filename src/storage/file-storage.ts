import { createReadStream, lstatSync, type Stats } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EdiError } from '../common/edi-error';
import { openFileTarget } from '../io/file-target';
import { Leftovers } from '../io/partial-file';
import { identityOf, statsOf } from '../io/path-state';
import type { FileAddress } from './address';
import { changed } from './resuming-read';
import type { ByteRange, FolderEntry, FolderListing, Storage, StoredFile } from './storage';
import { unreadableAt, unwritableAt } from './storage-error';

const READ_BYTES = 262_144;

/** Files of this machine, and of what is mounted there. Links are followed, each file and folder once. */
export function fileStorage(): Storage<FileAddress> {
  const leftovers = new Leftovers();
  return {
    find: async (address) => {
      const stats = statsOf(address.path);
      return stats?.isFile() === true ? storedFile(address.path, address.path.slice(address.path.lastIndexOf('/') + 1), stats) : undefined;
    },
    list: ({ path }, listing) => listAll(path, { ...listing, seen: new Set([identityOf(path)]), failures: [] }),
    read: readUnchanged,
    create: ({ path }) => openFileTarget(path, leftovers),
    remove: async (address) => {
      try {
        await rm(address.path, { force: true });
      } catch (cause) {
        throw unwritableAt(address, cause);
      }
    },
    close: async () => undefined,
  };
}

function storedFile(path: string, below: string, stats: Stats): StoredFile<FileAddress> {
  const facts = { bytes: stats.size, version: String(stats.mtimeMs), modifiedAt: stats.mtime.toISOString(), hasRanges: true };
  return { address: { kind: 'file', path }, below, ...facts };
}

/** A walk through folders. */
interface Walk extends FolderListing<FileAddress> {
  /** Links lead to the same folder or file again, also to one that is being looked into. */
  readonly seen: Set<string | undefined>;
  /** Folders that cannot be read. */
  readonly failures: EdiError[];
}

/** Throws the first failure at the end: a folder that cannot be read does not hide the others. */
async function* listAll(folder: string, walk: Walk): AsyncGenerator<FolderEntry<FileAddress>> {
  yield* listFolder(folder, '', walk);
  const [failure] = walk.failures;
  if (failure !== undefined) throw failure;
}

async function* listFolder(folder: string, below: string, walk: Walk): AsyncGenerator<FolderEntry<FileAddress>> {
  const names = await readdir(folder).catch((cause: unknown) => {
    const isRemoved = below !== '' && isGone(folder);
    if (!isRemoved) walk.failures.push(unreadableAt({ kind: 'file', path: folder }, cause));
    return [];
  });
  // In the order of code units, which does not depend on the language of the machine.
  for (const name of names.sort()) {
    if (name.startsWith('.')) continue;
    const path = join(folder, name);
    const stats = statsOf(path);
    const shown = below + name;
    if (stats === undefined || !mayRead(path, stats, walk)) {
      if (stats !== undefined || !isGone(path)) yield { file: unknownFile(path, shown) };
      continue;
    }
    const skipped = whySkipped(path, stats, walk);
    if (skipped === undefined && stats.isDirectory()) {
      if (isNew(path, walk.seen)) yield* listFolder(path, `${shown}/`, walk);
    } else yield { file: storedFile(path, shown, stats), ...(skipped === undefined ? {} : { skipped }) };
  }
}

/** False for a link that leads where nothing may be read, unless it is a folder that is skipped anyway. */
function mayRead(path: string, stats: Stats, { recurse, isAllowed }: Walk): boolean {
  return (stats.isDirectory() && !recurse) || (isAllowed?.({ kind: 'file', path }) ?? true);
}

/** What Node reads of a name that is not UTF-8, which then leads nowhere. */
const UNREADABLE_CHARACTER = '\ufffd';

/** True for a file that was renamed or removed after its folder was read; false for a link that leads nowhere. */
function isGone(path: string): boolean {
  if (path.includes(UNREADABLE_CHARACTER)) return false;
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    // What else is wrong with it is reported where it is read.
    return false;
  }
}

const unknownFile = (path: string, below: string): StoredFile<FileAddress> => {
  return { address: { kind: 'file', path }, below, bytes: undefined, version: undefined, modifiedAt: undefined };
};

function whySkipped(path: string, stats: Stats, { recurse, seen }: Walk): string | undefined {
  if (stats.isDirectory()) return recurse ? undefined : 'a folder; --recurse looks into it';
  if (!stats.isFile()) return 'not a regular file';
  return isNew(path, seen) ? undefined : 'the same file as another input';
}

function isNew(path: string, seen: Walk['seen']): boolean {
  const identity = identityOf(path);
  if (identity === undefined) return true;
  if (seen.has(identity)) return false;
  seen.add(identity);
  return true;
}

/** Reads to the end, and fails there when the file is no longer what was found. */
async function* readUnchanged({ address, bytes, version }: StoredFile<FileAddress>, range?: ByteRange): AsyncGenerator<Uint8Array> {
  if (range !== undefined && range.start >= range.end) return;
  try {
    const file: AsyncIterable<Buffer> = createReadStream(address.path, {
      highWaterMark: READ_BYTES,
      ...(range === undefined ? {} : { start: range.start, end: range.end - 1 }),
    });
    yield* file;
  } catch (cause) {
    throw unreadableAt(address, cause);
  }
  const stats = statsOf(address.path);
  const isSame = (bytes === undefined || stats?.size === bytes) && (version === undefined || String(stats?.mtimeMs) === version);
  if (!isSame) throw changed();
}
