import { BYTE } from './bytes';
import type { Fragment } from './fragment';

/** Copies write whole words, up to seven bytes past the end; this room is always there. */
const SLACK = 16;

const FIRST_CAPACITY = 1 << 16;

/** A larger buffer is not used again: a single large record would hold its memory. */
const MAX_REUSED_CAPACITY = 1 << 20;

const DATE_LENGTH = 10;
const HEX_DIGITS = Buffer.from('0123456789abcdef');

/** Bytes that stand elsewhere, in memory that may move. */
export interface BytesElsewhere {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

const viewOn = ({ bytes, start, end }: BytesElsewhere): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);

/** Bytes that follow one another, from those that come first to those that come last. */
class JoinedBytes implements BytesElsewhere {
  constructor(
    readonly first: BytesElsewhere,
    private readonly last: BytesElsewhere,
  ) {}

  get bytes(): Uint8Array {
    return this.first.bytes;
  }

  get start(): number {
    return this.first.start;
  }

  get end(): number {
    return this.last.end;
  }
}

/**
 * Bytes that grow at the end. Writing never throws; setting `length` removes what was written after it. Used where JSON and text are written without strings.
 */
export class ByteWriter {
  bytes: Buffer;
  /** Bytes written so far; set it to a smaller number to remove the bytes after it. */
  length = 0;
  /** True for a writer whose bytes are taken before the memory that it holds is written again. */
  mayHold = false;
  private view: DataView;
  /** 0 while other bytes are held: what writes more takes a copy of them first. */
  private capacity: number;
  private held: BytesElsewhere | undefined;
  /** The memory of its own meanwhile, which `view` is of. */
  private own: Buffer | undefined;

