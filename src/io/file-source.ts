import { statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { EdiError } from '../common/edi-error';
import type { EdiSource, OpenOptions } from './edi-source';
import { inflateIfGzip } from './inflate';
import { sourceName } from './source-name';
import { systemErrorCode } from './system-error';

/** Called with the number of further bytes of the stored (still compressed) input that were read; for progress. */
export type ByteListener = (count: number) => void;

/** Large reads: fewer turns of the event loop for the same bytes. */
const READ_BYTES = 262_144;

/** Returns a file as a source, by default under its base name; the file is opened when its turn comes and inflated when it is gzip data. */
export function fileSource(path: string, onBytes?: ByteListener, name = sourceName(path)): EdiSource {
  return { name, path, onBytes, url: pathToFileURL(path).href, ...changedAt(path), open: (options) => inflateIfGzip(readFile(path, onBytes, options)) };
}

function changedAt(path: string): Pick<EdiSource, 'lastModifiedDateTime'> {
  try {
    return { lastModifiedDateTime: statSync(path).mtime.toISOString() };
  } catch {
    // A file that is not there has no time; opening it reports that.
    return {};
  }
}

async function* readFile(path: string, onBytes: ByteListener | undefined, { mayReuse = false }: OpenOptions = {}): AsyncGenerator<Buffer> {
  try {
    const file = await open(path);
    try {
      for await (const chunk of readAhead(file, mayReuse)) {
        onBytes?.(chunk.length);
        yield chunk;
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unreadable(error);
  }
}

/** Reads the next bytes while the last ones are used, and writes them over those before if they may be. */
async function* readAhead(file: FileHandle, mayReuse: boolean): AsyncGenerator<Buffer> {
  let [room, free] = [newRoom(), newRoom()];
  let reading = file.read(room, 0, READ_BYTES);
  try {
    for (;;) {
      const { bytesRead } = await reading;
      if (bytesRead === 0) return;
      const chunk = room.subarray(0, bytesRead);
      [room, free] = [free, mayReuse ? room : newRoom()];
      reading = file.read(room, 0, READ_BYTES);
      // A failure is thrown when it is its turn.
      reading.catch(() => undefined);
      yield chunk;
    }
  } finally {
    await reading.catch(() => undefined);
  }
}

const newRoom = (): Buffer => Buffer.allocUnsafeSlow(READ_BYTES);

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file',
  EPERM: 'permission is denied',
};

/** Describes an error of the file system in words; the name of the file is always shown with the message. */
export function unreadable(cause: unknown): EdiError {
  const code = systemErrorCode(cause) ?? 'reading failed';
  const reason = REASONS[code] ?? code;
  return new EdiError('EDI_SOURCE_UNREADABLE', `The file cannot be read: ${reason}. Check the path and the permissions.`, { cause });
}
