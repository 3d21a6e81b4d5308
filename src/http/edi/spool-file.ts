import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

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

  /** Streams all that was written. */
  read(): Readable & AsyncIterable<Buffer> {
    return this.file.createReadStream({ start: 0, autoClose: false });
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}
