/**
 * A small seeded random source (mulberry32).
 *
 * `Math.random` cannot be seeded, and the generator replays the same draws: once to sum a transaction, once to write it.
 * Call `reseed` before a replay.
 */
export class Random {
  constructor(seed) {
    this.state = seed | 0;
  }

  /** Starts the sequence that belongs to one claim or transaction: equal (seed, index) gives equal draws. */
  reseed(seed, index) {
    const mixed = Math.imul(seed ^ (index + 0x9e3779b9), 0x85ebca6b);
    this.state = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) ^ index;
  }

  /** A whole number from 0 to limit - 1. */
  below(limit) {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) * (limit / 4294967296)) | 0;
  }

  /** True in `percent` of one hundred draws. */
  chance(percent) {
    return this.below(100) < percent;
  }

  /** One entry of a list. */
  pick(list) {
    return list[this.below(list.length)];
  }
}
