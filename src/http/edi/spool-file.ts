import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PIECE_BYTES = 65_536;

/**
 * Bytes that wait on disk for their turn: written first, read afterwards. The file loses its name as soon as it is open, so that
 * it is gone when it is closed, and when the process ends in whatever way.
 */
export class SpoolFile {
  private constructor(private readonly file: FileHandle) {}

  /** Makes a file for this user alone, in the folder for temporary files (TMPDIR). */
  static async open(): Promise<SpoolFile> {
    const path = join(tmpdir(), `clearloop-${randomUUID()}.spool`);
    const file = await open(path, 'wx+', 0o600);
    try {
      await unlink(path);
    } catch (error) {
      await file.close();
      throw error;
    }
    return new SpoolFile(file);
  }

  async append(bytes: Uint8Array): Promise<void> {
    await this.file.appendFile(bytes);
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
