import type { Writable } from 'node:stream';
import { EdiError } from '../common/edi-error';
import { systemErrorCode } from './system-error';

/** Where converted bytes go. */
export interface OutputTarget {
  /** Undefined for standard output. */
  readonly path?: string;
  /** Resolves when the bytes are taken, and their memory may be written again; write one after the other. */
  write(bytes: Uint8Array): Promise<void>;
  /** Flushes written bytes, so that `commit` has nothing left to do that is likely to fail. `commit` does it if it was not called. */
  settle(): Promise<void>;
  /** Makes the output visible. */
  commit(): Promise<void>;
  /** Removes the written output, as far as possible. */
  discard(): Promise<void>;
}

/** Thrown when the reader of standard output went away, as `head` does: the work is over, and nothing is wrong. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

/** Writes to a stream that is not ours to close. */
export function streamTarget(stream: Writable): OutputTarget {
  // The callback of write reports errors; without a listener the event would end the process.
  stream.on('error', () => undefined);
  const keeps = !isDescriptor(stream);
  return {
    write: async (bytes) =>
      new Promise((resolve, reject) => {
        stream.write(keeps ? Buffer.from(bytes) : bytes, (error) => (error ? reject(streamFailure(error)) : resolve()));
      }),
    settle: async () => undefined,
    commit: async () => undefined,
    discard: async () => undefined,
  };
}

/** True for a terminal, pipe or file of the process: the system has the bytes when the write is called back. Other streams may hand them on later. */
function isDescriptor(stream: Writable): boolean {
  return 'fd' in stream && typeof stream.fd === 'number';
}

function streamFailure(cause: Error): Error {
  const code = systemErrorCode(cause) ?? cause.name;
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return new ReaderGone('The reader of standard output closed it.', { cause });
  return new EdiError('EDI_OUTPUT_FAILED', `Standard output cannot be written (${code}).`, { cause });
}
