import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { EdiError } from '../../common/edi-error';
import type { EdiSource } from '../conversion.types';
import { failedSource } from './failed-source';
import type { ByteListener } from './file-source';
import { inflateIfGzip } from './inflate';
import { pathName, sourceName, withoutGz } from './source-name';

/** What macOS adds to an archive beside its files. */
const ARCHIVER_NOTES = /(^|\/)(__MACOSX\/|\.DS_Store$)/;

/**
 * Gives each file of a zip archive as a source, in the order of the archive. A source must be read before the next is taken.
 * An archive that cannot be read gives one source that fails. Closing the iterator closes the archive. `name` is that of the archive; an entry
 * is named after it and its path inside: `remits.zip/march/a.835`.
 */
export async function* zipSources(path: string, onBytes?: ByteListener, name = sourceName(path)): AsyncGenerator<EdiSource> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/') || ARCHIVER_NOTES.test(entry.fileName)) continue;
      yield entrySource(zip, entry, `${name}/${withoutGz(pathName(entry.fileName))}`, onBytes);
    }
  } catch (error) {
    yield failedSource(name, brokenArchive(error));
  } finally {
    zip?.close();
  }
}

function entrySource(zip: ZipFile, entry: Entry, name: string, onBytes: ByteListener | undefined): EdiSource {
  return { name, open: () => inflateIfGzip(readEntry(zip, entry, onBytes)) };
}

async function* readEntry(zip: ZipFile, entry: Entry, onBytes: ByteListener | undefined): AsyncGenerator<Buffer> {
  const storedShare = entry.uncompressedSize === 0 ? 0 : entry.compressedSize / entry.uncompressedSize;
  let checksum = 0;
  try {
    const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) {
      onBytes?.(chunk.length * storedShare);
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (checksum !== entry.crc32) throw new Error('the checksum of the entry differs');
  } catch (error) {
    throw brokenArchive(error);
  }
}

function brokenArchive(cause: unknown): EdiError {
  if (cause instanceof EdiError) return cause;
  const reason = cause instanceof Error ? cause.message.replace(/\.$/, '') : 'reading failed';
  return new EdiError('EDI_SOURCE_UNREADABLE', `The zip archive cannot be read: ${reason}. Is it complete and without a password?`, { cause });
}
