const WORD = 8;

/**
 * Bytes that are written again and again: keys, names, prepared JSON. They are made when they are written first: of the keys that are declared, a program
 * writes few.
 */
export class Fragment {
  private made: FragmentBytes | undefined = undefined;

  constructor(private readonly content: string | Buffer) {}

  /** As `ByteWriter` writes it. */
  get written(): FragmentBytes {
    return (this.made ??= bytesOf(this.content));
  }

  get bytes(): Buffer {
    return this.written.bytes;
  }

  get length(): number {
    return this.written.length;
  }
}

/**
 * ASCII is kept as 64-bit words too, because eight bytes at a time are several times faster than a loop over bytes and, below some hundred bytes, than a library
 * copy.
 *
 * A word is carried as a double. ASCII never forms a NaN (its top byte stays below 0x7f), so no bit is lost.
 */
export interface FragmentBytes {
  readonly bytes: Buffer;
  readonly length: number;
  /** All words; undefined for long fragments and for bytes outside ASCII. */
  readonly words: Float64Array | undefined;
  /** The first words again: most fragments have no more, and fields are faster to read than an array. */
  readonly word0: number;
  readonly word1: number;
  readonly word2: number;
}

/** Longer fragments are copied by `TypedArray.set`. */
const MAX_WORD_BYTES = 128;

function bytesOf(content: string | Buffer): FragmentBytes {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const { length } = bytes;
  const words = length <= MAX_WORD_BYTES && bytes.every((byte) => byte < 0x7f) ? toWords(bytes) : undefined;
  const [word0 = 0, word1 = 0, word2 = 0] = words ?? [];
  return { bytes, length, words, word0, word1, word2 };
}

function toWords(bytes: Buffer): Float64Array {
  const count = Math.ceil(bytes.length / WORD);
  const padded = new DataView(new ArrayBuffer(count * WORD));
  bytes.forEach((byte, i) => padded.setUint8(i, byte));
  return Float64Array.from({ length: count }, (_, i) => padded.getFloat64(i * WORD, true));
}
