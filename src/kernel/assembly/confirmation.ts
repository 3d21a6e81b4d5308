/*
 * Whether a segment opens a loop although that closes others or is the first of its kind: the segment after it has to show that. See `closesLoops` and
 * `judgeAhead`; cases that those leave open are left to the host.
 */
import { CANDIDATE, DEF, LOOP, PLACE, STATE, TRAIT } from '../layout';
import { choicesOf, choose, current, defOf, firstAt, hasSeen, hasTrait, is, isFree, isPlace, keyOf, opensOf, parentOf, positionOf, standsOnce } from './open-loops';
import { lookUp, loopRow, slotOf } from './rows';

export const HL: i32 = 0x484c00;
const ST: i32 = 0x535400;
const SE: i32 = 0x534500;
const GS: i32 = 0x475300;
const GE: i32 = 0x474500;
const ISA: i32 = 0x495341;
const IEA: i32 = 0x494541;

/** The end of the segments, the table of the segment keys of the guide, and whether levels are nested; set by `look`. */
let to: i32 = 0;
let keys: i32 = 0;
let nestsLevels: bool = false;
/** True where the segments behind the end are there too: those up to SE. */
let isWhole: bool = false;

/** Says what may be looked at. */
export function look(newTo: i32, newKeys: i32, newNestsLevels: bool, newIsWhole: bool): void {
  to = newTo;
  isWhole = newIsWhole;
  keys = newKeys;
  nestsLevels = newNestsLevels;
}

export function closesLoops(opens: i32, loop: i32, child: i32): bool {
  if (child < 0 || defOf(child) != opens || hasTrait(opens, TRAIT.ONCE) || hasTrait(opens, TRAIT.NEEDS_SECOND) || lacksLoop(child)) return true;
  return hasTrait(defOf(current), TRAIT.NEEDS_SECOND) && firstAt(current, 1) < 0 && opens != defOf(current) && loop != current;
}

function lacksLoop(loop: i32): bool {
  const def = defOf(loop);
  const count = load<i32>(def, DEF.LOOPS);
  const list = load<i32>(def, DEF.LOOP_LIST);
  for (let i = 0; i < count; i++) if (!hasSeen(loop, load<i32>(list + (i << 2)))) return true;
  return false;
}

/** The position of the last child that a loop has. */
function lastPosition(loop: i32): i32 {
  const row = loopRow(loop);
  const count = load<i32>(defOf(loop), DEF.CHILDREN);
  const last = load<i32>(row, LOOP.LAST);
  const ofLoop = last < 0 ? 0 : load<i32>(defOf(last), DEF.POSITION);
  for (let i = count - 1; i > ofLoop; i--) if (firstAt(loop, i) >= 0) return i;
  return ofLoop;
}

/** True where the segment after one that opens a loop shows that it does. Undecided cases are left to the host. */
export function isConfirmed(loop: i32, candidate: i32, child: i32, next: i32): bool {
  if (next >= to && !isWhole) return false;
  const key = keyOf(next);
  // The end of the transaction set contradicts nothing.
  if (isWhole && key == SE) return true;
  if (lookUp(keys, key) == 0 || isOfEnvelope(key)) return false;
  if (key == HL && nestsLevels) return true;
  const opens = opensOf(candidate);
  const position = positionOf(candidate);
  const inside = choose(choicesOf(opens, next), next);
  if (inside < 0) return false;
  if (inside == 0 || isPlace(inside, PLACE.UNUSED)) return isLeftSilent(loop, candidate, child, next);
  const here = choose(choicesOf(defOf(loop), next), next);
  if (here < 0) return false;
  if (here != 0 && opensOf(here) == 0 && isPlace(here, PLACE.REQUIRED)) {
    const at = load<i32>(here, CANDIDATE.POSITION);
    if (firstAt(loop, at) < 0 && at < position) return false;
  }
  const required = requiredBefore(opens, positionOf(inside));
  if (!isFree(loop, candidate)) return false;
  if (child >= 0 && defOf(child) == opens && required && hasTrait(opens, TRAIT.NEEDS_SECOND) && firstAt(child, 1) >= 0) return false;
  return !comesNext(loop, here, child, position) || (!required && !isMissingAround(loop, child, position));
}

