/** Odd constant of the golden ratio, which separates neighbouring states. */
const GOLDEN = 0x9e37_79b9;

const TWO_32 = 4_294_967_296;

/**
 * Numbers that look random and depend only on a seed and the number of a record, so that a record is the same whatever was made before it. For synthetic
 * data, not for secrets.
 */
export class Seeded {
  private state: number;

  constructor(seed: number, record = 0) {
    this.state = mixed(mixed(seed | 0) ^ Math.imul(record + 1, GOLDEN));
  }

  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number {
    this.state = (this.state + GOLDEN) | 0;
    return Math.floor(((mixed(this.state) >>> 0) / TWO_32) * limit);
  }

  /** A whole number between two, which may be either. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  /** One of a list, which is not empty. */
  pick<const T extends readonly [unknown, ...unknown[]]>(list: T): T[number] {
    return list[this.below(list.length)] ?? list[0];
  }

  /** So many different entries of a list, in its order from a random place on. The list has as many at least. */
  some<T>(list: readonly T[], count: number): readonly T[] {
    const start = this.below(list.length);
    const chosen: T[] = [];
    for (let at = 0; at < count; at++) {
      const entry = list[(start + at) % list.length];
      if (entry !== undefined) chosen.push(entry);
    }
    return chosen;
  }

  /** True in so many cases of a hundred. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** So many digits. */
  digits(count: number): string {
    return String(this.below(10 ** count)).padStart(count, '0');
  }
}

/** Mixes the bits of a 32-bit number (the finalizer of MurmurHash3, which is public domain). */
function mixed(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35);
  return bits ^ (bits >>> 16);
}
