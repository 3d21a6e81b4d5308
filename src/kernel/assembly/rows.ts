/*
 * Rows of segments and loops in the memory of the kernel, and the tables and tests that programs look things up in.
 */
import { BYTES_AT, LOOPS_AT, MARKS_AT, SEGMENTS_AT } from '../areas';
import { LOCATION, LOOP, OP, SEGMENT } from '../layout';

export const NONE: i32 = -1;

/** The bytes of the chunk, and its marks. The kernel that writes has neither: it calls what reads at addresses. */
export const bytes: i32 = BYTES_AT;
export const marks: i32 = MARKS_AT;
export let separator: u8 = 0;

export function separateComponents(newSeparator: i32): void {
  separator = <u8>newSeparator;
}

@inline
export function segmentRow(segment: i32): i32 {
  return SEGMENTS_AT + segment * SEGMENT.SIZE;
}

@inline
export function loopRow(loop: i32): i32 {
  return LOOPS_AT + loop * LOOP.SIZE;
}

@inline
export function firstSegmentOf(loop: i32): i32 {
  return load<i32>(loopRow(loop), LOOP.FIRST);
}

@inline
export function slotOf(segment: i32): i32 {
  return load<i32>(segmentRow(segment), SEGMENT.SLOT);
}

export function placeSegment(segment: i32, slot: i32): void {
  store<i32>(segmentRow(segment), slot, SEGMENT.SLOT);
}

@inline
export function has(segment: i32, element: i32): bool {
  return element <= load<i32>(segmentRow(segment), SEGMENT.COUNT);
}

@inline
export function startOf(segment: i32, element: i32): i32 {
  return load<i32>(marks + ((load<i32>(segmentRow(segment)) + element) << 2)) + 1;
}

@inline
export function endOf(segment: i32, element: i32): i32 {
  return load<i32>(marks + ((load<i32>(segmentRow(segment)) + element) << 2), 4);
}

/** Address of the mark before an element, for `startAt` and `endAt`; 0 where the segment has fewer. */
@inline
export function markOf(segment: i32, element: i32): i32 {
  const row = segmentRow(segment);
  return element <= load<i32>(row, SEGMENT.COUNT) ? marks + ((load<i32>(row) + element) << 2) : 0;
}

@inline
export function startAt(mark: i32): i32 {
  return load<i32>(mark) + 1;
}

@inline
export function endAt(mark: i32): i32 {
  return load<i32>(mark, 4);
}

/** A short element as `pack` makes it; 0 where the segment has fewer. */
@inline
export function packElement(segment: i32, element: i32): i32 {
  const mark = markOf(segment, element);
  return mark == 0 ? 0 : pack(startAt(mark), endAt(mark));
}

/** Bytes that are looked at together. */
export const VECTOR: i32 = 16;

/** Where a component begins, from 1; -1 where the element has fewer. */
export function componentStart(start: i32, end: i32, component: i32): i32 {
  let at = start;
  for (let skip = component - 1; skip > 0; skip--) {
    at = componentEnd(at, end) + 1;
    if (at > end) return NONE;
  }
  return at;
}

export function componentEnd(start: i32, end: i32): i32 {
  return partEnd(start, end, separator);
}

/** Where a part of an element ends: at a divider, or with the element. */
@inline
export function partEnd(start: i32, end: i32, divider: u8): i32 {
  const separators = i8x16.splat(divider);
  for (let at = start; at < end; at += VECTOR) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(bytes + at), separators));
    if (found != 0) return min(at + ctz<i32>(found), end);
  }
  return max(start, end);
}

// Tables and tests

/** As `packCode`, for bytes of the chunk, which are printable. */
@inline
export function pack(start: i32, end: i32): i32 {
  return packAt(bytes + start, end - start);
}

/** As `packCode`, for bytes at an address. */
export function packAt(at: i32, length: i32): i32 {
  if (length > 3) return length > 4 ? NONE : <i32>bswap<u32>(load<u32>(at));
  if (length <= 0) return 0;
  return (length << (length << 3)) | <i32>(bswap<u32>(load<u32>(at)) >> (32 - (length << 3)));
}

/** Gives what a table has for a key; 0 for a key that it does not have. */
export function lookUp(table: i32, key: i32): i32 {
  const mask = load<i32>(table, 4);
  let i = <i32>(<u32>(key * <i32>0x9e3779b1) >> load<u32>(table));
  while (true) {
    const row = table + 8 + (i << 3);
    const found = load<i32>(row);
    if (found == key) return load<i32>(row, 4);
    if (found == NONE) return 0;
    i = (i + 1) & mask;
  }
  return 0;
}

