import { isDigit } from '../../common/bytes';
import { maskOutsideAscii } from './masked-text';
import { baseOf, Permutation } from './permutation';
import type { ScrubKey } from './scrub-key';
import { isTime, ShiftedDates } from './shifted-dates';
import { SipHash } from './sip-hash';

const CONSONANTS = 'BCDFGHJKLMNPRSTVWZ';
const VOWELS = 'AEIOU';
const UPPER_A = 0x41;
const LOWER_A = 0x61;
const ZERO = 0x30;
const ONE = 0x31;
const BLANK = 0x20;
const TO_LOWER = 0x20;

/** Pseudonyms that are tried for what is no time, until one is none either. */
const MAX_TRIES = 50;

/** Values of one generation of the cache. */
const MAX_CACHED = 20_000;
const MAX_CACHED_BYTES = 64;

/** Digits of a national provider identifier; the last is a check digit. */
const NPI_LENGTH = 10;
/** Digits of a routing number of a bank, and their weights: the sum of a valid one ends with 0. */
const ROUTING_LENGTH = 9;
const ROUTING_WEIGHTS = [3, 7, 1];
/** Sum of the digits 80840, which precede the number when its check digit is computed. */
const NPI_PREFIX_SUM = 24;

/** Permutations of different kinds of values. */
const TWEAK = { id: 1, npi: 2, control: 3 } as const;

/** Kinds of values whose pseudonym is a function of the value alone. */
export type PseudonymKind = 'id' | 'words' | 'control' | 'routing';

/** Replaces values in place by pseudonyms of the same length, under a key: the same value always has the same one. */
export class Pseudonyms {
  private readonly hash: SipHash;
  private readonly permutation: Permutation;
  private readonly dates: ShiftedDates;
  private young = new Map<string, string>();
  private old = new Map<string, string>();

  constructor(key: ScrubKey) {
    this.hash = new SipHash(key.words);
    this.permutation = new Permutation(this.hash);
    this.dates = new ShiftedDates(key.shiftDays);
  }

  /**
   * Replaces an identifier, a text of words, or a control number. Blanks around it stay. Digits become digits and letters become letters of the same case;
   * words can be pronounced; the leading zeros of a control number stay.
   */
  replace(kind: PseudonymKind, bytes: Buffer, start: number, end: number): void {
    let from = start;
    let to = end;
    while (from < to && bytes[from] === BLANK) from++;
    while (to > from && bytes[to - 1] === BLANK) to--;
    if (to - from > MAX_CACHED_BYTES) return this.make(kind, bytes, from, to);
    const name = kind.slice(0, 1) + bytes.toString('latin1', from, to);
    const young = this.young.get(name);
    const known = young ?? this.old.get(name);
    if (known === undefined) this.make(kind, bytes, from, to);
    else for (let i = 0; i < known.length; i++) bytes[from + i] = known.charCodeAt(i);
    if (young === undefined) this.remember(name, known ?? bytes.toString('latin1', from, to));
  }

  /** Moves a date. */
  date(bytes: Buffer, start: number, end: number): void {
    if (areDigits(bytes, start, end)) this.dates.date(bytes, start, end);
    else this.replace('id', bytes, start, end);
  }

  /** Moves the dates of a period. */
  period(bytes: Buffer, start: number, end: number): void {
    for (let i = start; i < end; i++) if (!isDigit(bytes[i] ?? 0) && bytes[i] !== 0x2d) return this.replace('id', bytes, start, end);
    this.dates.period(bytes, start, end, isDigit);
  }

  /** Keeps a time of the clock. Anything else becomes something else that is no time. */
  time(bytes: Buffer, start: number, end: number): void {
    if (isTime(bytes, start, end)) return;
    for (let i = 0; i < MAX_TRIES && (i === 0 || isTime(bytes, start, end)); i++) this.replace('id', bytes, start, end);
  }

  private remember(name: string, value: string): void {
    if (this.young.size >= MAX_CACHED) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(name, value);
  }

  private make(kind: PseudonymKind, bytes: Buffer, start: number, end: number): void {
    maskOutsideAscii(bytes, start, end);
    if (kind === 'words') this.words(bytes, start, end);
    else if (kind === 'control' && areDigits(bytes, start, end)) this.controlNumber(bytes, start, end);
    else if (kind === 'routing' && end - start === ROUTING_LENGTH && areDigits(bytes, start, end)) this.routingNumber(bytes, start);
    else if (end - start === NPI_LENGTH && areDigits(bytes, start, end)) this.npi(bytes, start);
    else this.permutation.apply(bytes, start, end, TWEAK.id);
  }

