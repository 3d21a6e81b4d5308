import type { ByteWriter } from '../common/byte-writer';

/** Larger blocks of memory come fresh from the system each time, which costs as much as what is written into them. */
const COPY_BYTES = 1 << 16;

/** Gives what was written, in order. With `reuses` it is one chunk, valid until the next one is asked for; without, copies of at most 64 KB. */
export function* written(out: ByteWriter, reuses: boolean): Generator<Buffer, void, undefined> {
  const { length } = out;
  if (reuses) {
    if (length > 0) yield out.bytes.subarray(0, length);
  } else for (let start = 0; start < length; start += COPY_BYTES) yield Buffer.from(out.bytes.subarray(start, Math.min(start + COPY_BYTES, length)));
  out.clear();
}
