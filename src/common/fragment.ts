const WORD = 8;

/**
 * Bytes that are written again and again: keys, names, prepared JSON. ASCII is kept as 64-bit words too, because eight
 * bytes at a time are several times faster than a loop over bytes and, below some hundred bytes, than a library copy.
 *
 * A word is carried as a double. ASCII never forms a NaN (its top byte stays below 0x7f), so no bit is lost.
 */
export class Fragment {
  readonly length: number;
  /** All words; undefined for long fragments and for bytes outside ASCII. */
  readonly words: Float64Array | undefined;
  /** The first words again: most fragments have no more, and fields are faster to read than an array. */
  readonly word0: number;
  readonly word1: number;
  readonly word2: number;
  readonly bytes: Buffer;

  constructor(content: string | Buffer) {
    this.bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.length = this.bytes.length;
    this.words = this.length <= MAX_WORD_BYTES && this.bytes.every((byte) => byte < 0x7f) ? toWords(this.bytes) : undefined;
    this.word0 = this.words?.[0] ?? 0;
    this.word1 = this.words?.[1] ?? 0;
    this.word2 = this.words?.[2] ?? 0;
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