  /** Numbers that are equal stay equal, with and without leading zeros. */
  private controlNumber(bytes: Buffer, start: number, end: number): void {
    let from = start;
    while (from < end && bytes[from] === ZERO) from++;
    if (from === end) return;
    // The first digit stays above zero: a number keeps its digits. It is turned by the others.
    this.permutation.apply(bytes, from + 1, end, TWEAK.control + end - from);
    this.hash.hash(bytes, from + 1, end);
    bytes[from] = ONE + (((bytes[from] ?? ONE) - ONE + (this.hash.low >>> 0)) % 9);
  }

  /** The check digit stays right, or as wrong as it was. */
  private npi(bytes: Buffer, start: number): void {
    const last = start + NPI_LENGTH - 1;
    const deviation = (bytes[last] ?? 0) - ZERO - checkDigit(bytes, start) + 10;
    // An identifier of a provider begins with 1 or 2, and so does its pseudonym.
    const isUsual = bytes[start] === ONE || bytes[start] === ONE + 1;
    this.permutation.apply(bytes, isUsual ? start + 1 : start, last, TWEAK.npi);
    bytes[last] = ZERO + ((checkDigit(bytes, start) + deviation) % 10);
  }

  private routingNumber(bytes: Buffer, start: number): void {
    const last = start + ROUTING_LENGTH - 1;
    const remainder = routingSum(bytes, start, ROUTING_LENGTH) % 10;
    this.permutation.apply(bytes, start, last, TWEAK.id);
    bytes[last] = ZERO + ((((remainder - routingSum(bytes, start, ROUTING_LENGTH - 1)) % 10) + 10) % 10);
  }

  private words(bytes: Buffer, start: number, end: number): void {
    for (let i = start; i < end;) {
      const base = baseOf(bytes[i] ?? 0);
      let to = i + 1;
      if (base === ZERO) {
        while (to < end && baseOf(bytes[to] ?? 0) === ZERO) to++;
        this.permutation.apply(bytes, i, to, TWEAK.id);
      } else if (base !== 0) {
        while (to < end && baseOf(bytes[to] ?? 0) >= UPPER_A) to++;
        this.word(bytes, i, to);
      }
      i = to;
    }
  }

  /** A word that can be pronounced, of the same length and in the same case; upper and lower case of a word have the same. */
  private word(bytes: Buffer, start: number, end: number): void {
    const upper = Buffer.from(bytes.subarray(start, end));
    for (let i = 0; i < upper.length; i++) upper[i] = (upper[i] ?? 0) & ~TO_LOWER;
    const { hash } = this;
    hash.hash(upper, 0, upper.length);
    const { high, low } = hash;
    for (let i = 0; i < upper.length; i++) {
      if (i % LETTERS_OF_HASH === 0) hash.hashWords(high, low, i, upper.length);
      const random = (i % LETTERS_OF_HASH < LETTERS_OF_HASH / 2 ? hash.high : hash.low) >>> (8 * (i % (LETTERS_OF_HASH / 2)));
      const letters = (i + low) % 2 === 0 ? CONSONANTS : VOWELS;
      const letter = letters.charCodeAt((random & 0xff) % letters.length);
      bytes[start + i] = baseOf(bytes[start + i] ?? 0) === LOWER_A ? letter | TO_LOWER : letter;
    }
  }
}

/** One letter for each byte of a hash. */
const LETTERS_OF_HASH = 8;

export function areDigits(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!isDigit(bytes[i] ?? 0)) return false;
  return end > start;
}

/** The check digit of the nine digits at a position. */
function checkDigit(bytes: Uint8Array, start: number): number {
  let sum = NPI_PREFIX_SUM;
  for (let i = 0; i < NPI_LENGTH - 1; i++) {
    const digit = (bytes[start + i] ?? 0) - ZERO;
    const doubled = i % 2 === 0 ? 2 * digit : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
}

function routingSum(bytes: Uint8Array, start: number, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += ((bytes[start + i] ?? 0) - ZERO) * (ROUTING_WEIGHTS[i % ROUTING_WEIGHTS.length] ?? 0);
  return sum;
}
