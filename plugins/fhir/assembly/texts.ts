/*
 * Indexes of texts.
 */
import { ENTRY, INDEX } from '../machine-layout';

const VECTOR: i32 = 16;

/** A hash of the length and some of the bytes; `TextIndex` of TypeScript has the same. */
@inline
export function hashOf(start: i32, length: i32): i32 {
  if (length == 0) return 0;
  return <i32>load<u8>(start) + <i32>load<u8>(start + (length >> 2)) * 7 + <i32>load<u8>(start + (length >> 1)) * 37 + <i32>load<u8>(start + length - 1) * 131 + length * 521;
}

/** Compares vectors: there is readable memory behind all texts. */
@inline
export function isEqual(a: i32, b: i32, length: i32): bool {
  let i = 0;
  for (; i + VECTOR <= length; i += VECTOR) if (!i8x16.all_true(i8x16.eq(v128.load(a + i), v128.load(b + i)))) return false;
  const rest = (1 << (length - i)) - 1;
  return (i8x16.bitmask(i8x16.eq(v128.load(a + i), v128.load(b + i))) & rest) == rest;
}

/** The entry of the text between two addresses; 0 for a text that is not in the index. */
export function findEntry(index: i32, start: i32, end: i32): i32 {
  const length = end - start;
  const mask = load<i32>(index);
  let slot = hashOf(start, length) & mask;
  let entry = load<i32>(index + (slot << 2), INDEX.SLOTS);
  while (entry != 0) {
    if (load<i32>(entry, ENTRY.LENGTH) == length && isEqual(load<i32>(entry), start, length)) return entry;
    slot = (slot + 1) & mask;
    entry = load<i32>(index + (slot << 2), INDEX.SLOTS);
  }
  return 0;
}

/** The value of the text between two addresses; 0 for a text that is not in the index. */
export function find(index: i32, start: i32, end: i32): i32 {
  const entry = findEntry(index, start, end);
  return entry == 0 ? 0 : load<i32>(entry, ENTRY.VALUE);
}
