/*
 * Objects that one record after the other repeats, such as the payer: their nodes are used again while their JSON is the same.
 */
import { ENTRY, KEPT, NODE } from '../machine-layout';
import { isEqual } from './texts';

const WORD: i32 = 8;

let slots: i32 = 0;
let used: i32 = 0;
/** Changes with each object that is kept: while it is the same, the addresses of kept nodes are of the same objects. */
export let version: i32 = 0;

export function placeKept(start: i32): void {
  slots = start;
  used = 0;
}

/** Kept nodes that have a number in a list of the current record. */
const NUMBERED: i32 = 64;
const numbered: i32 = <i32>memory.data(NUMBERED * 4, 16);
let numberedCount: i32 = 0;

@inline
export function isKept(node: i32): bool {
  return node >= slots && node < slots + KEPT.SLOTS * KEPT.SIZE;
}

/** Remembers that a kept node has a number. Where there is no room the next records use other nodes. */
export function rememberNumber(node: i32): void {
  if (numberedCount < NUMBERED) store<i32>(numbered + (numberedCount++ << 2), node);
  else for (let slot = slots; slot < slots + used * KEPT.SIZE; slot += KEPT.SIZE) store<i32>(slot, 0, KEPT.LENGTH);
}

/** Takes the numbers of the record before back. */
@inline
export function takeNumbersBack(): void {
  while (numberedCount > 0) store<i32>(load<i32>(numbered + (--numberedCount << 2)), 0, NODE.NUMBER);
}

/** The slot of a name; 0 where none is left. */
@inline
export function slotOf(entry: i32): i32 {
  const slot = load<i32>(entry, ENTRY.KEPT);
  return slot != 0 ? slot : newSlot(entry);
}

function newSlot(entry: i32): i32 {
  if (used == KEPT.SLOTS) return 0;
  const slot = slots + used++ * KEPT.SIZE;
  store<i32>(entry, slot, ENTRY.KEPT);
  return slot;
}

/** The length of the kept object if the JSON at an address begins with it; else 0. */
@inline
export function lengthAt(slot: i32, at: i32): i32 {
  const length = load<i32>(slot, KEPT.LENGTH);
  return length != 0 && isEqual(slot + KEPT.TEXT, at, length) ? length : 0;
}

/** The node of the kept object. */
@inline
export function nodeOf(slot: i32): i32 {
  return slot + KEPT.NODES;
}

/** Looks at an object whose nodes are between two addresses, and keeps it when it looks like that of the record before. */
export function keep(slot: i32, node: i32, after: i32): void {
  const start = load<i32>(node);
  const length = load<i32>(node, NODE.END) - start;
  if (length < WORD || length > KEPT.MAX_TEXT || after - node > KEPT.MAX_NODES * NODE.SIZE) return;
  const mark = markOf(start, length);
  if (load<u64>(slot, KEPT.MARK) != mark) {
    store<u64>(slot, mark, KEPT.MARK);
    return;
  }
  const text = slot + KEPT.TEXT;
  const nodes = slot + KEPT.NODES;
  version++;
  store<i32>(slot, length, KEPT.LENGTH);
  memory.copy(text, start, length);
  memory.copy(nodes, node, after - node);
  for (let at = nodes; at < nodes + after - node; at += NODE.SIZE) {
    store<i32>(at, load<i32>(at) + text - start);
    store<i32>(at, load<i32>(at, NODE.END) + text - start, NODE.END);
    store<i32>(at, load<i32>(at, NODE.NEXT) + nodes - node, NODE.NEXT);
  }
}

/** Some bytes of an object and its length. */
function markOf(start: i32, length: i32): u64 {
  const middle = load<u64>(start + ((length - WORD) >> 1));
  const quarter = load<u64>(start + ((length - WORD) >> 2));
  return rotl<u64>(middle, 17) ^ rotl<u64>(quarter, 31) ^ load<u64>(start + length - WORD) ^ <u64>length;
}