/** True where a segment that has no place in the loop has none in the open loops either that would be closed. */
function isLeftSilent(loop: i32, candidate: i32, child: i32, next: i32): bool {
  for (let node = current; node != loop; node = parentOf(node)) {
    const found = choose(choicesOf(defOf(node), next), next);
    if (found < 0) return false;
    if (found != 0 && !isPlace(found, PLACE.UNUSED) && (isFree(node, found) || isRepeating(node, found))) return false;
  }
  const found = choose(choicesOf(defOf(loop), next), next);
  if (found < 0) return false;
  if (found == 0 || !(isFree(loop, found) || isRepeating(loop, found))) return true;
  const at = positionOf(found);
  const reached = child < 0 ? 0 : load<i32>(defOf(child), DEF.POSITION);
  if (at < reached || at >= positionOf(candidate)) return true;
  const opens = opensOf(found);
  return opens != 0 && !(hasTrait(opens, TRAIT.REQUIRED) && !hasSeen(loop, at));
}

/** True where the segment before, which is the last one of a loop that has one behind its child loops, has the same place, or may have it. */
function isRepeating(loop: i32, candidate: i32): bool {
  if (isWhole && is(loop, STATE.FROZEN)) return true;
  const last = load<i32>(loopRow(loop), LOOP.TO) - 1;
  return opensOf(candidate) == 0 && loop == current && slotOf(last) == load<i32>(candidate);
}

/** True where the segment after one that stands behind the child loops of a loop has no place in that and in those that are closed. */
export function isSilent(loop: i32, next: i32): bool {
  const key = keyOf(next);
  if (key == SE || (key == HL && nestsLevels)) return true;
  if (lookUp(keys, key) == 0 || isOfEnvelope(key)) return false;
  for (let node = current; node != loop; node = parentOf(node)) if (choicesOf(defOf(node), next) != 0) return false;
  return choicesOf(defOf(loop), next) == 0;
}

/** True for a free place in a loop, after its open child loop and before a position. */
function comesNext(loop: i32, here: i32, child: i32, before: i32): bool {
  if (here == 0 || isPlace(here, PLACE.UNUSED)) return false;
  const reached = child < 0 ? lastPosition(loop) : load<i32>(defOf(child), DEF.POSITION);
  const at = positionOf(here);
  return (at > reached || (at == reached && !standsOnce(here))) && at < before && isFree(loop, here);
}

function requiredBefore(def: i32, before: i32): bool {
  if (before <= 1) return false;
  const count = load<i32>(def, DEF.REQUIRED);
  let one = load<i32>(def, DEF.REQUIRED_LIST);
  for (let i = 0; i < count; i++, one += 8) {
    const position = load<i32>(one);
    if (position > 0 && position < before) return true;
  }
  return false;
}

function isMissingAround(loop: i32, child: i32, before: i32): bool {
  const def = defOf(loop);
  const reached = child < 0 ? 0 : load<i32>(defOf(child), DEF.POSITION);
  const count = load<i32>(def, DEF.REQUIRED);
  let one = load<i32>(def, DEF.REQUIRED_LIST);
  for (let i = 0; i < count; i++, one += 8) {
    const position = load<i32>(one);
    if (position <= reached || position >= before) continue;
    if (load<i32>(one, 4) != 0 ? !hasSeen(loop, position) : firstAt(loop, position) < 0) return true;
  }
  return false;
}

export function isOfEnvelope(key: i32): bool {
  return key == SE || key == ST || key == GS || key == GE || key == ISA || key == IEA;
}