/** Tests the qualifier of a segment: element, whether codes are excluded, and the table of the codes. 0 for no test. */
export function passes(test: i32, segment: i32): bool {
  if (test == 0) return true;
  return (lookUp(test + 8, packElement(segment, load<i32>(test))) != 0) != (load<i32>(test, 4) != 0);
}

/** A selection: position or -1, number of slots, and for each the slot and its test. */
export function isSelected(selection: i32, segment: i32): bool {
  const slot = slotOf(segment);
  const count = load<i32>(selection, 4);
  // Nearly all selections are of one slot.
  if (count == 1 && load<i32>(selection, 8) != slot) return false;
  for (let i = 0; i < count; i++) {
    const one = selection + 8 + (i << 3);
    if (load<i32>(one) == slot) return passes(load<i32>(one, 4), segment);
  }
  return false;
}

/** The first segment of a loop that may be of a selection. */
export function firstOf(selection: i32, loop: i32): i32 {
  const position = load<i32>(selection);
  if (position < 0) return load<i32>(loopRow(loop));
  const first = load<i32>(load<i32>(loopRow(loop), LOOP.PLACES) + (position << 2));
  return first < 0 ? load<i32>(loopRow(loop), LOOP.TO) : first;
}

export function findSelected(selection: i32, loop: i32): i32 {
  const to = load<i32>(loopRow(loop), LOOP.TO);
  for (let segment = firstOf(selection, loop); segment < to; segment++) if (isSelected(selection, segment)) return segment;
  return NONE;
}

/** `first` is the first segment that may have the code. */
export function findCoded(op: i32, loop: i32, first: i32): i32 {
  const slot = load<i32>(op, OP.SLOT);
  const element = load<i32>(op, OP.CODE_ELEMENT);
  const code = load<i32>(op, OP.CODE);
  const to = load<i32>(loopRow(loop), LOOP.TO);
  for (let segment = first; segment < to; segment++) {
    if (slotOf(segment) == slot && packElement(segment, element) == code) return segment;
  }
  return NONE;
}

/** The segment of an operation's location; `first` is the one at its place. */
@inline
export function locate(op: i32, loop: i32, segment: i32, first: i32): i32 {
  const location = load<i32>(op, OP.LOCATION);
  if (location == LOCATION.FIRST) return first;
  if (location == LOCATION.CURRENT) return segment;
  return location == LOCATION.CODED ? findCoded(op, loop, first) : findSelected(load<i32>(op, OP.SELECTION), loop);
}

/** A child loop: its definition, and the test of its first segment. */
export function isChild(child: i32, loop: i32): bool {
  const row = loopRow(loop);
  if (load<i32>(row, LOOP.DEFINITION) != load<i32>(child)) return false;
  const test = load<i32>(child, 4);
  if (test == 0) return true;
  const from = load<i32>(row);
  return from < load<i32>(row, LOOP.TO) && passes(test, from);
}

/** The loop that a way leads to: up, and then down to a child; -1 for none, -2 where the host has to look. */
export function follow(op: i32, loop: i32): i32 {
  let found = loop;
  for (let up = load<i32>(op, OP.A); up > 0; up--) {
    found = load<i32>(loopRow(found), LOOP.PARENT);
    if (found < 0) return found;
  }
  const child = load<i32>(op, OP.B);
  if (child == 0) return found;
  for (let one = load<i32>(loopRow(found), LOOP.CHILD); one >= 0; one = load<i32>(loopRow(one), LOOP.NEXT)) if (isChild(child, one)) return one;
  return NONE;
}

/** The number of a loop among those of its kind in the loop around it, from 1. */
export function numberOf(loop: i32): i32 {
  const definition = load<i32>(loopRow(loop), LOOP.DEFINITION);
  const parent = load<i32>(loopRow(loop), LOOP.PARENT);
  let number = 1;
  for (let one = load<i32>(loopRow(parent), LOOP.CHILD); one >= 0 && one != loop; one = load<i32>(loopRow(one), LOOP.NEXT)) {
    if (load<i32>(loopRow(one), LOOP.DEFINITION) == definition) number++;
  }
  return number;
}
