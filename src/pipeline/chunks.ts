import type { ByteWriter } from '../common/byte-writer';

/** Gives what was written as a chunk, and makes room for the next. With `reuses` the chunk is valid until the next one is asked for. */
export function* written(out: ByteWriter, reuses: boolean): Generator<Buffer, void, undefined> {
  if (out.length === 0) return;
  yield reuses ? out.bytes.subarray(0, out.length) : out.take();
  out.clear();
}
