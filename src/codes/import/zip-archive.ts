import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { EdiError } from '../../common/edi-error';
import { invalidFile } from './import-error';

/** A zip archive that may be opened several times, from its file or from the archive around it. */
export interface ZipArchive {
  /** Its path as messages show it. */
  readonly path: string;
  open(): Promise<ZipFile>;
}

/** What macOS adds to an archive beside its files. */
const ARCHIVER_NOTES = /(^|\/)(__MACOSX\/|\.DS_Store$)/;

const ZIP_MAGIC = Buffer.from('PK\x03\x04', 'latin1');

const OPTIONS = { lazyEntries: true, autoClose: false };

/** An archive within an archive is held in memory while it is read. */
const LARGEST_INNER_ARCHIVE = 268_435_456;

/** True for the first bytes of a zip archive, which Excel workbooks are too. */
export function isZip(head: Buffer): boolean {
  return head.subarray(0, ZIP_MAGIC.length).equals(ZIP_MAGIC);
}

/** Gives the archive in a file. */
export function archiveOnDisk(path: string, shownPath: string): ZipArchive {
  return { path: shownPath, open: () => openOrRefuse(shownPath, () => openPromise(path, OPTIONS)) };
}

/** Gives an archive that is an entry of another. */
export function archiveInBytes(path: string, open: () => AsyncIterable<Buffer>): ZipArchive {
  return { path, open: async () => openOrRefuse(path, async () => fromBufferPromise(await collect(path, open()), OPTIONS)) };
}

/** Lists the files of an archive. */
export async function listEntries(archive: ZipArchive): Promise<readonly Entry[]> {
  const zip = await archive.open();
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('/') && !ARCHIVER_NOTES.test(entry.fileName)) entries.push(entry);
    }
    return entries;
  } catch (error) {
    throw brokenArchive(archive.path, error);
  } finally {
    zip.close();
  }
}

/** Reads a file of an archive and checks its sum. Closing the iterator closes the archive. */
export async function* readEntry(archive: ZipArchive, entry: Entry): AsyncGenerator<Buffer, void, undefined> {
  const zip = await archive.open();
  let checksum = 0;
  try {
    const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (checksum !== entry.crc32) throw new Error(`the checksum of ${entry.fileName} differs`);
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
    if (size > LARGEST_INNER_ARCHIVE) throw invalidFile(path, 'is larger than 256 MB within an archive', 'Unpack it and load it by itself.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function brokenArchive(path: string, cause: unknown): EdiError {
  if (cause instanceof EdiError) return cause;
  const reason = cause instanceof Error ? cause.message : 'reading failed';
  return invalidFile(path, `the zip archive cannot be read: ${reason.replace(/\.+$/, '')}`, 'Is it complete and without a password?', { cause });
}
