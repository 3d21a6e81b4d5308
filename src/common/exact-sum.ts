import { BYTE, isDigit } from './bytes';

/** Decimals of the fast part: amounts of money have two, rates up to four. */
const FAST_DECIMALS = 4;
const FAST_SCALE = 10 ** FAST_DECIMALS;

/** Digits that a number of the fast part has at most, so that many of them add up within the safe integers. */
const FAST_DIGITS = 11;

/** Decimals of the slow part, more than a number of X12 has. */
const SLOW_DECIMALS = 30;
const SLOW_TO_FAST = 10n ** BigInt(SLOW_DECIMALS - FAST_DECIMALS);

const MAX_FAST = 2 ** 52;

/** Result of `readFast` for text that is no number, and for numbers that need the slow part: long ones, and those with an exponent. */
const NO_NUMBER = Number.NaN;
const TOO_LONG = Number.POSITIVE_INFINITY;

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[Ee]([+-]?\d{1,2}))?$/;

/**
 * A sum of decimal numbers, exact for every number of X12: scaled integers, never binary floating point. Numbers are added
 * straight from the bytes of the input; those with up to eleven digits and four decimals make no object.
 *
 * Text that is no number makes the sum unusable: `isNumber` is false from then on. Empty text counts as zero.
 */
export class ExactSum {
  /** Ten-thousandths. */
  private fast = 0;
  /** What does not fit there, as integers of the smallest unit. */
  private slow = 0n;
  private isValid = true;

  /** False once something was added that is no number. */
  get isNumber(): boolean {
    return this.isValid;
  }

  /** Makes it zero again. */
  clear(): void {
    this.fast = 0;
    this.slow = 0n;
    this.isValid = true;
  }

  /** Adds the number in the bytes, `times` 1 or -1. */
  addBytes(bytes: Uint8Array, start: number, end: number, times: 1 | -1 = 1): void {
    const units = readFast(bytes, start, end);
    if (Number.isFinite(units)) this.addFast(times * units);
    else if (units === TOO_LONG) this.addText(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1'), times);
    else this.isValid = false;
  }

  /** Adds a number that is known as text. */
  addText(text: string, times: 1 | -1 = 1): void {
    const units = readSlow(text);
    if (units === undefined) this.isValid = false;
    else this.slow += times === 1 ? units : -units;
  }

  /** Adds another sum. */
  add(other: ExactSum, times: 1 | -1 = 1): void {
    this.addFast(times * other.fast);
    this.slow += times === 1 ? other.slow : -other.slow;
    this.isValid &&= other.isValid;
  }

  /** True when both are the same number. */
  equals(other: ExactSum): boolean {
    return this.slow === other.slow ? this.fast === other.fast : this.total === other.total;
  }

  get isZero(): boolean {
    return this.slow === 0n ? this.fast === 0 : this.total === 0n;
  }

  get isNegative(): boolean {
    return this.slow === 0n ? this.fast < 0 : this.total < 0n;
  }

  /** The number with at least two decimals, such as 800.00. */
  get text(): string {
    if (this.slow === 0n) return fastText(this.fast);
    const { total } = this;
    const digits = (total < 0n ? -total : total).toString().padStart(SLOW_DECIMALS + 1, '0');
    const decimals = digits.slice(-SLOW_DECIMALS).replace(/0+$/, '').padEnd(2, '0');
    return `${total < 0n ? '-' : ''}${digits.slice(0, -SLOW_DECIMALS)}.${decimals}`;
  }

  private get total(): bigint {
    return this.slow + BigInt(this.fast) * SLOW_TO_FAST;
  }

  private addFast(units: number): void {
    this.fast += units;
    if (this.fast <= MAX_FAST && this.fast >= -MAX_FAST) return;
    this.slow += BigInt(this.fast) * SLOW_TO_FAST;
    this.fast = 0;
  }
}

function fastText(units: number): string {
  const absolute = Math.abs(units);
  const decimals = String(absolute % FAST_SCALE)
    .padStart(FAST_DECIMALS, '0')
    .replace(/0{1,2}$/, '');
  return `${units < 0 ? '-' : ''}${Math.floor(absolute / FAST_SCALE)}.${decimals}`;
}

/** Reads a short number as ten-thousandths. */
function readFast(bytes: Uint8Array, start: number, end: number): number {
  let position = start;
  const first = bytes[position] ?? 0;
  const isNegative = first === BYTE.MINUS;
  if (position < end && (isNegative || first === BYTE.PLUS)) position++;
  if (position === end) return start === end ? 0 : NO_NUMBER;
  let value = 0;
  let digits = 0;
  let decimals = -1;
  for (; position < end; position++) {
    const byte = bytes[position] ?? 0;
    if (isDigit(byte)) {
      value = value * 10 + byte - BYTE.ZERO;
      digits++;
      if (decimals >= 0) decimals++;
    } else if (byte === BYTE.DOT && decimals < 0) decimals = 0;
    else return digits > 0 && isExponentSign(byte) ? TOO_LONG : NO_NUMBER;
  }
  if (digits === 0) return NO_NUMBER;
  if (digits > FAST_DIGITS || decimals > FAST_DECIMALS) return TOO_LONG;
  const units = decimals <= 0 ? value * FAST_SCALE : value * 10 ** (FAST_DECIMALS - decimals);
  return isNegative ? -units : units;
}

function readSlow(text: string): bigint | undefined {
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (whole + fraction === '') return text === '' ? 0n : undefined;
  const scale = SLOW_DECIMALS - fraction.length + Number(exponent);
  if (scale < 0) return undefined;
  const units = BigInt(whole + fraction) * 10n ** BigInt(scale);
  return sign === '-' ? -units : units;
}

/** `E` or `e`, as in 1E3. */
const isExponentSign = (byte: number): boolean => (byte | 0x20) === 0x65;
