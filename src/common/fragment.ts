const WORD = 8;

/**
 * Bytes that are written again and again: keys, names, prepared JSON. ASCII is kept as 64-bit words too, because eight
 * bytes at a time are several times faster than a loop over bytes and, below some hundred bytes, than a library copy.
 *
 * A word is carried as a double. ASCII never forms a NaN (its top byte stays below 0x7f), so no bit is lost.
 */
export class Fragment {
  readonly bytes: Buffer;
  /** Undefined for long fragments and for bytes outside ASCII. */
  readonly words: Float64Array | undefined;

  constructor(content: string | Buffer) {
    this.bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.words = this.bytes.length <= MAX_WORD_BYTES && this.bytes.every((byte) => byte < 0x7f) ? toWords(this.bytes) : undefined;
  }

  get length(): number {
    return this.bytes.length;
  }
}

/** Longer fragments are copied by `TypedArray.set`. */
const MAX_WORD_BYTES = 128;

function toWords(bytes: Buffer): Float64Array {
  const count = Math.ceil(bytes.length / WORD);
  const padded = new DataView(new ArrayBuffer(count * WORD));
  bytes.forEach((byte, i) => padded.setUint8(i, byte));
  return Float64Array.from({ length: count }, (_, i) => padded.getFloat64(i * WORD, true));
}
