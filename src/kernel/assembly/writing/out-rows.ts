/*
 * What is written: loops, segments, and the cells of their elements, in memory that every record uses again.
 */
import { CELL, DEFINITION, OUT_LOOP, OUT_SEGMENT, PLACED, ROOM, SLOT } from '../../writing/layout';

/** True once a record is left to the host. */
export let hasFailed: bool = false;

export function fail(): void {
  hasFailed = true;
}

// Where the areas begin, and what of them is used; set by `placeRows` and `clearRows`.
let loops: i32 = 0;
let segments: i32 = 0;
let cells: i32 = 0;
let scratch: i32 = 0;
let nextLoop: i32 = 0;
let nextSegment: i32 = 0;
let nextCell: i32 = 0;
let nextScratch: i32 = 0;

export function placeRows(newLoops: i32, newSegments: i32, newCells: i32, newScratch: i32): void {
  loops = newLoops;
  segments = newSegments;
  cells = newCells;
  scratch = newScratch;
}

export function clearRows(): void {
  nextLoop = loops;
  nextSegment = segments;
  nextCell = cells;
  nextScratch = scratch;
  hasFailed = false;
}

/** Memory for text that is made; 0 where there is none left. */
export function makeText(length: i32): i32 {
  const at = nextScratch;
  nextScratch += (length + 7) & -8;
  if (nextScratch <= scratch + ROOM.RECORD) return at;
  fail();
  return scratch;
}

/** Makes a loop that is in none yet. */
export function makeLoop(definition: i32, parent: i32): i32 {
  if (nextLoop >= loops + (ROOM.LOOPS - 1) * OUT_LOOP.SIZE) {
    fail();
    return loops;
  }
  const loop = nextLoop;
  nextLoop += OUT_LOOP.SIZE;
  memory.fill(loop, 0, OUT_LOOP.SIZE);
  store<i32>(loop, definition);
  store<i32>(loop, parent, OUT_LOOP.PARENT);
  store<i32>(loop, load<i32>(definition), OUT_LOOP.POSITION);
  return loop;
}

/** Adds a child loop; `placed` declares its first segment, 0 for none. */
export function addLoop(parent: i32, definition: i32, placed: i32): i32 {
  const loop = makeLoop(definition, parent);
  const last = load<i32>(parent, OUT_LOOP.LAST_LOOP);
  if (last == 0) store<i32>(parent, loop, OUT_LOOP.FIRST_LOOP);
  else store<i32>(last, loop, OUT_LOOP.NEXT);
  store<i32>(parent, loop, OUT_LOOP.LAST_LOOP);
  if (placed != 0) addSegment(loop, placed, load<i32>(definition, DEFINITION.KEY));
  return loop;
}

/** Finds a child loop, or makes it. */
export function childOf(loop: i32, definition: i32, placed: i32): i32 {
  for (let one = load<i32>(loop, OUT_LOOP.FIRST_LOOP); one != 0; one = load<i32>(one, OUT_LOOP.NEXT)) if (load<i32>(one) == definition) return one;
  return addLoop(loop, definition, placed);
}

/** Makes a segment that is in no loop yet; `placed` may be 0 then. */
export function makeSegment(placed: i32, key: i32): i32 {
  if (nextSegment >= segments + (ROOM.SEGMENTS - 1) * OUT_SEGMENT.SIZE) {
    fail();
    return segments;
  }
  const segment = nextSegment;
  nextSegment += OUT_SEGMENT.SIZE;
  memory.fill(segment, 0, OUT_SEGMENT.SIZE);
  declare(segment, placed, key);
  return segment;
}

/** Says where a segment was declared. */
export function declare(segment: i32, placed: i32, key: i32): void {
  store<i32>(segment, key);
  store<i32>(segment, placed, OUT_SEGMENT.PLACED);
  if (placed == 0 || load<i32>(placed, PLACED.COUNT) != 1) store<i32>(segment, -1, OUT_SEGMENT.POSITION);
  else placeIn(segment, load<i32>(load<i32>(placed, PLACED.CANDIDATES)));
}

/** Says where a segment stands. */
export function placeIn(segment: i32, slot: i32): void {
  store<i32>(segment, slot, OUT_SEGMENT.SLOT);
  store<i32>(segment, load<i32>(slot), OUT_SEGMENT.POSITION);
}

export function link(loop: i32, segment: i32): void {
  const last = load<i32>(loop, OUT_LOOP.LAST_SEGMENT);
  if (last == 0) store<i32>(loop, segment, OUT_LOOP.FIRST_SEGMENT);
  else store<i32>(last, segment, OUT_SEGMENT.NEXT);
  store<i32>(loop, segment, OUT_LOOP.LAST_SEGMENT);
}

