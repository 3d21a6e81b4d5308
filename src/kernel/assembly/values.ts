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

export function isJsonNumber(start: i32, end: i32): bool {
  let at = bytes + start;
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
  for (let i = start; i < end; i++) if (!isDigit(load<u8>(bytes + i))) return false;
  return start < end;
}

/** Gives yyyymmdd for CCYYMMDD, -1 for what is no day of the calendar. */
export function dayAt(start: i32): i32 {
  let value = 0;
  for (let i = start; i < start + 8; i++) {
    const one = load<u8>(bytes + i);
    if (!isDigit(one)) return NONE;
    value = value * 10 + <i32>(one - ZERO);
  }
  const year = value / 10_000;
  const month = (value / 100) % 100;
  const day = value % 100;
  if (year < 1 || month < 1 || month > 12 || day < 1) return NONE;
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
