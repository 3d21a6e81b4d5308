import { writeSync } from 'node:fs';
import { type FileHandle, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { escapeControls } from '../common/control-characters';
import { EdiError } from '../common/edi-error';
import { makeFolder } from './make-folder';
import { systemErrorCode } from './system-error';
import type { OutputTarget } from './output-target';
import { Leftovers, partialPathOf } from './partial-file';

const OWNER_ONLY = 0o600;
const PERMISSIONS = 0o777;

/**
 * Opens an output file that appears whole or not at all: bytes go into a hidden file next to it, which is synced and renamed on `commit`. Leftovers of killed
 * processes in the folder are removed. A new file is readable by its owner alone; a replaced one keeps its mode. Devices and pipes are written directly.
 * Missing folders are created. Throws EDI_OUTPUT_FAILED.
 */
export async function openFileTarget(path: string, leftovers = new Leftovers()): Promise<OutputTarget> {
  return guarded(path, async () => {
    const target = await existingTarget(path);
    if (target?.isRegular === false) return directTarget(path, await open(path, 'w'));
    const finalPath = target?.path ?? path;
    makeFolder(dirname(finalPath));
    const partialPath = partialPathOf(finalPath);
    await leftovers.removeFrom(dirname(finalPath));
    return wholeFileTarget({ path, finalPath, partialPath }, await openPrivate(partialPath, target?.mode ?? OWNER_ONLY));
  });
}

/** Health data is for the user who converts it; a replaced file stays as open as its owner made it. */
async function openPrivate(path: string, mode: number): Promise<FileHandle> {
  const file = await open(path, 'w', OWNER_ONLY);
  // The mode of `open` holds for new files alone, and less the umask.
  await file.chmod(mode);
  return file;
}

/** The file at a path. */
interface ExistingTarget {
  readonly path: string;
  readonly isRegular: boolean;
  readonly mode: number;
}

/** Follows a symbolic link, so that the file behind it is replaced and not the link. */
async function existingTarget(path: string): Promise<ExistingTarget | undefined> {
  const stats = await stat(path).catch(() => undefined); // A file that is not there yet is the usual case; other trouble shows when it is opened.
  return stats === undefined ? undefined : { path: await realpath(path), isRegular: stats.isFile(), mode: stats.mode & PERMISSIONS };
}

function directTarget(path: string, file: FileHandle): OutputTarget {
  return {
    path,
    write: (bytes) => guarded(path, () => writeAll(file, bytes)),
    settle: async () => undefined,
    commit: () => guarded(path, () => file.close()),
    discard: () => guarded(path, () => file.close()),
  };
}

/** The name from the user, the file behind links, and the hidden file next to it. */
interface WholeFilePaths {
  readonly path: string;
  readonly finalPath: string;
  readonly partialPath: string;
}

function wholeFileTarget({ path, finalPath, partialPath }: WholeFilePaths, file: FileHandle): OutputTarget {
  let isSettled = false;
  const settle = async (): Promise<void> => {
    if (isSettled) return;
    await file.sync();
    await file.close();
    isSettled = true;
  };
  const discard = async (): Promise<void> => {
    await file.close().catch(() => undefined); // It may be closed already; what counts is that the partial file goes away.
    await unlink(partialPath);
  };
  return {
    path,
    write: (bytes) => guarded(path, () => writeAll(file, bytes)),
    settle: () => guarded(path, settle),
    commit: () =>
      guarded(path, async () => {
        await settle();
        await rename(partialPath, finalPath);
      }),
    discard: () => guarded(path, discard),
  };
}

/** Files take bytes at once; a hop through the thread pool for each chunk would cost more than writing it. */
async function writeAll({ fd }: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let start = 0; start < bytes.length;) start += writeSync(fd, bytes, start);
}

async function guarded<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const code = systemErrorCode(cause) ?? 'unknown error';
    throw new EdiError('EDI_OUTPUT_FAILED', `${escapeControls(path)} cannot be written (${code}). Check that there is space, and permission to write there.`, {
      cause,
    });
  }
}
