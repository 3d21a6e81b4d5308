/*
 * Writes loops as segments, in the order of the guide.
 */
import { beginOutput, byte, copy, digits, fragment, hasRoom, limitTo, moveTo, out } from '../output';
import { CELL, DEFINITION, NUMBERED, OUT_LOOP, OUT_SEGMENT, ROOM, SLOT } from '../../writing/layout';
import { fail, hasFailed, isEnd, opens } from './out-rows';

/** Segments that were written. */
export let written: i32 = 0;

let elementSeparator: u8 = 0;
let componentSeparator: u8 = 0;
/** What ends a segment: the terminator, and up to two bytes of a line break. */
let ending: u32 = 0;
let endingLength: i32 = 0;

/** Longest text of one element; there is room for it behind the limit. */
const SLACK: i32 = ROOM.RECORD;

export function placeOutput(start: i32): void {
  beginOutput(start);
  limitTo(start + ROOM.OUTPUT - SLACK);
}

export function separateBy(element: i32, component: i32, newEnding: i32, length: i32): void {
  elementSeparator = <u8>element;
  componentSeparator = <u8>component;
  ending = newEnding;
  endingLength = length;
}

@inline
export function clearCount(): void {
  written = 0;
}

/** Writes what is in a loop: its segments, but for one that the host numbers, and its child loops. All must stand before `end`. */
export function writeContent(loop: i32, end: i32): void {
  const definition = load<i32>(loop);
  const numbered = load<i32>(definition, DEFINITION.NUMBERED);
  orderSegments(loop);
  orderLoops(loop);
  let segment = load<i32>(loop, OUT_LOOP.FIRST_SEGMENT);
  let counted = 0;
  let count = 0;
  for (let child = load<i32>(loop, OUT_LOOP.FIRST_LOOP); child != 0 && !hasFailed; child = load<i32>(child, OUT_LOOP.NEXT)) {
    const position = load<i32>(child, OUT_LOOP.POSITION);
    if (position >= end) return fail();
    for (; segment != 0 && load<i32>(segment, OUT_SEGMENT.POSITION) < position; segment = load<i32>(segment, OUT_SEGMENT.NEXT)) writeOwn(segment, definition, numbered);
    if (load<i32>(child) != counted) {
      counted = load<i32>(child);
      count = 0;
    }
    writeLoop(child, ++count);
  }
  for (; segment != 0; segment = load<i32>(segment, OUT_SEGMENT.NEXT)) {
    if (load<i32>(segment, OUT_SEGMENT.POSITION) >= end) return fail();
    writeOwn(segment, definition, numbered);
  }
}

const ALL: i32 = 0x7fffffff;

/** Writes a whole loop. `number` is its own among those of its kind that follow one another. */
export function writeLoop(loop: i32, number: i32): void {
  const definition = load<i32>(loop);
  const numbered = load<i32>(definition, DEFINITION.NUMBERED);
  if (numbered == NUMBERED.LEVEL) return fail();
  if (numbered == NUMBERED.COUNTED) writeNumbered(loop, definition, number);
  else if (numbered == NUMBERED.MAY_COUNT) {
    const trigger = triggerOf(loop, definition);
    if (trigger != 0 && firstPlace(trigger) != CELL.ELEMENT + 1) return fail();
  }
  writeContent(loop, ALL);
}

function firstPlace(segment: i32): i32 {
  const cell = load<i32>(segment, OUT_SEGMENT.FIRST_CELL);
  return cell == 0 ? 0 : load<i32>(cell, CELL.PLACE);
}

function triggerOf(loop: i32, definition: i32): i32 {
  let segment = load<i32>(loop, OUT_LOOP.FIRST_SEGMENT);
  while (segment != 0 && !opens(segment, definition)) segment = load<i32>(segment, OUT_SEGMENT.NEXT);
  return segment;
}

