/*
 * The JSON that is written: where its next byte goes, and how bytes, numbers and days are written there.
 */
import { DOT, MINUS, QUOTE, ZERO } from './ascii';
import { bytes, NONE } from './rows';
import { DECIMALS } from './values';

/** Where the next byte is written. */
export let out: i32 = 0;
/** Where JSON must end. */
export let limit: i32 = 0;
/** True once there was no room for the record. */
export let isFull: bool = false;

/** Says where JSON must end. */
export function limitTo(newLimit: i32): void {
  limit = newLimit;
}

export function beginOutput(start: i32): void {
  out = start;
  isFull = false;
}

/** Gives where the output ended, -1 where there was no room. */
export function endOutput(): i32 {
  return isFull || out > limit ? NONE : out;
}

/** Goes to the end of what the host has written, or back to the start of what is taken back. */
@inline
export function moveTo(newOut: i32): void {
  out = newOut;
}

/** False where there is no room for one more; the record is full then. */
@inline
export function hasRoom(): bool {
  if (out <= limit) return true;
  isFull = true;
  return false;
}

/** Copies whole vectors to a place, and gives the place behind: there is room behind `limit`, and readable memory behind everything. */
@inline
function put(at: i32, from: i32, length: i32): i32 {
  v128.store(at, v128.load(from));
  for (let i = 16; i < length; i += 16) v128.store(at + i, v128.load(from + i));
  return at + length;
}

@inline
function putFragment(at: i32, from: i32): i32 {
  return put(at, from + 4, load<i32>(from));
}

@inline
function putQuoted(at: i32, start: i32, end: i32): i32 {
  store<u8>(at, QUOTE);
  const behind = put(at + 1, bytes + start, end - start);
  store<u8>(behind, QUOTE);
  return behind + 1;
}

@inline
export function copy(from: i32, length: i32): void {
  out = put(out, from, length);
}

@inline
export function fragment(at: i32): void {
  out = putFragment(out, at);
}

@inline
export function byte(value: u8): void {
  store<u8>(out, value);
  out++;
}

// What is written together moves `out` once: each move waits for the one before it.

/** A fragment, and bytes of the chunk as they are. */
@inline
export function fragmentAndBytes(at: i32, start: i32, end: i32): void {
  out = put(putFragment(out, at), bytes + start, end - start);
}

/** A fragment, and bytes of the chunk as text. */
@inline
export function fragmentAndText(at: i32, start: i32, end: i32): void {
  out = putQuoted(putFragment(out, at), start, end);
}

@inline
export function quote(start: i32, end: i32): void {
  out = putQuoted(out, start, end);
}

/** Closes what was opened at `open`: the first comma becomes the bracket. Takes the key back when nothing was written. */
@inline
export function close(start: i32, open: i32, opening: u8, closing: u8): void {
  if (out == open) {
    out = start;
    return;
  }
  store<u8>(open, opening);
  byte(closing);
}

/** Writes yyyymmdd as yyyy-mm-dd. */
export function day(value: i32): void {
  store<u8>(out, QUOTE);
  pair(value / 1_000_000, 1);
  pair((value / 10_000) % 100, 3);
  store<u8>(out, MINUS, 5);
  pair((value / 100) % 100, 6);
  store<u8>(out, MINUS, 8);
  pair(value % 100, 9);
  store<u8>(out, QUOTE, 11);
  out += 12;
}

/** Two digits, so many bytes after the next one. */
@inline
function pair(value: i32, offset: i32): void {
  store<u8>(out + offset, ZERO + <u8>(value / 10));
  store<u8>(out + offset, ZERO + <u8>(value % 10), 1);
}

/** Writes ten-thousandths with two decimals at least. */
export function amount(units: i64): void {
  const absolute = units < 0 ? -units : units;
  if (units < 0) byte(MINUS);
  digits(absolute / 10_000, 1);
  byte(DOT);
  digits(absolute % 10_000, DECIMALS);
  for (let i = 0; i < 2 && load<u8>(out - 1) == ZERO; i++) out--;
}

/** Writes a number of at least so many digits. */
export function digits(value: i64, least: i32): void {
  let count = least;
  let rest = value;
  for (let i = least; i > 0; i--) rest /= 10;
  for (; rest > 0; rest /= 10) count++;
  rest = value;
  for (let i = count - 1; i >= 0; i--, rest /= 10) store<u8>(out + i, ZERO + <u8>(rest % 10));
  out += count;
}
