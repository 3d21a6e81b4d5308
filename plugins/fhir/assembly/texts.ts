/*
 * Indexes of texts.
 */
import { ENTRY, INDEX } from '../machine-layout';

/** A hash of the length and some of the bytes; `TextIndex` of TypeScript has the same. */
@inline
function hashOf(start: i32, length: i32): i32 {
  if (length == 0) return 0;
  return <i32>load<u8>(start) + <i32>load<u8>(start + (length >> 2)) * 7 + <i32>load<u8>(start + (length >> 1)) * 37 + <i32>load<u8>(start + length - 1) * 131 + length * 521;
}

@inline
function isEqual(a: i32, b: i32, length: i32): bool {
  let i = 0;
  for (; i + 8 <= length; i += 8) if (load<u64>(a + i) != load<u64>(b + i)) return false;
  for (; i < length; i++) if (load<u8>(a + i) != load<u8>(b + i)) return false;
  return true;
}

/** The value of the text between two addresses; 0 for a text that is not in the index. */
export function find(index: i32, start: i32, end: i32): i32 {
  const length = end - start;
  const mask = load<i32>(index);
  let slot = hashOf(start, length) & mask;
  let entry = load<i32>(index + (slot << 2), INDEX.SLOTS);
  while (entry != 0) {
    if (load<i32>(entry, ENTRY.LENGTH) == length && isEqual(load<i32>(entry), start, length)) return load<i32>(entry, ENTRY.VALUE);
    slot = (slot + 1) & mask;
    entry = load<i32>(index + (slot << 2), INDEX.SLOTS);
  }
  return 0;
}
