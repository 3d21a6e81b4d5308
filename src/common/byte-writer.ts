import { at } from './bytes';

/** Copies of up to this many bytes are faster in a loop than through `TypedArray.set`. */
const LOOP_COPY_BYTES = 16;

/**
 * Bytes that grow at the end. Writing never throws; what was written can be taken back by setting `length`.
 * Used where JSON and text are made without strings.
 */
export class ByteWriter {
  bytes: Buffer;
  /** Bytes written so far; may be set to a smaller number to take back what was written after it. */
  length = 0;

  constructor(capacity = 1 << 16) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.bytes.length));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** Writes a fragment made before. */
  raw(fragment: Uint8Array): void {
    const count = fragment.length;
    this.reserve(count);
    if (count > LOOP_COPY_BYTES) this.bytes.set(fragment, this.length);
    else for (let i = 0; i < count; i++) this.bytes[this.length + i] = at(fragment, i);
    this.length += count;
  }

  /** Copies a range of other bytes. */
  range(from: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    const { bytes } = this;
    let position = this.length;
    for (let i = start; i < end; i++) bytes[position++] = at(from, i);
    this.length = position;
  }

  text(value: string): void {
    this.reserve(3 * value.length);
    this.length += this.bytes.write(value, this.length);
  }

  /** Gives a copy of what was written since `start`. */
  copyFrom(start: number): Buffer {
    return Buffer.from(this.bytes.subarray(start, this.length));
  }

  /** Gives what was written and starts anew; the buffer given is not written to any more. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.length);
    this.bytes = Buffer.allocUnsafeSlow(this.bytes.length);
    this.length = 0;
    return taken;
  }
}
