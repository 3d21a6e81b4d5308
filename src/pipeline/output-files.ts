import { ByteWriter } from '../common/byte-writer';
import type { FileChunk } from './conversion.types';

/** The name of the first file: others continue it. */
export const FIRST_FILE = '';

/** Larger blocks of memory come from the system each time, which costs as much as writing into them. */
const COPY_BYTES = 1 << 16;

const NOTHING = (): void => undefined;

let isAlone = false;

/** Says that one conversion at a time runs in this thread, and that each piece of its output is taken before it goes on: none is copied. */
export function runAlone(): void {
  isAlone = true;
}

/** The output, by file. */
export class OutputFiles {
  private readonly files = new Map<string, ByteWriter>();
  private readonly leftOut = new Map<string, number>();
  /** True if the last output was what the kernel has written, without a copy. */
  wasHeld = false;

  /** `hasFiles` is false where the caller takes the first file only. */
  constructor(readonly hasFiles: boolean) {}

  /** Returns the writer of a file. Output to a file that the caller does not take is lost, so outputs check `hasFiles` first. */
  open(name: string): ByteWriter {
    const known = this.files.get(name);
    if (known !== undefined) return known;
    const file = new ByteWriter();
    file.mayHold = isAlone;
    this.files.set(name, file);
    return file;
  }

  /** Returns bytes of a file that stand elsewhere as chunks, which are valid as those of `written` are. */
  *passed(file: string, bytes: Buffer, reusesChunks: boolean): Generator<FileChunk, void, undefined> {
    for (const chunk of chunksOf(bytes, reusesChunks)) yield { file, bytes: chunk };
  }

  /** Leaves out so many of the next bytes of each file. */
  leaveOut(bytes: ReadonlyMap<string, number>): void {
    for (const [file, count] of bytes) this.leftOut.set(file, count);
  }

  /** Remembers the output so far; the returned function removes everything after it. */
  mark(): () => void {
    if (this.files.size === 0) return NOTHING;
    const lengths = new Map([...this.files.values()].map((file) => [file, file.length]));
    return () => {
      for (const file of this.files.values()) file.length = lengths.get(file) ?? 0;
    };
  }

  /** Returns the output as chunks, and makes room for the next. */
  *written(reusesChunks: boolean): Generator<FileChunk, void, undefined> {
    for (const [file, out] of this.files) {
      if (file !== FIRST_FILE && !this.hasFiles) continue;
      if (out.length > 0) this.wasHeld = out.isHolding;
      for (const bytes of written(out, reusesChunks)) {
        const kept = this.leftOut.size === 0 ? bytes : this.withoutLeftOut(file, bytes);
        if (kept.length > 0) yield { file, bytes: kept };
      }
    }
  }

  private withoutLeftOut(file: string, bytes: Buffer): Buffer {
    const count = this.leftOut.get(file) ?? 0;
    if (count <= bytes.length) this.leftOut.delete(file);
    else this.leftOut.set(file, count - bytes.length);
    return bytes.subarray(Math.min(count, bytes.length));
  }
}

/** Returns the output, in order. With `reuses` it is one chunk, valid until the next one is pulled; without, copies of at most 64 KB. */
export function* written(out: ByteWriter, reuses: boolean): Generator<Buffer, void, undefined> {
  yield* chunksOf(out.written, reuses);
  out.clear();
}

function* chunksOf(bytes: Buffer, reuses: boolean): Generator<Buffer, void, undefined> {
  if (reuses) {
    if (bytes.length > 0) yield bytes;
  } else for (let start = 0; start < bytes.length; start += COPY_BYTES) yield Buffer.from(bytes.subarray(start, start + COPY_BYTES));
}
