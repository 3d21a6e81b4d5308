import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { EdiError } from '../../common/edi-error';
import { isFileEntry, readZipEntry } from '../../io/zip-entries';
import { invalidFile } from './import-error';
import { MAX_ENTRIES } from './import-limits';

/** A zip archive that may be opened several times, from its file or from the archive around it. */
export interface ZipArchive {
  /** Its path as messages show it. */
  readonly path: string;
  open(): Promise<ZipFile>;
}

const ZIP_MAGIC = Buffer.from('PK\x03\x04', 'latin1');

const OPTIONS = { lazyEntries: true, autoClose: false };

/** An archive within an archive is held in memory while it is read. */
const MAX_INNER_ARCHIVE_BYTES = 268_435_456;

/** True for the first bytes of a zip archive, which Excel workbooks are too. */
export function isZip(head: Buffer): boolean {
  return head.subarray(0, ZIP_MAGIC.length).equals(ZIP_MAGIC);
}

/** Returns the archive in a file. */
export function archiveOnDisk(path: string, shownPath: string): ZipArchive {
  return { path: shownPath, open: () => openOrRefuse(shownPath, () => openPromise(path, OPTIONS)) };
}

/** Returns an archive that is an entry of another. Its bytes are inflated once while it is open. */
export function archiveInBytes(path: string, open: () => AsyncIterable<Buffer>): ZipArchive {
  let held: WeakRef<Buffer> | undefined;
  const read = async (): Promise<Buffer> => {
    const known = held?.deref();
    if (known !== undefined) return known;
    const bytes = await collect(path, open());
    held = new WeakRef(bytes);
    return bytes;
  };
  return { path, open: async () => openOrRefuse(path, async () => fromBufferPromise(await read(), OPTIONS)) };
}

/** Lists the files of an archive. Throws EDI_CODES_FILE_INVALID for too many, and for files that share bytes of the archive. */
export async function listEntries(archive: ZipArchive): Promise<readonly Entry[]> {
  const zip = await archive.open();
  const all: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      if (all.push(entry) > MAX_ENTRIES)
        throw invalidFile(archive.path, `the archive has more than ${MAX_ENTRIES} files`, 'Unpack it and load the files that have codes.');
    }
    checkOverlap(archive.path, all);
    return all.filter(isFileEntry);
  } catch (error) {
    throw brokenArchive(archive.path, error);
  } finally {
    zip.close();
  }
}

/** Bytes of an archive before the name of a file. */
const LOCAL_HEADER_BYTES = 30;

/** Files that share bytes would let a small archive expand without limit. */
function checkOverlap(path: string, entries: readonly Entry[]): void {
  const sorted = entries.toSorted((one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader);
  sorted.forEach(({ relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize }, i) => {
    const next = sorted[i + 1];
    if (next === undefined || start + LOCAL_HEADER_BYTES + fileNameLength + compressedSize <= next.relativeOffsetOfLocalHeader) return;
    throw invalidFile(path, 'files of the archive overlap', 'Is it an archive of its publisher?');
  });
}

/** Reads a file of an archive and checks its sum. Closing the iterator closes the archive. */
export async function* readEntry(archive: ZipArchive, entry: Entry): AsyncGenerator<Buffer, void, undefined> {
  const zip = await archive.open();
  try {
    yield* readZipEntry(zip, entry, entry.fileName);
  } catch (error) {
    throw brokenArchive(archive.path, error);
  } finally {
    zip.close();
  }
}

async function openOrRefuse(path: string, open: () => Promise<ZipFile>): Promise<ZipFile> {
  try {
    return await open();
  } catch (error) {
    throw brokenArchive(path, error);
  }
}

async function collect(path: string, bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_INNER_ARCHIVE_BYTES) throw invalidFile(path, 'is larger than 256 MB within an archive', 'Unpack it and load it by itself.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function brokenArchive(path: string, cause: unknown): EdiError {
  if (cause instanceof EdiError) return cause;
  const reason = cause instanceof Error ? cause.message : 'reading failed';
  return invalidFile(path, `the zip archive cannot be read: ${reason.replace(/\.+$/, '')}`, 'Is it complete and without a password?', { cause });
}
