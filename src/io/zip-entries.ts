import type { Entry, ZipFile } from 'yauzl';
import { crc32 } from '../common/crc32';

/** Entries that macOS adds to an archive. */
const ARCHIVER_NOTES = /(^|\/)(__MACOSX\/|\.DS_Store$)/;

/** True for files that a user put into an archive. */
export const isFileEntry = ({ fileName }: Entry): boolean => !fileName.endsWith('/') && !ARCHIVER_NOTES.test(fileName);

/** Yields the inflated bytes of a file of an archive, and throws where their sum differs. `name` is that of messages. */
export async function* readZipEntry(zip: ZipFile, entry: Entry, name: string): AsyncGenerator<Buffer, void, undefined> {
  let checksum = 0;
  const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
  for await (const chunk of stream) {
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (checksum !== entry.crc32) throw new Error(`the checksum of ${name} differs`);
}
