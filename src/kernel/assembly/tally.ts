/*
 * Counts the children of open loops as `LoopStructure` does, and says where that would report something.
 */
import { ZERO } from './ascii';
import { ARRIVAL, DEF, LOOP, STATE, TRAIT } from '../layout';
import { defOf, firstAt, hasTrait, is, parentOf } from './open-loops';
import { bytes, endOf, has, loopRow, startOf } from './rows';

export function beginTally(row: i32): void {
  store<i32>(row, 0, LOOP.FURTHEST);
  store<i32>(row, 0, LOOP.LAST_POSITION);
  store<i32>(row, 1, LOOP.RUN);
  store<i32>(row, 0, LOOP.OPENED);
  store<i32>(row, 0, LOOP.CHECKED_TO);
}

/** True for loops of the unit that is open. */
@inline
export function isInUnit(loop: i32): bool {
  return load<i32>(loopRow(loop), LOOP.ANCESTOR) == 0;
}

@inline
function arrivalOf(loop: i32, position: i32): i32 {
  return load<i32>(defOf(loop), DEF.ARRIVALS) + position * ARRIVAL.SIZE;
}

function isThere(loop: i32, position: i32): bool {
  const bit = load<i32>(arrivalOf(loop, position), ARRIVAL.BIT);
  return bit == 0 ? firstAt(loop, position) >= 0 : (load<i32>(loopRow(loop), LOOP.OPENED) & bit) != 0;
}

/** Counts a child; false, with nothing changed, where it is late, too many, or comes again after others. */
export function arrive(loop: i32, position: i32): bool {
  const row = loopRow(loop);
  const arrival = arrivalOf(loop, position);
  const order = load<i32>(arrival);
  if (is(loop, STATE.UNCOUNTED) || order < load<i32>(row, LOOP.FURTHEST)) return false;
  const isNext = load<i32>(row, LOOP.LAST_POSITION) == position;
  const run = isNext ? load<i32>(row, LOOP.RUN) + 1 : 1;
  if (run > load<i32>(arrival, ARRIVAL.MAX) || (!isNext && isThere(loop, position))) return false;
  store<i32>(row, order, LOOP.FURTHEST);
  store<i32>(row, position, LOOP.LAST_POSITION);
  store<i32>(row, run, LOOP.RUN);
  store<i32>(row, load<i32>(row, LOOP.OPENED) | load<i32>(arrival, ARRIVAL.BIT), LOOP.OPENED);
  return true;
}

/** True where no required child before a position is missing. */
function isComplete(loop: i32, before: i32): bool {
  const checkedTo = load<i32>(loopRow(loop), LOOP.CHECKED_TO);
  if (checkedTo >= before) return true;
  const def = defOf(loop);
  let one = load<i32>(def, DEF.REQUIRED_LIST);
  for (let left = load<i32>(def, DEF.REQUIRED); left > 0; left--, one += 8) {
    const position = load<i32>(one);
    if (position > 0 && position >= checkedTo && position < before && !isThere(loop, position)) return false;
  }
  return true;
}

/** True where nothing is missing in a loop that is closed. */
export function mayClose(loop: i32): bool {
  const def = defOf(loop);
  if (is(loop, STATE.UNCOUNTED) || !isComplete(loop, load<i32>(def, DEF.CHILDREN))) return false;
  const levels = load<i32>(def, DEF.LEVELS);
  if (levels == 0 || !hasTrait(def, TRAIT.LEVEL)) return true;
  const hl = load<i32>(loopRow(loop));
  if (!has(hl, 4)) return true;
  const start = startOf(hl, 4);
  const wrong: u8 = (load<i32>(loopRow(loop), LOOP.OPENED) & levels) != 0 ? ZERO : ZERO + 1;
  return endOf(hl, 4) != start + 1 || load<u8>(bytes + start) != wrong;
}

/** True where nothing is missing before a child in a loop and in those around it. */
export function areHeadsComplete(loop: i32, position: i32): bool {
  for (let before = position; loop >= 0; loop = parentOf(loop)) {
    if (!isComplete(loop, before)) return false;
    before = load<i32>(defOf(loop), DEF.POSITION);
  }
  return true;
}

export function closeHeads(loop: i32, position: i32): void {
  for (let before = position; loop >= 0; loop = parentOf(loop)) {
    noteChecked(loop, before);
    before = load<i32>(defOf(loop), DEF.POSITION);
  }
}

export function noteChecked(loop: i32, before: i32): void {
  const row = loopRow(loop);
  if (load<i32>(row, LOOP.CHECKED_TO) < before) store<i32>(row, before, LOOP.CHECKED_TO);
}
