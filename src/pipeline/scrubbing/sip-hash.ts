/** Rounds for each word, and after the last. */
const WORD_ROUNDS = 2;
const FINAL_ROUNDS = 4;

/** Marks the end of the words. */
const FINAL = 0xff;

/**
 * SipHash-2-4 (Aumasson and Bernstein): a keyed pseudorandom function for short input, with a key of 128 bits and a result of 64. HMAC-SHA-256 of
 * Node takes about ten microseconds a value, which would limit a scrubbing to a few megabytes a second.
 *
 * Words of 64 bits are two halves of 32.
 */
export class SipHash {
  /** The halves of the last result. */
  high = 0;
  low = 0;
  /** The words of a message, the lower half first. */
  private words = new Int32Array(64);

  /** `key` has four words, the lowest first. */
  constructor(private readonly key: Int32Array) {}

  /** Hashes bytes; the result is in `high` and `low`. */
  hash(bytes: Uint8Array, start: number, end: number): void {
    const count = ((end - start) >> 3) + 1;
    if (count * 2 > this.words.length) this.words = new Int32Array(count * 2);
    const { words } = this;
    words.fill(0, 0, count * 2);
    for (let i = start, at = 0; i < end; i++, at++) words[at >> 2] = (words[at >> 2] ?? 0) | ((bytes[i] ?? 0) << (8 * (at & 3)));
    words[count * 2 - 1] = (words[count * 2 - 1] ?? 0) | ((end - start) << 24);
    this.mix(count);
  }

  /** Hashes two words of 64 bits; the result is that of their sixteen bytes. */
  hashWords(high: number, low: number, nextHigh: number, nextLow: number): void {
    const { words } = this;
    words[0] = low;
    words[1] = high;
    words[2] = nextLow;
    words[3] = nextHigh;
    words[4] = 0;
    words[5] = 16 << 24;
    this.mix(3);
  }

  /** In local variables, and with sums of 32 bits: fields would be written to memory at every step, and larger sums would be floating point. */
  private mix(count: number): void {
    const { words } = this;
    const [k0 = 0, k1 = 0, k2 = 0, k3 = 0] = this.key;
    let v0h = k1 ^ 0x736f6d65;
    let v0l = k0 ^ 0x70736575;
    let v1h = k3 ^ 0x646f7261;
    let v1l = k2 ^ 0x6e646f6d;
    let v2h = k1 ^ 0x6c796765;
    let v2l = k0 ^ 0x6e657261;
    let v3h = k3 ^ 0x74656462;
    let v3l = k2 ^ 0x79746573;
    for (let step = 0; step <= count; step++) {
      const low = step < count ? (words[2 * step] ?? 0) : 0;
      const high = step < count ? (words[2 * step + 1] ?? 0) : 0;
      v3h ^= high;
      v3l ^= low;
      if (step === count) v2l ^= FINAL;
      const rounds = step === count ? FINAL_ROUNDS : WORD_ROUNDS;
      for (let round = 0; round < rounds; round++) {
        v0l = (v0l + v1l) | 0;
        v0h = (v0h + v1h + (v0l >>> 0 < v1l >>> 0 ? 1 : 0)) | 0;
        let turned = (v1h << 13) | (v1l >>> 19);
        v1l = ((v1l << 13) | (v1h >>> 19)) ^ v0l;
        v1h = turned ^ v0h;
        turned = v0h;
        v0h = v0l;
        v0l = turned;
        v2l = (v2l + v3l) | 0;
        v2h = (v2h + v3h + (v2l >>> 0 < v3l >>> 0 ? 1 : 0)) | 0;
        turned = (v3h << 16) | (v3l >>> 16);
        v3l = ((v3l << 16) | (v3h >>> 16)) ^ v2l;
        v3h = turned ^ v2h;
        v0l = (v0l + v3l) | 0;
        v0h = (v0h + v3h + (v0l >>> 0 < v3l >>> 0 ? 1 : 0)) | 0;
        turned = (v3h << 21) | (v3l >>> 11);
        v3l = ((v3l << 21) | (v3h >>> 11)) ^ v0l;
        v3h = turned ^ v0h;
        v2l = (v2l + v1l) | 0;
        v2h = (v2h + v1h + (v2l >>> 0 < v1l >>> 0 ? 1 : 0)) | 0;
        turned = (v1h << 17) | (v1l >>> 15);
        v1l = ((v1l << 17) | (v1h >>> 15)) ^ v2l;
        v1h = turned ^ v2h;
        turned = v2h;
        v2h = v2l;
        v2l = turned;
      }
      v0h ^= high;
      v0l ^= low;
    }
    this.high = v0h ^ v1h ^ v2h ^ v3h;
    this.low = v0l ^ v1l ^ v2l ^ v3l;
  }
}
