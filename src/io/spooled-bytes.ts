import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardedSpool } from './spool-file';

const PIECE_BYTES = 65_536;

/** What waits in memory before there is a file. */
const DEFAULT_MEMORY_BYTES = 1 << 20;

/**
 * Bytes that wait for their turn: written first, read afterwards. The first stay in memory; what is more goes to a file of TMPDIR for this user alone,
 * which loses its name as soon as it is open, so that it disappears when it is closed and when the process ends in whatever way. Methods throw
 * EDI_OUTPUT_FAILED where the folder cannot be written.
 */
export class SpooledBytes {
  private pieces: Buffer[] = [];
  private inMemory = 0;
  private file: number | undefined;

  /** `folder` is where a file is made that is needed. */
  constructor(
    private readonly maxMemoryBytes = DEFAULT_MEMORY_BYTES,
    private readonly folder = tmpdir(),
  ) {}

  /** Adds a copy of the bytes. */
  append(bytes: Uint8Array): void {
    if (this.file === undefined && this.inMemory + bytes.length <= this.maxMemoryBytes) {
      this.pieces.push(Buffer.from(bytes));
      this.inMemory += bytes.length;
      return;
    }
    guardedSpool(() => {
      this.file ??= openUnnamed(this.folder);
      for (const piece of this.pieces) writeWhole(this.file, piece);
      this.pieces = [];
      writeWhole(this.file, bytes);
    }, this.folder);
  }

  /** All that was added, from the start, in pieces; valid until the next one is asked for. */
  *bytes(): Generator<Buffer, void, undefined> {
    yield* this.pieces;
    if (this.file === undefined) return;
    const buffer = Buffer.allocUnsafe(PIECE_BYTES);
    for (let position = 0; ;) {
      const bytesRead = readSync(this.file, buffer, 0, PIECE_BYTES, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  /** Removes what waits. May be called again. */
  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
    this.pieces = [];
  }
}

function openUnnamed(folder: string): number {
  const path = join(folder, `clearloop-${randomUUID()}.spool`);
  const file = openSync(path, 'wx+', 0o600);
  try {
    unlinkSync(path);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return file;
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
}
