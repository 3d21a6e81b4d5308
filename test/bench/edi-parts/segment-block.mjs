const STAR = 0x2a;
const TILDE = 0x7e;
const LINE_FEED = 0x0a;
const POINT = 0x2e;
const MINUS = 0x2d;
const ZERO = 0x30;

/** An 835 claim of five lines needs less than 2 KB, a subscriber of an 837 with two claims of eight lines less than 10 KB. */
const MAX_UNIT_BYTES = 16_384;
const BLOCK_BYTES = 1 << 20;

/**
 * A block of bytes that segments are written into.
 *
 * Bytes are put one by one because strings would have to be joined, flattened and encoded: that is three times slower
 * for fragments this short. All text is ASCII. Segments and elements (one after each separator) are counted, so that
 * the answers of the measured programs can be verified. The caller clears the block when `isFull`.
 */
export class SegmentBlock {
  constructor() {
    this.bytes = Buffer.allocUnsafe(BLOCK_BYTES);
    this.length = 0;
    this.segmentCount = 0;
    this.elementCount = 0;
  }

  /** Makes the block empty again, counts included. */
  clear() {
    this.length = 0;
    this.segmentCount = 0;
    this.elementCount = 0;
  }

  /** True when the next claim, subscriber or header may not fit any more. */
  get isFull() {
    return this.length > BLOCK_BYTES - MAX_UNIT_BYTES;
  }

  /** Puts text as it stands, delimiters included. */
  text(text) {
    const { bytes } = this;
    let position = this.length;
    let separators = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === STAR) separators++;
      bytes[position++] = code;
    }
    this.length = position;
    this.elementCount += separators;
    return this;
  }

  /** Puts an element separator and the text. */
  element(text) {
    this.#separator();
    return this.text(text);
  }

  /** Puts an element separator and a whole number >= 0 with at least `digits` digits. */
  number(value, digits = 1) {
    this.#separator();
    return this.digits(value, digits);
  }

  /**
   * Puts an element separator and an amount of integer cents the way payers print it, without trailing zeros.
   *
   *     23800 -> *238    23850 -> *238.5    23805 -> *238.05    -50 -> *-0.5
   */
  amount(cents) {
    const { bytes } = this;
    const absolute = Math.abs(cents);
    const whole = Math.floor(absolute / 100);
    const rest = absolute - whole * 100;
    this.#separator();
    if (cents < 0) bytes[this.length++] = MINUS;
    this.digits(whole);
    if (rest === 0) return this;
    bytes[this.length++] = POINT;
    if (rest % 10 === 0) this.digits(rest / 10);
    else this.digits(rest, 2);
    return this;
  }

  /** Ends the segment with its terminator and a line feed. */
  end() {
    this.bytes[this.length++] = TILDE;
    this.bytes[this.length++] = LINE_FEED;
    this.segmentCount++;
  }

  /** Puts a whole number >= 0 with at least `atLeast` digits, without a separator: the end of an id. */
  digits(value, atLeast = 1) {
    const { bytes } = this;
    let width = 1;
    for (let bound = 10; bound <= value; bound *= 10) width++;
    if (width < atLeast) width = atLeast;
    let rest = value;
    for (let position = this.length + width - 1; position >= this.length; position--) {
      const tenth = Math.floor(rest / 10);
      bytes[position] = ZERO + (rest - tenth * 10);
      rest = tenth;
    }
    this.length += width;
    return this;
  }

  #separator() {
    this.bytes[this.length++] = STAR;
    this.elementCount++;
  }
}
