import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { EdiError } from '../common/edi-error';
import { guardedSpool } from '../io/spool-file';
import { InputDecoder } from '../x12/input-decoder';
import { openUnnamed, readWhole } from './row-file';

/** Reads at any position of a file that is being viewed. */
export interface ViewBytes {
  /** Bytes so far. */
  readonly size: number;
  /** Reads up to `length` bytes at a position, into a buffer of at least as many bytes if one is given. Throws EDI_SOURCE_UNREADABLE. */
  read(position: number, length: number, into?: Buffer): Buffer;
  close(): void;
}

const PIECE_BYTES = 1 << 16;

/** Bytes from the beginning to the end. A caller that waits for more calls it again. */
export async function* allBytes(bytes: ViewBytes): AsyncGenerator<Buffer, void, undefined> {
  for (let position = 0; position < bytes.size;) {
    const piece = bytes.read(position, PIECE_BYTES);
    if (piece.length === 0) return;
    position += piece.length;
    yield piece;
  }
}

function roomFor(available: number, length: number, buffer: Buffer | undefined): Buffer {
  const count = Math.max(0, Math.min(length, available));
  return buffer === undefined ? Buffer.allocUnsafe(count) : buffer.subarray(0, count);
}

/** A file of the user, which is read where it is. Throws EDI_SOURCE_UNREADABLE when it cannot be opened, and later when it was changed. */
export class FileBytes implements ViewBytes {
  private readonly file: number;
  readonly size: number;
  private readonly changed: number;

  constructor(path: string) {
    try {
      this.file = openSync(path, 'r');
    } catch (cause) {
      throw new EdiError('EDI_SOURCE_UNREADABLE', 'The file cannot be opened. Check the path and the permissions.', { cause });
    }
    const { size, mtimeMs } = fstatSync(this.file);
    this.size = size;
    this.changed = mtimeMs;
  }

  read(position: number, length: number, buffer?: Buffer): Buffer {
    const into = roomFor(this.size - position, length, buffer);
    if (fstatSync(this.file).mtimeMs !== this.changed) {
      throw new EdiError('EDI_SOURCE_UNREADABLE', 'The file was changed since it was opened. Open it again.');
    }
    return into.subarray(0, readWhole(this.file, into, position));
  }

  close(): void {
    closeSync(this.file);
  }
}

/** Bytes that arrived from elsewhere, such as an upload: decoded to ASCII or UTF-8 and stored in a file without a name. */
export class StoredBytes implements ViewBytes {
  private readonly decoder = new InputDecoder();
  private file: number | undefined;
  size = 0;

  constructor(private readonly folder = tmpdir()) {}

  /** Adds bytes; returns them decoded. */
  append(bytes: Buffer): Buffer {
    return this.store(this.decoder.write(bytes));
  }

  /** Adds what the decoder holds. */
  end(): Buffer {
    return this.store(this.decoder.end());
  }

  read(position: number, length: number, buffer?: Buffer): Buffer {
    if (this.file === undefined) return Buffer.alloc(0);
    const into = roomFor(this.size - position, length, buffer);
    return into.subarray(0, readWhole(this.file, into, position));
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
    this.size = 0;
  }

  private store(bytes: Buffer): Buffer {
    guardedSpool(() => {
      this.file ??= openUnnamed(this.folder);
      for (let done = 0; done < bytes.length;) done += writeSync(this.file, bytes, done, bytes.length - done, this.size + done);
    }, this.folder);
    this.size += bytes.length;
    return bytes;
  }
}
