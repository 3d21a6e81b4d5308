const BLOCK_BYTES = 16;
const WORD_BYTES = 4;

/**
 * A hash of 128 bits, of which 96 are shown: bytes in, hexadecimal digits out, the same on every machine.
 *
 * It tells contents apart that were not made to collide; it is not for secrets or signatures. Blocks of 16 bytes are mixed as in
 * MurmurHash3 (x86, 128 bits), in 32-bit arithmetic: hashing costs a fraction of reading, where a digest of node:crypto costs some
 * microseconds for each record.
 */
export class ContentHash {
  private a = 0;
  private b = 0;
  private c = 0;
  private d = 0;

  /** Continues from the state of another hash, which stays as it is. Returns this. */
  startFrom({ a, b, c, d }: ContentHash): this {
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
    return this;
  }

  /**
   * Adds a run of bytes. Its length counts, so that runs do not flow into each other. Up to three bytes after `end` are read and
   * ignored: the view must have them.
   */
  add(view: DataView, start: number, end: number): void {
    let { a, b, c, d } = this;
    a ^= end - start;
    c ^= end - start;
    for (let at = start; at < end; at += BLOCK_BYTES) {
      const isWhole = at + BLOCK_BYTES <= end;
      a = rotate(a ^ scramble(isWhole ? view.getInt32(at, true) : wordAt(view, at, end), 0x239b961b, 15, 0xab0e9789), 19);
      a = (Math.imul((a + b) | 0, 5) + 0x561ccd1b) | 0;
      b = rotate(b ^ scramble(isWhole ? view.getInt32(at + 4, true) : wordAt(view, at + 4, end), 0xab0e9789, 16, 0x38b34ae5), 17);
      b = (Math.imul((b + c) | 0, 5) + 0x0bcaa747) | 0;
      c = rotate(c ^ scramble(isWhole ? view.getInt32(at + 8, true) : wordAt(view, at + 8, end), 0x38b34ae5, 17, 0xa1e38b93), 15);
      c = (Math.imul((c + d) | 0, 5) + 0x96cd1c35) | 0;
      d = rotate(d ^ scramble(isWhole ? view.getInt32(at + 12, true) : wordAt(view, at + 12, end), 0xa1e38b93, 18, 0x239b961b), 13);
      d = (Math.imul((d + a) | 0, 5) + 0x32ac3b17) | 0;
    }
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
  }

  /** Ends the hash with a number of 32 bits. Returns the three words that stand for everything added, and leaves the state as it is. */
  finish(number: number): readonly [number, number, number] {
    let a = this.a ^ number;
    let { b, c, d } = this;
    a = (a + b + c + d) | 0;
    b = avalanche((b + a) | 0);
    c = avalanche((c + a) | 0);
    d = avalanche((d + a) | 0);
    a = (avalanche(a) + b + c + d) | 0;
    return [(b + a) | 0, (c + a) | 0, (d + a) | 0];
  }
}

/** The word at a position, with zeros for the bytes from `end` on. */
function wordAt(view: DataView, at: number, end: number): number {
  const left = end - at;
  if (left <= 0) return 0;
  const word = view.getInt32(at, true);
  return left >= WORD_BYTES ? word : word & ((1 << (8 * left)) - 1);
}

const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

const scramble = (word: number, before: number, bits: number, after: number): number => Math.imul(rotate(Math.imul(word, before), bits), after);

/** Every bit of a word changes about half of the bits of the result. */
function avalanche(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}
