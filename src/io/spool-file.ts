import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdiError } from '../common/edi-error';
import { systemErrorCode } from './system-error';

const PIECE_BYTES = 65_536;

/**
 * Bytes that wait on disk: written first, read afterwards. The file is unlinked as soon as it is open, so that it disappears when it is closed, and however the
 * process ends.
 */
export class SpoolFile {
  private constructor(private readonly file: FileHandle) {}

  /** Makes a file for this user alone, in the folder for temporary files (TMPDIR). Throws EDI_OUTPUT_FAILED, as `append` does. */
  static async open(): Promise<SpoolFile> {
    return guarded(async () => {
      const path = join(tmpdir(), `clearloop-${randomUUID()}.spool`);
      const file = await open(path, 'wx+', 0o600);
      try {
        await unlink(path);
      } catch (error) {
        await file.close();
        throw error;
      }
      return new SpoolFile(file);
    });
  }

  async append(bytes: Uint8Array): Promise<void> {
    await guarded(() => this.file.appendFile(bytes));
  }

  /** All that was written, from the start. Close the file when this is over. */
  async *bytes(): AsyncGenerator<Buffer, void, undefined> {
    for (let position = 0; ;) {
      const { bytesRead, buffer } = await this.file.read(Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}

/** Writes and discards a file, to check that answers can wait on disk. Throws EDI_OUTPUT_FAILED. */
export async function checkTemporaryFolder(): Promise<void> {
  const file = await SpoolFile.open();
  try {
    await file.append(Buffer.alloc(PIECE_BYTES));
  } finally {
    await file.close();
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw spoolFailure(cause);
  }
}

/** Does what writes to the folder for temporary files. Throws EDI_OUTPUT_FAILED. */
export function guardedSpool<T>(work: () => T, folder: string): T {
  try {
    return work();
  } catch (cause) {
    throw spoolFailure(cause, folder);
  }
}

function spoolFailure(cause: unknown, folder = tmpdir()): EdiError {
  const code = systemErrorCode(cause) ?? 'unknown error';
  const message = `The folder for temporary files ${folder} cannot be written (${code}). Make room there, or name another folder in TMPDIR.`;
  return new EdiError('EDI_OUTPUT_FAILED', message, { cause });
}