export function addSegment(loop: i32, placed: i32, key: i32): i32 {
  const segment = makeSegment(placed, key);
  link(loop, segment);
  return segment;
}

/** The first segment of a key; 0 for none. */
export function findSegment(loop: i32, key: i32): i32 {
  let segment = load<i32>(loop, OUT_LOOP.FIRST_SEGMENT);
  while (segment != 0 && load<i32>(segment) != key) segment = load<i32>(segment, OUT_SEGMENT.NEXT);
  return segment;
}

/** The last segment of a key; 0 for none. */
export function findLast(loop: i32, key: i32): i32 {
  let last = 0;
  for (let segment = load<i32>(loop, OUT_LOOP.FIRST_SEGMENT); segment != 0; segment = load<i32>(segment, OUT_SEGMENT.NEXT)) {
    if (load<i32>(segment) == key) last = segment;
  }
  return last;
}

/** The segment of a declared place: the current one, that which opens the loop, or one that is found or made. */
export function segmentAt(placed: i32, loop: i32, segment: i32): i32 {
  if (placed == 0) {
    if (segment != 0) return segment;
    const definition = load<i32>(loop);
    const found = findSegment(loop, load<i32>(definition, DEFINITION.KEY));
    return found != 0 ? found : addSegment(loop, load<i32>(definition, DEFINITION.PLACED), load<i32>(definition, DEFINITION.KEY));
  }
  const key = load<i32>(placed);
  const found = findSegment(loop, key);
  return found != 0 ? found : addSegment(loop, placed, key);
}

/** The cell of a place; 0 for none. */
export function cellAt(segment: i32, place: i32): i32 {
  const last = load<i32>(segment, OUT_SEGMENT.LAST_CELL);
  if (last == 0 || load<i32>(last, CELL.PLACE) < place) return 0;
  for (let cell = load<i32>(segment, OUT_SEGMENT.FIRST_CELL); cell != 0; cell = load<i32>(cell)) {
    const at = load<i32>(cell, CELL.PLACE);
    if (at >= place) return at == place ? cell : 0;
  }
  return 0;
}

/** True where an element has any value. */
export function hasElement(segment: i32, element: i32): bool {
  for (let cell = load<i32>(segment, OUT_SEGMENT.FIRST_CELL); cell != 0; cell = load<i32>(cell)) {
    const at = load<i32>(cell, CELL.PLACE) / CELL.ELEMENT;
    if (at >= element) return at == element;
  }
  return false;
}

@inline
export function placeOf(element: i32, component: i32): i32 {
  return element * CELL.ELEMENT + component;
}

/** Sets the text of a place. */
export function setText(segment: i32, place: i32, start: i32, length: i32): void {
  const element = place / CELL.ELEMENT;
  if (element > load<i32>(segment, OUT_SEGMENT.LENGTH)) store<i32>(segment, element, OUT_SEGMENT.LENGTH);
  const last = load<i32>(segment, OUT_SEGMENT.LAST_CELL);
  let before = last;
  if (last != 0 && load<i32>(last, CELL.PLACE) >= place) {
    before = 0;
    let cell = load<i32>(segment, OUT_SEGMENT.FIRST_CELL);
    while (load<i32>(cell, CELL.PLACE) < place) {
      before = cell;
      cell = load<i32>(cell);
    }
    if (load<i32>(cell, CELL.PLACE) == place) {
      store<i32>(cell, start, CELL.START);
      store<i32>(cell, length, CELL.LENGTH);
      return;
    }
  }
  if (nextCell >= cells + (ROOM.CELLS - 1) * CELL.SIZE) return fail();
  const made = nextCell;
  nextCell += CELL.SIZE;
  const next = before == 0 ? load<i32>(segment, OUT_SEGMENT.FIRST_CELL) : load<i32>(before);
  store<i32>(made, next);
  store<i32>(made, place, CELL.PLACE);
  store<i32>(made, start, CELL.START);
  store<i32>(made, length, CELL.LENGTH);
  if (before == 0) store<i32>(segment, made, OUT_SEGMENT.FIRST_CELL);
  else store<i32>(before, made);
  if (next == 0) store<i32>(segment, made, OUT_SEGMENT.LAST_CELL);
}

/** Sets a prepared text: the number of its bytes, and the bytes. */
export function setPrepared(segment: i32, place: i32, text: i32): void {
  setText(segment, place, text + 4, load<i32>(text));
}

/** True for a segment of the place that opens its loop. */
@inline
export function opens(segment: i32, definition: i32): bool {
  return load<i32>(segment, OUT_SEGMENT.SLOT) == load<i32>(definition, DEFINITION.SLOT);
}

@inline
export function isEnd(slot: i32): bool {
  return load<i32>(slot, SLOT.ENDS) != 0;
}
