import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardedSpool } from '../io/spool-file';

/** Bytes that wait in memory before they are written. */
const TAIL_BYTES = 1 << 18;

/**
 * Rows of a fixed width on disk: added at the end, read in any order. The file loses its name as soon as it is open, so that it disappears with the process,
 * however that ends. Throws EDI_OUTPUT_FAILED where the folder for temporary files cannot be written.
 */
export class RowFile {
  private file: number | undefined;
  /** Where new rows are written, see `add`. */
  readonly bytes: Buffer;
  private tailLength = 0;
  private written = 0;

  constructor(
    readonly width: number,
    private readonly folder = tmpdir(),
  ) {
    this.bytes = Buffer.alloc(Math.max(1, Math.floor(TAIL_BYTES / width)) * width);
  }

  /** Number of rows. */
  get length(): number {
    return (this.written + this.tailLength) / this.width;
  }

  /** Adds a row; returns the position in `bytes` at which it is to be written, before the next call. The row holds what an earlier one left there. */
  add(): number {
    if (this.tailLength === this.bytes.length) this.flush();
    const at = this.tailLength;
    this.tailLength += this.width;
    return at;
  }

  /** Reads up to `count` rows from a row on. */
  read(from: number, count: number): Buffer {
    const start = Math.max(0, from) * this.width;
    const end = Math.min(this.written + this.tailLength, start + count * this.width);
    if (end <= start) return Buffer.alloc(0);
    const rows = Buffer.allocUnsafe(end - start);
    const inFile = Math.max(0, Math.min(end, this.written) - start);
    if (inFile > 0 && this.file !== undefined) readWhole(this.file, rows.subarray(0, inFile), start);
    if (inFile < rows.length) this.bytes.copy(rows, inFile, Math.max(0, start - this.written), end - this.written);
    return rows;
  }

  /** Removes the file. Rows cannot be added afterwards. */
  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
    this.written = 0;
    this.tailLength = 0;
  }

  private flush(): void {
    guardedSpool(() => {
      this.file ??= openUnnamed(this.folder);
      let done = 0;
      while (done < this.tailLength) done += writeSync(this.file, this.bytes, done, this.tailLength - done, this.written + done);
    }, this.folder);
    this.written += this.tailLength;
    this.tailLength = 0;
  }
}

/** Opens a file without a name, for this user alone. */
export function openUnnamed(folder: string): number {
  const path = join(folder, `clearloop-${randomUUID()}.view`);
  const file = openSync(path, 'wx+', 0o600);
  try {
    unlinkSync(path);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return file;
}

/** Fills a buffer from a position of a file, as far as the file goes; returns the number of bytes. */
export function readWhole(file: number, into: Buffer, position: number): number {
  let done = 0;
  while (done < into.length) {
    const count = readSync(file, into, done, into.length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}
