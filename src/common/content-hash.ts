const WORD_BYTES = 4;

/**
 * A hash of 96 bits: bytes in, three words out, the same on every machine.
 *
 * Different contents have different hashes, unless somebody made them to collide: it is not for secrets or signatures. Eight bytes are mixed at a time, in 32-bit
 * arithmetic: hashing costs a fraction of reading, where a digest of node:crypto costs some microseconds for each record.
 */
export class ContentHash {
  /** The state, in three words. */
  a = 0;
  b = 0;
  c = 0;

  /** Continues from the state of another hash, which does not change. Returns this. */
  startFrom({ a, b, c }: ContentHash): this {
    this.a = a;
    this.b = b;
    this.c = c;
    return this;
  }

  /**
   * Adds a run of bytes. Its length counts, so that runs do not flow into each other. Up to three bytes after `end` are read and
   * ignored: the view must have them.
   */
  add(view: DataView, start: number, end: number): void {
    let { a, b, c } = this;
    // The first step takes the length and a word, the others two words each. The last word may have fewer bytes.
    const whole = end - WORD_BYTES;
    let first = end - start;
    let second = start <= whole ? view.getInt32(start, true) : partOf(view, start, end);
    let at = start + WORD_BYTES;
    for (;;) {
      // Every step can be undone, so that states which differ stay different. Both multiplications run at the same time.
      let left = Math.imul(a ^ first, 0x9e3779b1);
      let right = Math.imul(b ^ second, 0x85ebca6b);
      left ^= left >>> 15;
      right ^= right >>> 13;
      a = (right + c) | 0;
      b = rotate(left, 13);
      c ^= left;
      if (at >= end) break;
      first = at <= whole ? view.getInt32(at, true) : partOf(view, at, end);
      at += WORD_BYTES;
      second = at <= whole ? view.getInt32(at, true) : partOf(view, at, end);
      at += WORD_BYTES;
    }
    this.a = a;
    this.b = b;
    this.c = c;
  }

  /** Adds the input of another hash. */
  addHash({ a, b, c }: ContentHash): void {
    for (const word of [a, b, c]) {
      const mixed = Math.imul(this.a ^ word, 0x9e3779b1);
      this.a = (this.b + (mixed ^ (mixed >>> 15))) | 0;
      this.b = rotate(this.c ^ mixed, 13);
      this.c = mixed;
    }
  }

  /** Ends the hash with a number of 32 bits. Returns the three words of the hash; its state does not change. */
  finish(number: number): readonly [number, number, number] {
    const a = avalanche((this.a ^ number) + this.b + this.c);
    const b = avalanche(this.b + a);
    const c = avalanche(this.c + b);
    return [(a + c) | 0, b, c];
  }
}

/** The bytes before the end of a run, as one word; 0 if there are none. */
const partOf = (view: DataView, at: number, end: number): number => (at < end ? view.getInt32(at, true) & ((1 << (8 * (end - at))) - 1) : 0);

const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

/** Every bit of a word changes about half of the bits of the result. */
function avalanche(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}
