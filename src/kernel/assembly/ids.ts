/*
 * The ids of records: a hash of what is around them, their number and the bytes of their segments; see ContentHash.
 */
import { QUOTE, ZERO } from './ascii';
import { SEGMENT } from '../layout';
import { byte, fragment } from './output';
import { bytes, marks, segmentRow } from './rows';

/** A digit above nine is so many bytes behind its value. */
const LETTERS: u8 = 0x57;

// State of the hash of the record's surroundings.
export let hashA: i32 = 0;
export let hashB: i32 = 0;
export let hashC: i32 = 0;

// The record: its loop, the rows of its segments, and its number.
let unit: i32 = 0;
let fromSegment: i32 = 0;
let toSegment: i32 = 0;
let recordNumber: i32 = 0;

/** Says what the ids of the next records begin with. */
export function continueHash(a: i32, b: i32, c: i32): void {
  hashA = a;
  hashB = b;
  hashC = c;
}

/** Says whose id is written. */
export function identify(loop: i32, from: i32, to: i32, number: i32): void {
  unit = loop;
  fromSegment = from;
  toSegment = to;
  recordNumber = number;
}

/** Adds segments to the hash. */
export function hashSegments(from: i32, to: i32): void {
  let a = hashA;
  let b = hashB;
  let c = hashC;
  for (let segment = from; segment < to; segment++) {
    const row = segmentRow(segment);
    const first = marks + (load<i32>(row) << 2);
    let at = bytes + load<i32>(first) + 1;
    const end = bytes + load<i32>(first + (load<i32>(row, SEGMENT.COUNT) << 2), 4);
    const whole = end - 4;
    let one = end - at;
    let two = at <= whole ? load<i32>(at) : partOf(at, end);
    at += 4;
    while (true) {
      let left = (a ^ one) * <i32>0x9e3779b1;
      let right = (b ^ two) * <i32>0x85ebca6b;
      left ^= <i32>(<u32>left >> 15);
      right ^= <i32>(<u32>right >> 13);
      a = right + c;
      b = rotl<i32>(left, 13);
      c ^= left;
      if (at >= end) break;
      one = at <= whole ? load<i32>(at) : partOf(at, end);
      at += 4;
      two = at <= whole ? load<i32>(at) : partOf(at, end);
      at += 4;
    }
  }
  continueHash(a, b, c);
}

/** The bytes before the end of a run, as one word; 0 where there are none. */
@inline
function partOf(at: i32, end: i32): i32 {
  return at < end ? load<i32>(at) & ((1 << (8 * (end - at))) - 1) : 0;
}

/** Writes the id of the record; false for a segment that is not its first. */
export function id(key: i32, loop: i32, segment: i32): bool {
  if (loop != unit || segment != fromSegment) return false;
  const a = hashA;
  const b = hashB;
  const c = hashC;
  hashSegments(fromSegment, toSegment);
  const first = avalanche((hashA ^ recordNumber) + hashB + hashC);
  const second = avalanche(hashB + first);
  const third = avalanche(hashC + second);
  // Other records begin with the same.
  continueHash(a, b, c);
  fragment(key);
  byte(QUOTE);
  hex(first + third);
  hex(second);
  hex(third);
  byte(QUOTE);
  return true;
}

function avalanche(word: i32): i32 {
  const once = (word ^ <i32>(<u32>word >> 16)) * <i32>0x85ebca6b;
  const twice = (once ^ <i32>(<u32>once >> 13)) * <i32>0xc2b2ae35;
  return twice ^ <i32>(<u32>twice >> 16);
}

function hex(word: i32): void {
  for (let shift = 28; shift >= 0; shift -= 4) {
    const digit = <u8>((<u32>word >> shift) & 0xf);
    byte(digit < 10 ? ZERO + digit : LETTERS + digit);
  }
}
