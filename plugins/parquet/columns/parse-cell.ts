import { BYTE, isDigit as isDigitByte } from '../../../src/plugin/io';

// Read once: a property of a re-exported module costs a call.
const isDigit = isDigitByte;
const { DOT, MINUS, ZERO } = BYTE;

/** A whole number of 64 bits, in two halves. Reused: valid until the next cell is parsed. */
export interface Halves {
  low: number;
  high: number;
}

/** Digits of a safe integer, whatever they are. */
const SAFE_DIGITS = 15;
const MAX_DIGITS = 18;
const HALF = 2 ** 32;
const MICROSECONDS = 1_000_000;
const DAY_SECONDS = 86_400;

function setNumber(value: number, into: Halves): void {
  const short = value | 0;
  if (short === value) {
    into.low = short;
    into.high = short >> 31;
    return;
  }
  const high = Math.floor(value / HALF);
  into.high = high;
  into.low = (value - high * HALF) | 0;
}

/**
 * Parses decimal digits as a number without its point: with a scale of 2, `-12.5` is -1250. False for anything else, for more digits than 18, and for
 * more digits behind the point than the scale.
 */
export function parseDecimal(bytes: Uint8Array, start: number, end: number, scale: number, into: Halves): boolean {
  let at = start;
  const isNegative = bytes[at] === MINUS;
  if (isNegative) at++;
  let value = 0;
  let digits = 0;
  let fraction = -1;
  for (; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === DOT && fraction < 0) fraction = 0;
    else if (!isDigit(byte)) return false;
    else {
      value = value * 10 + (byte - ZERO);
      if (value > 0) digits++;
      if (fraction >= 0) fraction++;
    }
  }
  const missing = scale - Math.max(0, fraction);
  if (missing < 0 || digits + (value > 0 ? missing : 0) > MAX_DIGITS) return false;
  if (digits + missing > SAFE_DIGITS) return parseLong(bytes.subarray(start, end), missing, into);
  for (let i = 0; i < missing; i++) value *= 10;
  setNumber(isNegative ? -value : value, into);
  return true;
}

function parseLong(bytes: Uint8Array, missing: number, into: Halves): boolean {
  const value = BigInt(Buffer.from(bytes).toString('latin1').replace('.', '')) * 10n ** BigInt(missing);
  into.low = Number(BigInt.asIntN(32, value));
  into.high = Number(BigInt.asIntN(32, value >> 32n));
  return true;
}

const DATE_LENGTH = 10;
const SECOND_LENGTH = 19;

/** Parses yyyy-mm-dd as days since 1970-01-01; undefined for anything else. */
export function parseDay(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (end - start !== DATE_LENGTH || bytes[start + 4] !== MINUS || bytes[start + 7] !== MINUS) return undefined;
  const year = parseDigits(bytes, start, start + 4);
  const month = parseDigits(bytes, start + 5, start + 7);
  const day = parseDigits(bytes, start + 8, end);
  return year < 0 || month < 1 || month > 12 || day < 1 || day > 31 ? undefined : daysOf(year, month, day);
}

/** Parses yyyy-mm-ddTHH:mm:ss, with or without a fraction, or yyyy-mm-dd, as microseconds since 1970-01-01; false for anything else. */
export function parseDateTime(bytes: Uint8Array, start: number, end: number, into: Halves): boolean {
  const day = parseDay(bytes, start, Math.min(end, start + DATE_LENGTH));
  if (day === undefined) return false;
  const time = end - start === DATE_LENGTH ? 0 : parseTime(bytes, start + DATE_LENGTH + 1, end);
  if (time < 0) return false;
  setNumber(day * DAY_SECONDS * MICROSECONDS + time, into);
  return true;
}

/** Microseconds of HH:mm:ss, or HH:mm:ss.f; -1 for anything else. */
function parseTime(bytes: Uint8Array, start: number, end: number): number {
  const whole = start + SECOND_LENGTH - DATE_LENGTH - 1;
  if (end < whole) return -1;
  const hour = parseDigits(bytes, start, start + 2);
  const minute = parseDigits(bytes, start + 3, start + 5);
  const second = parseDigits(bytes, start + 6, whole);
  const digits = end - whole - 1;
  const fraction = digits <= 0 ? 0 : digits > 6 || bytes[whole] !== DOT ? -1 : parseDigits(bytes, whole + 1, end) * 10 ** (6 - digits);
  if (hour < 0 || minute < 0 || second < 0 || fraction < 0) return -1;
  return ((hour * 60 + minute) * 60 + second) * MICROSECONDS + fraction;
}

/** The number of digits; -1 where one of them is none. */
function parseDigits(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (!isDigit(byte)) return -1;
    value = value * 10 + (byte - ZERO);
  }
  return value;
}

/** Days since 1970-01-01 in the Gregorian calendar; years that end in February make leap days the last of their year. */
function daysOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const monthFromMarch = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + day - 1;
  return 365 * shifted + Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400) + dayOfYear - 719_468;
}
