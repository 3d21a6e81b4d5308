import { createReadStream } from 'node:fs';
import { EdiError } from '../../common/edi-error';
import type { EdiSource } from '../conversion.types';
import { inflateIfGzip } from './inflate';
import { sourceName } from './source-name';

/** Told how many more bytes of the stored (still compressed) input were read; for progress. */
export type ByteListener = (count: number) => void;

/** Large reads: fewer turns of the event loop for the same bytes. */
const READ_BYTES = 262_144;

/** Gives a file as a source; the file is opened when its turn comes and inflated when it is gzip data. */
export function fileSource(path: string, onBytes?: ByteListener): EdiSource {
  return { name: sourceName(path), open: () => inflateIfGzip(readFile(path, onBytes)) };
}

async function* readFile(path: string, onBytes: ByteListener | undefined): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) {
      onBytes?.(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file',
  EPERM: 'permission is denied',
};

/** Wraps what the file system says into an EDI_SOURCE_UNREADABLE that names the file. */
export function unreadable(path: string, cause: unknown): EdiError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = REASONS[code] ?? (code || 'reading failed');
  return new EdiError('EDI_SOURCE_UNREADABLE', `${sourceName(path)} cannot be read: ${reason}. Check the path and the permissions.`, { cause });
}