  constructor(capacity = FIRST_CAPACITY) {
    this.bytes = Buffer.allocUnsafeSlow(capacity + SLACK);
    this.view = viewOf(this.bytes);
    this.capacity = capacity;
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    if (this.length + count > this.capacity) this.grow(count);
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** Writes a fragment made before. */
  raw(fragment: Fragment): void {
    const { length, words, word0, word1, word2, bytes } = fragment.written;
    this.reserve(length);
    const position = this.length;
    if (words === undefined) this.bytes.set(bytes, position);
    else {
      const { view } = this;
      view.setFloat64(position, word0, true);
      if (length > 8) view.setFloat64(position + 8, word1, true);
      if (length > 16) view.setFloat64(position + 16, word2, true);
      if (length > 24) this.moreWords(words, position);
    }
    this.length = position + length;
  }

  private moreWords(words: Float64Array, position: number): void {
    for (let i = 3; i < words.length; i++) this.view.setFloat64(position + 8 * i, words[i] ?? 0, true);
  }

  /**
   * Copies a range of another buffer, four bytes at a time. `from` views the whole buffer, which must have three bytes
   * after `end`.
   */
  copy(from: DataView, start: number, end: number): void {
    this.reserve(end - start);
    const { view } = this;
    let position = this.length;
    for (let i = start; i < end; i += 4, position += 4) view.setUint32(position, from.getUint32(i, true), true);
    this.length += end - start;
  }

  /** As `copy`, between quotes. */
  quote(from: DataView, start: number, end: number): void {
    const length = end - start;
    this.reserve(length + 2);
    const { view, bytes } = this;
    let position = this.length;
    bytes[position++] = BYTE.QUOTE;
    for (let i = start; i < end; i += 4, position += 4) view.setUint32(position, from.getUint32(i, true), true);
    this.length += length + 2;
    bytes[this.length - 1] = BYTE.QUOTE;
  }

  /** Writes a date of yyyymmdd as "yyyy-mm-dd", with its quotes. */
  date(value: number): void {
    this.reserve(12);
    const { bytes } = this;
    let rest = value;
    for (let i = DATE_LENGTH; i > 0; i--) {
      if (i === 5 || i === 8) bytes[this.length + i] = BYTE.MINUS;
      else {
        bytes[this.length + i] = BYTE.ZERO + (rest % 10);
        rest = (rest / 10) | 0;
      }
    }
    bytes[this.length] = BYTE.QUOTE;
    bytes[this.length + DATE_LENGTH + 1] = BYTE.QUOTE;
    this.length += DATE_LENGTH + 2;
  }

  /** Writes a number of 32 bits as 8 hexadecimal digits. */
  hex(value: number): void {
    this.reserve(8);
    for (let shift = 28; shift >= 0; shift -= 4) this.bytes[this.length++] = HEX_DIGITS[(value >>> shift) & 0xf] ?? 0;
  }

  /** Copies other bytes, or a range of them; for long ones. */
  append(from: Uint8Array, start = 0, end = from.length): void {
    this.reserve(end - start);
    // A view of a Buffer takes longer to make.
    this.bytes.set(end - start === from.length ? from : new Uint8Array(from.buffer, from.byteOffset + start, end - start), this.length);
    this.length += end - start;
  }

  /**
   * Writes bytes that stand elsewhere, without a copy where the writer may hold them and has nothing else, or what stands right before them: they stay as they
   * are until it is cleared.
   */
  hold(added: BytesElsewhere): void {
    const { bytes, start, end } = added;
    const held = this.length === 0 ? added : this.joined(added);
    if (!this.mayHold || held === undefined || end === start) return this.append(bytes, start, end);
    this.own ??= this.bytes;
    this.held = held;
    this.bytes = viewOn(held);
    this.length += end - start;
    this.capacity = 0;
  }

  /** True while all that was written is held. */
  get isHolding(): boolean {
    return this.held !== undefined;
  }

  /** What is held, and what stands right behind it; undefined where that is not all of it. */
  private joined(added: BytesElsewhere): BytesElsewhere | undefined {
    const { held, length } = this;
    if (held?.bytes !== added.bytes || held.end !== added.start || length !== held.end - held.start) return undefined;
    return new JoinedBytes(held instanceof JoinedBytes ? held.first : held, added);
  }

  /** The bytes written so far. */
  get written(): Buffer {
    const { bytes, length, held } = this;
    if (held === undefined) return bytes.subarray(0, length);
    const isThere = bytes.length === length && bytes.buffer === held.bytes.buffer;
    return isThere ? bytes : viewOn(held).subarray(0, length);
  }

  /** Copies a range of other bytes. */
  range(from: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    const { bytes } = this;
    let position = this.length;
    for (let i = start; i < end; i++) bytes[position++] = from[i] ?? 0;
    this.length = position;
  }

  /** Writes text of ASCII; for short texts, where `text` would take longer to begin. */
  ascii(value: string): void {
    const { length } = value;
    this.reserve(length);
    const { bytes } = this;
    let position = this.length;
    for (let i = 0; i < length; i++) bytes[position++] = value.charCodeAt(i);
    this.length = position;
  }

  text(value: string): void {
    this.reserve(3 * value.length);
    this.length += this.bytes.write(value, this.length);
  }

  /** Returns a copy of the bytes since `start`. */
  copyFrom(start: number): Buffer {
    return Buffer.from(this.written.subarray(start));
  }

  /**
   * Returns the written bytes and starts again; the returned buffer is not written to any more. A short text is copied, so that it does not hold a large
   * buffer.
   */
  take(): Buffer {
    if (this.held !== undefined || this.length < this.capacity >> 2) {
      const copy = this.copyFrom(0);
      this.clear();
      return copy;
    }
    const taken = this.bytes.subarray(0, this.length);
    this.allocate(Math.min(this.capacity, MAX_REUSED_CAPACITY));
    return taken;
  }

  /** Discards the written bytes, and a large buffer with them. */
  clear(): void {
    if (this.own !== undefined) this.useOwn(this.own);
    if (this.capacity > MAX_REUSED_CAPACITY) this.allocate(FIRST_CAPACITY);
    this.length = 0;
  }

  private allocate(capacity: number): void {
    this.use(Buffer.allocUnsafeSlow(capacity + SLACK));
    this.length = 0;
  }

  private use(bytes: Buffer): void {
    this.view = viewOf(bytes);
    this.useOwn(bytes);
  }

  private useOwn(bytes: Buffer): void {
    this.own = this.held = undefined;
    this.bytes = bytes;
    this.capacity = bytes.length - SLACK;
  }

  private grow(count: number): void {
    const { written, length, own } = this;
    const needed = length + count;
    // A long run is copied once, and not again with the next byte.
    const isEnough = own !== undefined && needed + SLACK <= own.length;
    if (isEnough) this.useOwn(own);
    else this.use(Buffer.allocUnsafeSlow(Math.max(needed + (count >> 3), 2 * this.capacity) + SLACK));
    this.bytes.set(written);
  }
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
