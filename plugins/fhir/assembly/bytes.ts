/*
 * The bytes that are written: where the next one goes, and how fragments, numbers and JSON of the record are written there.
 */
import { NODE } from '../machine-layout';

export const QUOTE: u8 = 0x22;
export const COMMA: u8 = 0x2c;
export const DOT: u8 = 0x2e;
export const MINUS: u8 = 0x2d;
export const ZERO: u8 = 0x30;
export const BLANK: u8 = 0x20;
export const LETTER_A: u8 = 0x61;
export const LETTER_E: u8 = 0x45;
export const LETTER_T: u8 = 0x54;
export const BRACE_OPEN: u8 = 0x7b;
export const BRACE_CLOSE: u8 = 0x7d;
export const BRACKET_OPEN: u8 = 0x5b;
export const BRACKET_CLOSE: u8 = 0x5d;

/** Where the next byte is written. */
export let out: i32 = 0;
/** True once there was no room. */
export let isFull: bool = false;
/** Where the output must end. */
let limit: i32 = 0;

export function limitTo(newLimit: i32): void {
  limit = newLimit;
}

/** Begins to write at an address. */
export function beginAt(start: i32): void {
  out = start;
  isFull = false;
}

/** Goes to the end of what somebody else has written, or back to the start of what is taken back. */
@inline
export function moveTo(newOut: i32): void {
  out = newOut;
}

/** Says that there is no room for what the host would write. */
export function noteFull(): void {
  isFull = true;
}

/** Copies whole words: there is room behind `limit`, and readable memory behind everything. */
@inline
export function copy(from: i32, length: i32): void {
  if (out + length > limit) isFull = true;
  else {
    for (let i = 0; i < length; i += 16) v128.store(out + i, v128.load(from + i));
    out += length;
  }
}

@inline
export function fragment(at: i32): void {
  copy(at + 4, load<i32>(at));
}

@inline
export function byte(value: u8): void {
  if (out >= limit) isFull = true;
  else store<u8>(out++, value);
}

export function integer(value: i32): void {
  let digits = 1;
  for (let rest = value; rest >= 10; rest /= 10) digits++;
  if (out + digits > limit) {
    isFull = true;
    return;
  }
  let rest = value;
  for (let i = digits - 1; i >= 0; i--) {
    store<u8>(out + i, ZERO + <u8>(rest % 10));
    rest /= 10;
  }
  out += digits;
}

@inline
export function json(at: i32): void {
  const start = load<i32>(at);
  copy(start, load<i32>(at, NODE.END) - start);
}

/** The number of some digits; negative where one is none. */
export function digits(start: i32, count: i32): i32 {
  let number = 0;
  for (let i = start; i < start + count; i++) {
    const digit = <i32>load<u8>(i) - <i32>ZERO;
    if (digit < 0 || digit > 9) return -1;
    number = 10 * number + digit;
  }
  return number;
}

@inline
export function isDigit(value: u8): bool {
  return <u8>(value - ZERO) < 10;
}
