/*
 * Resources by the JSON of the values that they were made of. A new one replaces the one in its slot: memory is bounded.
 */
import { ID, MADE } from '../machine-layout';
import { isEqual } from './texts';

const FACTOR: u64 = 0x9e3779b97f4a7c15;
const WORD: i32 = 8;

let slots: i32 = 0;
/** Number of the current turn. A resource is handed to the host once a turn. */
let turn: i32 = 1;

/** Sets the address of the slots. */
export function placeMade(start: i32): void {
  slots = start;
}

/** Begins a turn. */
export function nextTurn(): void {
  turn++;
}

/** True for a resource that was not handed to the host in this turn. */
export function isDue(slot: i32): bool {
  return load<i32>(slot, MADE.TURN) != turn;
}

export function markTaken(slot: i32): void {
  store<i32>(slot, turn, MADE.TURN);
}

/** The slot of the JSON between two addresses; 0 for JSON that is too long. */
export function slotOf(table: i32, start: i32, end: i32): i32 {
  const length = end - start;
  if (length > MADE.MAX_TEXT || length < WORD) return 0;
  let hash: u64 = <u64>table * FACTOR + <u64>length;
  let other = hash;
  let at = start;
  for (; at < end - 2 * WORD; at += 2 * WORD) {
    hash = rotl((hash ^ load<u64>(at)) * FACTOR, 29);
    other = rotl((other ^ load<u64>(at, WORD)) * FACTOR, 31);
  }
  if (at < end - WORD) hash = rotl((hash ^ load<u64>(at)) * FACTOR, 29);
  hash = (hash ^ other ^ load<u64>(end - WORD)) * FACTOR;
  return slots + <i32>(hash >> <u64>MADE.HASH_SHIFT) * MADE.SIZE;
}

/** True where the slot has the resource of the JSON. */
export function isMade(slot: i32, table: i32, start: i32, end: i32): bool {
  const length = end - start;
  if (load<i32>(slot, MADE.TABLE) != table || load<i32>(slot, MADE.LENGTH) != length) return false;
  const text = slot + MADE.TEXT;
  return isEqual(start, text, length);
}

/** Remembers the resource of the JSON between two addresses, or with an empty content that there is none. */
export function remember(slot: i32, table: i32, start: i32, end: i32, id: i32, contentStart: i32, contentEnd: i32): void {
  const length = end - start;
  const contentLength = contentEnd - contentStart;
  if (length + contentLength > MADE.MAX_TEXT) return;
  store<i32>(slot, table, MADE.TABLE);
  store<i32>(slot, length, MADE.LENGTH);
  store<i32>(slot, contentLength, MADE.CONTENT_LENGTH);
  store<i32>(slot, load<i32>(slot, MADE.VERSION) + 1, MADE.VERSION);
  memory.copy(slot + MADE.ID, id, ID.SIZE);
  memory.copy(slot + MADE.TEXT, start, length);
  memory.copy(slot + MADE.TEXT + length, contentStart, contentLength);
  markTaken(slot);
}
