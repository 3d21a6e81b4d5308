import { maskLetters } from './masked-text';

/**
 * The part of an input that is not scrubbed to its end: bytes are replaced at their offsets, in rising order. What nobody replaces or keeps is masked, so that
 * an error of a reader leaks nothing.
 */
export class ScrubWindow {
  private bytes: Buffer = Buffer.alloc(0);
  /** Offset of the first byte. */
  private from = 0;
  /** Offset up to which every byte was replaced, kept or masked. */
  private done = 0;

  /** Adds the next bytes of the input; `start` is the offset of the first of all. */
  add(bytes: Buffer, start: number): void {
    if (this.end === 0) this.from = this.done = start;
    this.bytes = this.bytes.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.bytes, bytes]);
  }

  /** Offset after the last byte. */
  get end(): number {
    return this.from + this.bytes.length;
  }

  /** Text at an offset, as far as it is there. */
  textAt(offset: number, length: number): string {
    return this.bytes.toString('latin1', offset - this.from, offset - this.from + length);
  }

  /** Keeps a range as it is. */
  keep(start: number, end: number): void {
    this.maskTo(start);
    this.done = Math.max(this.done, end);
  }

  /** Puts a value at its place. */
  put(value: Uint8Array, start: number, from: number, to: number): void {
    this.maskTo(start);
    this.bytes.set(value.subarray(from, to), start - this.from);
    this.done = Math.max(this.done, start + to - from);
  }

  /** Replaces a range in place: `edit` gets the bytes, and where in them the range begins and ends. */
  replace(start: number, length: number, edit: (bytes: Buffer, start: number, end: number) => void): void {
    this.maskTo(start);
    edit(this.bytes, start - this.from, start - this.from + length);
    this.done = Math.max(this.done, start + length);
  }

  /** Masks what was neither kept nor replaced before an offset, and returns the bytes before it. */
  take(end: number): Buffer {
    const to = Math.min(Math.max(end, this.done), this.end);
    this.maskTo(to);
    const taken = this.bytes.subarray(0, to - this.from);
    this.bytes = this.bytes.subarray(to - this.from);
    this.from = to;
    return taken;
  }

  private maskTo(offset: number): void {
    const to = Math.min(offset, this.end);
    if (to <= this.done) return;
    maskLetters(this.bytes, this.done - this.from, to - this.from);
    this.done = to;
  }
}
