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
  private v0h = 0;
  private v0l = 0;
  private v1h = 0;
  private v1l = 0;
  private v2h = 0;
  private v2l = 0;
  private v3h = 0;
  private v3l = 0;

  /** `key` has four words, the lowest first. */
  constructor(private readonly key: Int32Array) {}

  /** Hashes bytes; the result is in `high` and `low`. */
  hash(bytes: Uint8Array, start: number, end: number): void {
    this.begin();
    let i = start;
    for (; i + 8 <= end; i += 8) this.absorb(word(bytes, i + 4), word(bytes, i));
    let high = ((end - start) & 0xff) << 24;
    let low = 0;
    for (let j = 0; i < end; i++, j++) {
      const byte = bytes[i] ?? 0;
      if (j < 4) low |= byte << (8 * j);
      else high |= byte << (8 * (j - 4));
    }
    this.absorb(high, low);
    this.finish();
  }

  /** Hashes two words of 64 bits; the result is that of their sixteen bytes. */
  hashWords(high: number, low: number, nextHigh: number, nextLow: number): void {
    this.begin();
    this.absorb(high, low);
    this.absorb(nextHigh, nextLow);
    this.absorb(16 << 24, 0);
    this.finish();
  }

  private begin(): void {
    const [k0 = 0, k1 = 0, k2 = 0, k3 = 0] = this.key;
    this.v0h = k1 ^ 0x736f6d65;
    this.v0l = k0 ^ 0x70736575;
    this.v1h = k3 ^ 0x646f7261;
    this.v1l = k2 ^ 0x6e646f6d;
    this.v2h = k1 ^ 0x6c796765;
    this.v2l = k0 ^ 0x6e657261;
    this.v3h = k3 ^ 0x74656462;
    this.v3l = k2 ^ 0x79746573;
  }

  private absorb(high: number, low: number): void {
    this.v3h ^= high;
    this.v3l ^= low;
    this.rounds(2);
    this.v0h ^= high;
    this.v0l ^= low;
  }

  private finish(): void {
    this.v2l ^= 0xff;
    this.rounds(4);
    this.high = this.v0h ^ this.v1h ^ this.v2h ^ this.v3h;
    this.low = this.v0l ^ this.v1l ^ this.v2l ^ this.v3l;
  }

  /** In local variables: fields would be written to memory at every step. */
  private rounds(count: number): void {
    let { v0h, v0l, v1h, v1l, v2h, v2l, v3h, v3l } = this;
    for (let i = 0; i < count; i++) {
      let sum = (v0l >>> 0) + (v1l >>> 0);
      v0h = (v0h + v1h + (sum > 0xffffffff ? 1 : 0)) | 0;
      v0l = sum | 0;
      let turned = (v1h << 13) | (v1l >>> 19);
      v1l = ((v1l << 13) | (v1h >>> 19)) ^ v0l;
      v1h = turned ^ v0h;
      turned = v0h;
      v0h = v0l;
      v0l = turned;
      sum = (v2l >>> 0) + (v3l >>> 0);
      v2h = (v2h + v3h + (sum > 0xffffffff ? 1 : 0)) | 0;
      v2l = sum | 0;
      turned = (v3h << 16) | (v3l >>> 16);
      v3l = ((v3l << 16) | (v3h >>> 16)) ^ v2l;
      v3h = turned ^ v2h;
      sum = (v0l >>> 0) + (v3l >>> 0);
      v0h = (v0h + v3h + (sum > 0xffffffff ? 1 : 0)) | 0;
      v0l = sum | 0;
      turned = (v3h << 21) | (v3l >>> 11);
      v3l = ((v3l << 21) | (v3h >>> 11)) ^ v0l;
      v3h = turned ^ v0h;
      sum = (v2l >>> 0) + (v1l >>> 0);
      v2h = (v2h + v1h + (sum > 0xffffffff ? 1 : 0)) | 0;
      v2l = sum | 0;
      turned = (v1h << 17) | (v1l >>> 15);
      v1l = ((v1l << 17) | (v1h >>> 15)) ^ v2l;
      v1h = turned ^ v2h;
      turned = v2h;
      v2h = v2l;
      v2l = turned;
    }
    this.v0h = v0h;
    this.v0l = v0l;
    this.v1h = v1h;
    this.v1l = v1l;
    this.v2h = v2h;
    this.v2l = v2l;
    this.v3h = v3h;
    this.v3l = v3l;
  }
}

/** A word of 32 bits, the lowest byte first. */
function word(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}
