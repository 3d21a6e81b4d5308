import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdiError } from '../common/edi-error';
import { systemErrorCode } from './system-error';

const PIECE_BYTES = 65_536;

/**
 * Bytes that wait on disk for their turn: written first, read afterwards. The file loses its name as soon as it is open, so that
 * it is gone when it is closed, and when the process ends in whatever way.
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

/** Writes a file and lets it go, to learn at start whether answers can wait on disk. Throws EDI_OUTPUT_FAILED. */
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
    const code = systemErrorCode(cause) ?? 'unknown error';
    const message = `The folder for temporary files ${tmpdir()} cannot be written (${code}). Make room there, or name another folder in TMPDIR.`;
    throw new EdiError('EDI_OUTPUT_FAILED', message, { cause });
  }
}
