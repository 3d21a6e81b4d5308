import type { SipHash } from './sip-hash';

/** Rounds of the Feistel network. */
const ROUNDS = 8;

/** Letters or digits of one block: each half fits into a number without loss. */
const BLOCK_LENGTH = 20;

const LETTERS = 26;
const DIGITS = 10;
const WORD = 0x100000000;

const ZERO = 0x30;
const NINE = 0x39;
const UPPER_A = 0x41;
const UPPER_Z = 0x5a;
const LOWER_A = 0x61;
const LOWER_Z = 0x7a;

/**
 * Permutes letters and digits under a key: a digit becomes a digit, a letter one of the same case, anything else stays. A permutation gives different
 * values different pseudonyms, so that a number that is unique, or comes twice, stays so.
 *
 * A Feistel network over the two halves of the value, as numbers of mixed radix; longer values are blocks, each tweaked by the others.
 */
export class Permutation {
  private readonly places: number[] = [];
  private readonly digits: number[] = [];
  private readonly radixes: number[] = [];
  private readonly bases: number[] = [];

  constructor(private readonly hash: SipHash) {}

  /** Permutes bytes in place. Values of different `tweak` have different permutations. */
  apply(bytes: Uint8Array, start: number, end: number, tweak: number): void {
    const count = this.read(bytes, start, end);
    for (let from = 0, block = 0; from < count; from += BLOCK_LENGTH, block++) {
      const to = Math.min(count, from + BLOCK_LENGTH);
      this.permute(from, to, count <= BLOCK_LENGTH ? tweak : this.tweakOf(count, from, to, tweak + block));
    }
    for (let i = 0; i < count; i++) bytes[this.places[i] ?? 0] = (this.bases[i] ?? 0) + (this.digits[i] ?? 0);
  }

  /** Notes the letters and digits; returns their number. */
  private read(bytes: Uint8Array, start: number, end: number): number {
    let count = 0;
    for (let i = start; i < end; i++) {
      const byte = bytes[i] ?? 0;
      const base = baseOf(byte);
      if (base === 0) continue;
      this.places[count] = i;
      this.bases[count] = base;
      this.digits[count] = byte - base;
      this.radixes[count++] = base === ZERO ? DIGITS : LETTERS;
    }
    return count;
  }

  private permute(from: number, to: number, tweak: number): void {
    const middle = (from + to) >> 1;
    const leftSize = this.sizeOf(from, middle);
    const rightSize = this.sizeOf(middle, to);
    // Values of another form are of another permutation.
    const form = (this.formOf(from, to) ^ Math.imul(tweak, 0x9e3779b1)) | 0;
    let left = this.valueOf(from, middle);
    let right = this.valueOf(middle, to);
    for (let round = 0; round < ROUNDS; round += 2) {
      if (leftSize > 1) left = (left + (this.random(right, form, round) % leftSize)) % leftSize;
      right = (right + (this.random(left, form, round + 1) % rightSize)) % rightSize;
    }
    this.setValue(from, middle, left);
    this.setValue(middle, to, right);
  }

  private random(value: number, form: number, round: number): number {
    const { hash } = this;
    hash.hashWords(Math.floor(value / WORD), value | 0, form, round);
    return (hash.high >>> 12) * WORD + (hash.low >>> 0);
  }

  /** Hashes the blocks around one: those before it as they became, those after it as they were. */
  private tweakOf(count: number, from: number, to: number, tweak: number): number {
    const others = new Uint8Array(count - (to - from));
    for (let i = 0, j = 0; i < count; i++) if (i < from || i >= to) others[j++] = (this.bases[i] ?? 0) + (this.digits[i] ?? 0);
    this.hash.hash(others, 0, others.length);
    return (this.hash.low ^ tweak) | 0;
  }

  private sizeOf(from: number, to: number): number {
    let size = 1;
    for (let i = from; i < to; i++) size *= this.radixes[i] ?? 1;
    return size;
  }

  private formOf(from: number, to: number): number {
    let form = to - from;
    for (let i = from; i < to; i++) form = (Math.imul(form, 31) + (this.bases[i] ?? 0)) | 0;
    return form;
  }

  private valueOf(from: number, to: number): number {
    let value = 0;
    for (let i = from; i < to; i++) value = value * (this.radixes[i] ?? 1) + (this.digits[i] ?? 0);
    return value;
  }

  private setValue(from: number, to: number, value: number): void {
    let rest = value;
    for (let i = to - 1; i >= from; i--) {
      const radix = this.radixes[i] ?? 1;
      this.digits[i] = rest % radix;
      rest = Math.floor(rest / radix);
    }
  }
}

/** The first byte of the alphabet of a byte; 0 for a byte that is neither letter nor digit. */
export function baseOf(byte: number): number {
  if (byte >= ZERO && byte <= NINE) return ZERO;
  if (byte >= UPPER_A && byte <= UPPER_Z) return UPPER_A;
  return byte >= LOWER_A && byte <= LOWER_Z ? LOWER_A : 0;
}
