/*
 * Names of members. Those that no table reads are learned, so that they are recognised as fast as the others.
 */
import { ENTRY, INDEX, LEARNED } from '../machine-layout';
import { findEntry, hashOf } from './texts';

/** Index of the names that tables read. */
let names: i32 = 0;

const learned: i32 = <i32>memory.data(LEARNED.COUNT * LEARNED.SIZE, 16);
let count: i32 = 0;

/** Bytes of a name in JSON beside its text: two quotes and a colon. */
export const AROUND_NAME: i32 = 3;

export function useNames(newNames: i32): void {
  names = newNames;
}

/** The entry of the name between two addresses; 0 for one that is not known and cannot be learned. */
export function entryOf(start: i32, end: i32): i32 {
  const entry = findEntry(names, start, end);
  return entry != 0 ? entry : learn(start, end - start);
}

/** Adds an entry without a key. */
function learn(start: i32, length: i32): i32 {
  if (count == LEARNED.COUNT || length > LEARNED.MAX_LENGTH) return 0;
  const entry = learned + count++ * LEARNED.SIZE;
  const name = entry + LEARNED.NAME;
  memory.copy(name, start - 1, length + AROUND_NAME);
  store<i32>(entry, name + 1);
  store<i32>(entry, length, ENTRY.LENGTH);
  store<i32>(entry, name, ENTRY.NAME);
  const mask = load<i32>(names);
  let slot = hashOf(start, length) & mask;
  while (load<i32>(names + (slot << 2), INDEX.SLOTS) != 0) slot = (slot + 1) & mask;
  store<i32>(names + (slot << 2), entry, INDEX.SLOTS);
  return entry;
}
