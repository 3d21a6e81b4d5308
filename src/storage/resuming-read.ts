import { EdiError } from '../common/edi-error';
import { backoff, isTransient, type Retries, USUAL_RETRIES } from './retrying';

/** How a stored file is read again after a connection broke. */
export interface ResumableFile {
  /** Opens the bytes from an offset on. */
  readonly open: (offset: number) => Promise<AsyncIterable<Uint8Array>>;
  /** Length of the file; undefined where it is not known. */
  readonly bytes: number | undefined;
}

/**
 * Yields the bytes of a file once and in order. A connection that breaks, or ends before the known length, is opened again where it broke; every byte
 * that arrives starts the count of tries again. Throws the last failure, and EDI_SOURCE_UNREADABLE for a file that has another length than it had.
 */
export async function* resumingRead({ open, bytes }: ResumableFile, { attempts, wait }: Retries = USUAL_RETRIES): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for (let failures = 0; ;) {
    try {
      for await (const chunk of await open(offset)) {
        offset += chunk.length;
        failures = 0;
        yield chunk;
      }
      if (bytes === undefined || offset === bytes) return;
      if (offset > bytes) throw changed();
      failures++;
      if (failures >= attempts) throw changed();
    } catch (error) {
      failures++;
      if (failures >= attempts || !isTransient(error)) throw error;
    }
    await wait(backoff(failures));
  }
}

/** What a file that is written to while it is read fails with. */
export function changed(cause?: unknown): EdiError {
  const options = cause === undefined ? {} : { cause };
  return new EdiError('EDI_SOURCE_UNREADABLE', 'The file changed while it was read. Convert it again when it is complete.', options);
}
