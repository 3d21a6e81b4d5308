import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl';
import { DamagedInput } from '../common/damaged-input';
import { EdiError } from '../common/edi-error';
import type { EdiSource } from './edi-source';
import { failedSource } from './failed-source';
import type { ByteListener } from './file-source';
import { inflateIfGzip } from './inflate';
import { isFileEntry, readZipEntry } from './zip-entries';
import { systemErrorCode } from './system-error';
import { pathName, sourceName, withoutGz } from './source-name';

/**
 * Returns each file of a zip archive as a source, in the order of the archive. A source must be read before the next is taken. An archive that cannot be read
 * becomes one source that fails, and so does an entry whose name leads out of it. Closing the iterator closes the archive. `name` is that of the archive; an entry
 * is named after it and its path inside: `remits.zip/march/a.835`.
 */
export async function* zipSources(path: string, onBytes?: ByteListener, name = sourceName(path)): AsyncGenerator<EdiSource> {
  let zip: ZipFile | undefined;
  try {
    // Where the package decodes names, one that leads out of the archive ends the reading of all entries.
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false });
    for await (const entry of zip.eachEntry()) {
      entry.fileName = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
      const mistake = validateFileName(entry.fileName);
      if (mistake !== null) yield failedSource(name, new DamagedInput(`An entry of the zip archive is not read: ${mistake}.`));
      else if (isFileEntry(entry)) yield entrySource(zip, entry, `${name}/${withoutGz(pathName(entry.fileName))}`, onBytes);
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
  if (entry.isEncrypted()) throw new DamagedInput('The entry is encrypted. Unpack the archive with its password, and convert its files.');
  const storedShare = entry.uncompressedSize === 0 ? 0 : entry.compressedSize / entry.uncompressedSize;
  try {
    for await (const chunk of readZipEntry(zip, entry, 'the entry')) {
      onBytes?.(chunk.length * storedShare);
      yield chunk;
    }
  } catch (error) {
    throw brokenArchive(error);
  }
}

function brokenArchive(cause: unknown): EdiError {
  if (cause instanceof EdiError) return cause;
  const reason = cause instanceof Error ? cause.message.replace(/\.$/, '') : 'reading failed';
  const message = `The zip archive cannot be read: ${reason}. Is it complete and without a password?`;
  return isOfMachine(cause) ? new EdiError('EDI_SOURCE_UNREADABLE', message, { cause }) : new DamagedInput(message, { cause });
}

/** Errors of zlib and of the package are about the bytes; all others have codes of the system, such as EIO. */
function isOfMachine(cause: unknown): boolean {
  const code = systemErrorCode(cause);
  return code !== undefined && !code.startsWith('Z_');
}
