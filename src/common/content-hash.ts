const WORD_BYTES = 4;

/**
 * A hash of 96 bits: bytes in, three words out, the same on every machine.
 *
 * It tells contents apart that were not made to collide; it is not for secrets or signatures. Four bytes are mixed at a time, in 32-bit
 * arithmetic: hashing costs a fraction of reading, where a digest of node:crypto costs some microseconds for each record.
 */
export class ContentHash {
  private a = 0;
  private b = 0;
  private c = 0;

  /** Continues from the state of another hash, which stays as it is. Returns this. */
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
    let word = end - start;
    for (let at = start; ; at += WORD_BYTES) {
      // Every step can be undone, so that states which differ stay different, and each word reaches all of the state within two steps.
      let mixed = Math.imul(a ^ word, 0x9e3779b1);
      mixed ^= mixed >>> 15;
      a = (b + mixed) | 0;
      b = rotate(c ^ mixed, 13);
      c = Math.imul(mixed, 0x85ebca6b);
      if (at >= end) break;
      word = at + WORD_BYTES <= end ? view.getInt32(at, true) : view.getInt32(at, true) & ((1 << (8 * (end - at))) - 1);
    }
    this.a = a;
    this.b = b;
    this.c = c;
  }

  /** Ends the hash with a number of 32 bits. Returns the three words that stand for everything added, and leaves the state as it is. */
  finish(number: number): readonly [number, number, number] {
    const a = avalanche((this.a ^ number) + this.b + this.c);
    const b = avalanche(this.b + a);
    const c = avalanche(this.c + b);
    return [(a + c) | 0, b, c];
  }
}

const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

/** Every bit of a word changes about half of the bits of the result. */
function avalanche(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}
