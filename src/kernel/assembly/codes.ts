/*
 * Finds the lists of codes by their qualifiers, and codes in composites.
 */
import { DESCRIBED, LOOP, PROBE } from '../layout';
import { bytes, componentEnd, componentStart, endOf, has, isSelected, lookUp, loopRow, NONE, pack, startOf } from './rows';
import { bytesAt, isDigit, WORD } from './values';

/** The list of a code by its qualifier; 0 for a code that is not meant, -1 where the host has to say. See ListFinder. */
export function listOf(finder: i32, qualifierStart: i32, qualifierEnd: i32, start: i32, end: i32): i32 {
  let list = load<i32>(finder, 4);
  if (qualifierStart < qualifierEnd) {
    list = lookUp(load<i32>(finder), pack(qualifierStart, qualifierEnd));
    if (list == 0) return load<i32>(finder, 16) != 0 ? NONE : 0;
    // A qualifier that names no list.
    if (list == 1) return 0;
  }
  if (list == 0 || list != load<i32>(finder, 8)) return list;
  return isOfShape(load<i32>(finder, 20), start, end) ? load<i32>(finder, 12) : list;
}

export function isOfShape(shape: i32, start: i32, end: i32): bool {
  if (end - start != load<i32>(shape)) return false;
  for (let i = start; i < end; i++) {
    const one = load<u8>(bytes + i);
    if (isDigit(one)) continue;
    const upper = one & 0xdf;
    if (load<u8>(shape + 4 + (i - start)) != 0x58 || upper < 0x41 || upper > 0x5a) return false;
  }
  return true;
}

let described: i32 = 0;

/** Says where the described codes stand. */
export function describeFrom(table: i32): void {
  described = table;
}

/** Gives where a code of a list has its place among the described codes, which another one may have; 0 for one that can have none. */
export function slotOf(list: i32, start: i32, end: i32): i32 {
  if (end - start > DESCRIBED.MAX_LENGTH) return 0;
  const first = firstWord(start, end);
  const second = secondWord(start, end);
  const hash = <i32>((((first ^ rotl<u64>(second, 29)) + <u64>(<u32>list)) * 0x9e3779b97f4a7c15) >> 40);
  for (let i = 0; i < PROBE.COUNT; i++) {
    const slot = described + ((hash + i) & (DESCRIBED.SLOTS - 1)) * DESCRIBED.SIZE;
    if (load<i32>(slot) == 0 || isOf(slot, list, first, second)) return slot;
  }
  return described + (hash & (DESCRIBED.SLOTS - 1)) * DESCRIBED.SIZE;
}

/** The first eight bytes of a code; its bytes are none of them zero. */
@inline
function firstWord(start: i32, end: i32): u64 {
  return start < end ? bytesAt(bytes + start, min(end - start, WORD)) : 0;
}

@inline
function secondWord(start: i32, end: i32): u64 {
  return end - start > WORD ? bytesAt(bytes + start + WORD, end - start - WORD) : 0;
}

@inline
function isOf(slot: i32, list: i32, first: u64, second: u64): bool {
  return load<i32>(slot) == list && load<u64>(slot, DESCRIBED.CODE) == first && load<u64>(slot, DESCRIBED.CODE + WORD) == second;
}

/** Gives the fragment behind a code of a list; 0 where the host has to say. */
export function suffixOf(list: i32, start: i32, end: i32): i32 {
  const slot = slotOf(list, start, end);
  return slot == 0 || !isOf(slot, list, firstWord(start, end), secondWord(start, end)) ? 0 : load<i32>(slot, DESCRIBED.SUFFIX);
}

/** Puts a code in its place, with the fragment behind it. */
export function describe(slot: i32, list: i32, start: i32, end: i32, suffix: i32): void {
  store<i32>(slot, list);
  store<i32>(slot, suffix, DESCRIBED.SUFFIX);
  store<u64>(slot, firstWord(start, end), DESCRIBED.CODE);
  store<u64>(slot, secondWord(start, end), DESCRIBED.CODE + WORD);
}

// The composite at which `nextComposite` stands.
export let compositeSegment: i32 = 0;
export let compositeElement: i32 = 0;
export let compositeStart: i32 = 0;
export let compositeEnd: i32 = 0;
export let compositeList: i32 = 0;

/** Goes to the next composite of some lists: a selection, its positions, and the finder of the lists. False after the last. */
export function nextComposite(source: i32, loop: i32): bool {
  const row = loopRow(loop);
  const selection = load<i32>(source);
  const finder = load<i32>(source, 4);
  const to = load<i32>(row, LOOP.TO);
  while (compositeSegment < to) {
    if (compositeElement == 0 && !isSelected(selection, compositeSegment)) {
      compositeSegment++;
      continue;
    }
    compositeElement++;
    if (!has(compositeSegment, compositeElement)) {
      compositeSegment++;
      compositeElement = 0;
      continue;
    }
    const start = startOf(compositeSegment, compositeElement);
    const end = endOf(compositeSegment, compositeElement);
    const codeStart = componentStart(start, end, 2);
    if (codeStart < 0) continue;
    compositeStart = codeStart;
    compositeEnd = componentEnd(codeStart, end);
    if (compositeStart >= compositeEnd) continue;
    compositeList = listOf(finder, start, componentEnd(start, end), compositeStart, compositeEnd);
    if (compositeList > 0) return true;
  }
  return false;
}

/** Goes to the start of the composites of a loop; false where it has no segment of them. */
export function openComposites(source: i32, loop: i32): bool {
  const row = loopRow(loop);
  const places = load<i32>(row, LOOP.PLACES);
  const count = load<i32>(source, 8);
  const to = load<i32>(row, LOOP.TO);
  let from = to;
  for (let i = 0; i < count; i++) {
    const first = load<i32>(places + (load<i32>(source + 12 + (i << 2)) << 2));
    if (first >= 0) from = min(from, first);
  }
  compositeSegment = from;
  compositeElement = 0;
  return from < to;
}

/** Pointers have one digit. */
const MOST_POINTED: i32 = 9;
const POINTED_SIZE: i32 = 12;

/** The composites of a loop that others point to: where the code of each starts and ends, and its list. */
const pointed = memory.data(MOST_POINTED * POINTED_SIZE);
let pointedCount: i32 = 0;
let pointedSource: i32 = 0;
let pointedLoop: i32 = 0;

/** With another record its loops are others. */
export function forgetPointed(): void {
  pointedSource = 0;
}

/** Goes to the code of the composite with a number, from 1. */
export function goTo(source: i32, loop: i32, number: i32): bool {
  if (source != pointedSource || loop != pointedLoop) findPointed(source, loop);
  if (number > pointedCount) return false;
  const one = pointed + (number - 1) * POINTED_SIZE;
  compositeStart = load<i32>(one);
  compositeEnd = load<i32>(one, 4);
  compositeList = load<i32>(one, 8);
  return true;
}

function findPointed(source: i32, loop: i32): void {
  pointedSource = source;
  pointedLoop = loop;
  pointedCount = 0;
  if (!openComposites(source, loop)) return;
  while (pointedCount < MOST_POINTED && nextComposite(source, loop)) {
    const one = pointed + pointedCount++ * POINTED_SIZE;
    store<i32>(one, compositeStart);
    store<i32>(one, compositeEnd, 4);
    store<i32>(one, compositeList, 8);
  }
}
