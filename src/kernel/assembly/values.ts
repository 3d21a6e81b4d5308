/*
 * Reads numbers and days from the bytes of the chunk.
 */
import { DOT, MINUS, ZERO } from './ascii';
import { bytes, NONE } from './rows';

/** Gives the first day of a date with a time as yyyymmdd, -1 for anything else. */
@external('host', 'dayOf')
declare function dayOf(start: i32, end: i32): i32;

@inline
export function isDigit(value: u8): bool {
  return <u8>(value - ZERO) < 10;
}

// Up to eight bytes are one word: loops over so few are mispredicted at nearly every value.
export const WORD: i32 = 8;
const ZEROS: u64 = 0x3030303030303030;
const DOTS: u64 = 0x2e2e2e2e2e2e2e2e;
const LOW_BITS: u64 = 0x0101010101010101;
const HIGH_BITS: u64 = 0x8080808080808080;
const HIGH_HALVES: u64 = 0xf0f0f0f0f0f0f0f0;
const SIXES: u64 = 0x0606060606060606;
const EVEN_BYTES: u64 = 0x00ff00ff00ff00ff;

/** From 1 to 8 bytes at an address, and zeros behind them. */
@inline
function wordAt(at: i32, length: i32): u64 {
  const behind = ((<u64>1 << (((length - 1) << 3) + 7)) << 1) - 1;
  return (load<u64>(at) & behind) | (ZEROS & ~behind);
}

@inline
function areDigits(word: u64): bool {
  return ((word & HIGH_HALVES) | (((word + SIXES) & HIGH_HALVES) >> 4)) == 0x3333333333333333;
}

/** Where the first dot of a word stands; 8 for none. */
@inline
function dotOf(word: u64): i32 {
  const others = word ^ DOTS;
  return <i32>(ctz<u64>((others - LOW_BITS) & ~others & HIGH_BITS) >> 3);
}

/** The number of digits in up to eight digits with at most one dot anywhere; -1 for other bytes. */
@inline
export function digitsIn(at: i32, length: i32): i32 {
  const word = wordAt(at, length);
  const dot = dotOf(word);
  if (dot == WORD) return areDigits(word) ? length : NONE;
  return areDigits(word ^ (<u64>(DOT ^ ZERO) << (dot << 3))) ? length - 1 : NONE;
}

/** An amount of 1 to 8 digits with at most one dot and four decimals, in ten-thousandths; -1 for other bytes. */
export function amountAt(at: i32, length: i32): i64 {
  let word = wordAt(at, length);
  const dot = dotOf(word);
  let whole = length;
  if (dot < WORD) {
    if (length == 1 || length - 1 - dot > DECIMALS) return NONE;
    whole = dot;
    const before = (<u64>1 << (dot << 3)) - 1;
    word = (word & before) | (((word >> 8) | (<u64>ZERO << 56)) & ~before);
  }
  if (!areDigits(word)) return NONE;
  word -= ZEROS;
  word = (word * 10 + (word >> 8)) & EVEN_BYTES;
  word = (word * 100 + (word >> 16)) & 0x0000ffff0000ffff;
  // All eight digits, of which the first ones stand before the dot.
  const value = <u32>(word * 10_000 + (word >> 32));
  return whole < DECIMALS ? <i64>(value / powerOfTen(DECIMALS - whole)) : <i64>value * powerOfTen(whole - DECIMALS);
}

@inline
function powerOfTen(exponent: i32): u32 {
  return load<u32>(POWERS + (exponent << 2));
}

export const DECIMALS: i32 = 4;
const POWERS = memory.data<u32>([1, 10, 100, 1_000, 10_000]);

/** 1 to 8 bytes at an address, with zeros behind them. */
@inline
export function bytesAt(at: i32, length: i32): u64 {
  return load<u64>(at) & (((<u64>1 << (((length - 1) << 3) + 7)) << 1) - 1);
}

/** Where the dot stands in a number of 1 to 8 digits and dots that begins and ends with a digit: its length for none, -1 for other bytes. */
@inline
export function pointIn(at: i32, length: i32): i32 {
  const word = wordAt(at, length);
  const dot = dotOf(word);
  if (dot == WORD) return areDigits(word) ? length : NONE;
  return dot > 0 && dot < length - 1 && areDigits(word ^ (<u64>(DOT ^ ZERO) << (dot << 3))) ? dot : NONE;
}

export function isJsonNumber(start: i32, end: i32): bool {
  let at = bytes + start;
  if (end - start <= WORD && load<u8>(at) != MINUS) {
    const point = pointIn(at, end - start);
    return point > 0 && (load<u8>(at) != ZERO || point == 1);
  }
  const last = bytes + end;
  if (load<u8>(at) == MINUS) at++;
  const digits = at;
  while (at < last && isDigit(load<u8>(at))) at++;
  if (at == digits || (load<u8>(digits) == ZERO && at > digits + 1)) return false;
  if (at == last) return true;
  if (load<u8>(at) != DOT) return false;
  const fraction = ++at;
  while (at < last && isDigit(load<u8>(at))) at++;
  return at == last && at > fraction;
}

/** True for bytes that are an integer of JSON as they are. */
export function isShortInteger(start: i32, end: i32): bool {
  if (end - start > 15 || (load<u8>(bytes + start) == ZERO && end - start > 1)) return false;
  if (end - start <= WORD) return start < end && areDigits(wordAt(bytes + start, end - start));
  for (let i = start; i < end; i++) if (!isDigit(load<u8>(bytes + i))) return false;
  return start < end;
}

/** Gives yyyymmdd for CCYYMMDD in the chunk, -1 for what is no day of the calendar. */
@inline
export function dayAt(start: i32): i32 {
  return dayOfDigits(bytes + start);
}

/** As `dayAt`, for digits at an address. */
export function dayOfDigits(at: i32): i32 {
  const word = load<u64>(at);
  if (!areDigits(word)) return NONE;
  const digits = word - ZEROS;
  const pairs = (digits * 10 + (digits >> 8)) & EVEN_BYTES;
  const year = <i32>(pairs & 0xff) * 100 + <i32>((pairs >> 16) & 0xff);
  const month = <i32>((pairs >> 32) & 0xff);
  const day = <i32>(pairs >> 48);
  if (year < 1 || month < 1 || month > 12 || day < 1) return NONE;
  const value = (year * 100 + month) * 100 + day;
  let last = 31;
  if (month == 2) last = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28;
  else if (month == 4 || month == 6 || month == 9 || month == 11) last = 30;
  return day > last ? NONE : value;
}

export const DAY_LENGTH: i32 = 8;
const PERIOD_LENGTH: i32 = 17;

@inline
export function isPeriod(start: i32, end: i32): bool {
  return end - start == PERIOD_LENGTH && load<u8>(bytes + start, DAY_LENGTH) == MINUS;
}

export function periodFrom(start: i32, end: i32): i32 {
  if (isPeriod(start, end) || end - start == DAY_LENGTH) return dayAt(start);
  return end - start >= DAY_LENGTH + 4 && end - start <= DAY_LENGTH + 8 ? dayOf(start, end) : NONE;
}

export function periodTo(start: i32, end: i32): i32 {
  return isPeriod(start, end) ? dayAt(start + DAY_LENGTH + 1) : NONE;
}