/** Writes LX with its number. */
function writeNumbered(loop: i32, definition: i32, number: i32): void {
  const trigger = triggerOf(loop, definition);
  // A number of its own is replaced; there is nothing else in LX.
  const last = trigger == 0 ? 0 : load<i32>(trigger, OUT_SEGMENT.LAST_CELL);
  if (last != 0 && load<i32>(last, CELL.PLACE) >= 2 * CELL.ELEMENT) return fail();
  fragment(load<i32>(load<i32>(definition, DEFINITION.SLOT), SLOT.ID));
  byte(elementSeparator);
  digits(number, 1);
  end();
}

function writeOwn(segment: i32, definition: i32, numbered: i32): void {
  const slot = load<i32>(segment, OUT_SEGMENT.SLOT);
  if (isEnd(slot)) return;
  if ((numbered == NUMBERED.COUNTED || numbered == NUMBERED.LEVEL) && opens(segment, definition)) return;
  if (!hasRoom()) return fail();
  fragment(load<i32>(slot, SLOT.ID));
  let element = 0;
  let component = 1;
  for (let cell = load<i32>(segment, OUT_SEGMENT.FIRST_CELL); cell != 0; cell = load<i32>(cell)) {
    const place = load<i32>(cell, CELL.PLACE);
    const length = load<i32>(cell, CELL.LENGTH);
    const newElement = place / CELL.ELEMENT;
    while (element < newElement) {
      byte(elementSeparator);
      element++;
      component = 1;
    }
    const newComponent = place % CELL.ELEMENT;
    while (component < newComponent) {
      byte(componentSeparator);
      component++;
    }
    copy(load<i32>(cell, CELL.START), length);
  }
  end();
}

function end(): void {
  store<u32>(out, ending);
  moveTo(out + endingLength);
  written++;
}

/** Puts the segments of a loop in the order of the guide; those of one place stay as they were added. */
function orderSegments(loop: i32): void {
  if (isOrdered(load<i32>(loop, OUT_LOOP.FIRST_SEGMENT), OUT_SEGMENT.NEXT, OUT_SEGMENT.POSITION)) return;
  store<i32>(loop, ordered(load<i32>(loop, OUT_LOOP.FIRST_SEGMENT), OUT_SEGMENT.NEXT, OUT_SEGMENT.POSITION), OUT_LOOP.FIRST_SEGMENT);
}

function orderLoops(loop: i32): void {
  if (isOrdered(load<i32>(loop, OUT_LOOP.FIRST_LOOP), OUT_LOOP.NEXT, OUT_LOOP.POSITION)) return;
  store<i32>(loop, ordered(load<i32>(loop, OUT_LOOP.FIRST_LOOP), OUT_LOOP.NEXT, OUT_LOOP.POSITION), OUT_LOOP.FIRST_LOOP);
}

function isOrdered(first: i32, next: i32, position: i32): bool {
  let before = -1;
  for (let one = first; one != 0; one = load<i32>(one + next)) {
    const at = load<i32>(one + position);
    if (at < before) return false;
    before = at;
  }
  return true;
}

/** Links rows in the order of their positions; gives the first. They are few, and nearly in order. */
function ordered(first: i32, next: i32, position: i32): i32 {
  let start = 0;
  let last = 0;
  let steps = 0;
  for (let one = first; one != 0; ) {
    const following = load<i32>(one + next);
    const at = load<i32>(one + position);
    if (last == 0 || load<i32>(last + position) <= at) {
      store<i32>(one + next, 0);
      if (last == 0) start = one;
      else store<i32>(last + next, one);
      last = one;
    } else {
      let before = 0;
      let after = start;
      while (load<i32>(after + position) <= at) {
        before = after;
        after = load<i32>(after + next);
        steps++;
      }
      store<i32>(one + next, after);
      if (before == 0) start = one;
      else store<i32>(before + next, one);
    }
    one = following;
  }
  if (steps > MOST_STEPS) fail();
  return start;
}

/** Longer lists out of order are left to the host, which sorts them. */
const MOST_STEPS: i32 = 1 << 20;
