/*
 * Chooses one of several fields by conditions about the segments of a loop.
 */
import { CONDITION, LOOP, OP } from '../layout';
import { componentEnd, componentStart, endAt, firstSegmentOf, locate, lookUp, loopRow, markOf, NONE, pack, startAt } from './rows';

/** The block of the first field whose condition is true; 0 for none. The list has a condition (0 for none) and a block for each. */
export function chooseBy(op: i32, loop: i32, segment: i32): i32 {
  const count = load<i32>(op, OP.COUNT);
  let one = load<i32>(op, OP.LIST);
  for (let i = 0; i < count; i++, one += 8) {
    const condition = load<i32>(one);
    if (condition == 0 || isTrue(condition, loop, segment)) return load<i32>(one, 4);
  }
  return 0;
}

function isTrue(condition: i32, loop: i32, segment: i32): bool {
  switch (load<i32>(condition)) {
    case CONDITION.ANY:
      return isAny(condition, loop, segment, true);
    case CONDITION.ALL:
      return !isAny(condition, loop, segment, false);
    case CONDITION.NOT:
      return !isTrue(load<i32>(condition, OP.LIST), loop, segment);
    case CONDITION.IN_LOOPS:
      return isInLoops(condition, loop);
    default:
      return holds(condition, loop, segment);
  }
}

/** True where one of some conditions is as it is wanted. */
function isAny(condition: i32, loop: i32, segment: i32, wanted: bool): bool {
  const count = load<i32>(condition, OP.COUNT);
  const list = load<i32>(condition, OP.LIST);
  for (let i = 0; i < count; i++) if (isTrue(load<i32>(list + (i << 2)), loop, segment) == wanted) return true;
  return false;
}

function isInLoops(condition: i32, loop: i32): bool {
  const definition = load<i32>(condition, OP.A);
  for (let one = load<i32>(loopRow(loop), LOOP.CHILD); one >= 0; one = load<i32>(loopRow(one), LOOP.NEXT)) {
    if (load<i32>(loopRow(one), LOOP.DEFINITION) != definition || firstSegmentOf(one) < 0) continue;
    if (isTrue(load<i32>(condition, OP.LIST), one, firstSegmentOf(one))) return true;
  }
  return false;
}

/** Tests an element or component: that it is there, or that it is one of some codes. */
function holds(condition: i32, loop: i32, segment: i32): bool {
  const guard = load<i32>(condition, OP.GUARD);
  const first = guard < 0 ? segment : load<i32>(load<i32>(loopRow(loop), LOOP.PLACES) + (guard << 2));
  if (first < 0) return false;
  const found = locate(condition, loop, segment, first);
  const mark = found < 0 ? 0 : markOf(found, load<i32>(condition, OP.ELEMENT));
  if (mark == 0) return false;
  let start = startAt(mark);
  let end = endAt(mark);
  const component = load<i32>(condition, OP.COMPONENT);
  if (component != 0) {
    start = componentStart(start, end, component);
    if (start == NONE) return false;
    end = componentEnd(start, end);
  }
  if (start >= end) return false;
  return load<i32>(condition) == CONDITION.HAS || lookUp(load<i32>(condition, OP.TABLE), pack(start, end)) != 0;
}
