/*
 * The open loops of a walk, and the places that segments can take in them.
 */
import { CANDIDATE, CHOICES, DEF, LOOP, PLACE, SEGMENT, TEST, TRAIT } from '../layout';
import { componentEnd, componentStart, endAt, endOf, lookUp, loopRow, markOf, NONE, pack, segmentRow, startAt, startOf } from './rows';

/** The innermost open loop. */
export let current: i32 = 0;

export function goInto(loop: i32): void {
  current = loop;
}

@inline
export function defOf(loop: i32): i32 {
  return load<i32>(loopRow(loop), LOOP.DEF);
}

@inline
export function parentOf(loop: i32): i32 {
  return load<i32>(loopRow(loop), LOOP.PARENT);
}

@inline
export function is(loop: i32, state: i32): bool {
  return (load<i32>(loopRow(loop), LOOP.STATE) & state) != 0;
}

@inline
export function mark(loop: i32, state: i32): void {
  const row = loopRow(loop);
  store<i32>(row, load<i32>(row, LOOP.STATE) | state, LOOP.STATE);
}

@inline
export function hasTrait(def: i32, trait: i32): bool {
  return (load<i32>(def, DEF.TRAITS) & trait) != 0;
}

@inline
export function isPlace(candidate: i32, trait: i32): bool {
  return (load<i32>(candidate, CANDIDATE.TRAITS) & trait) != 0;
}

@inline
export function keyOf(segment: i32): i32 {
  return load<i32>(segmentRow(segment), SEGMENT.KEY);
}

/** The first segment at a position of a loop, -1 for none. */
@inline
export function firstAt(loop: i32, position: i32): i32 {
  return load<i32>(load<i32>(loopRow(loop), LOOP.PLACES) + (position << 2));
}

@inline
export function hasSeen(loop: i32, position: i32): bool {
  return load<i32>(load<i32>(loopRow(loop), LOOP.SEEN) + (position << 2)) != 0;
}

/** The child of an open loop on the way to the innermost one; -1 for that one. */
export function openChild(loop: i32): i32 {
  if (loop == current) return NONE;
  let child = current;
  while (parentOf(child) != loop) child = parentOf(child);
  return child;
}

export function bytesOf(segment: i32): i32 {
  return endOf(segment, load<i32>(segmentRow(segment), SEGMENT.COUNT)) - startOf(segment, 0);
}

// Choices; see CandidateSet

/** The candidates of a segment in loops of a definition; 0 for none. */
@inline
export function choicesOf(def: i32, segment: i32): i32 {
  return lookUp(load<i32>(def), keyOf(segment));
}

export function codeAt(segment: i32, element: i32, component: i32): i32 {
  const mark = markOf(segment, element);
  if (mark == 0) return 0;
  const start = startAt(mark);
  const end = endAt(mark);
  if (component == 0) return pack(start, end);
  const at = componentStart(start, end, component);
  return at < 0 ? 0 : pack(at, componentEnd(at, end));
}

/** The candidate whose qualifiers accept a segment; 0 for none, -1 where the host has to choose. */
export function choose(choices: i32, segment: i32): i32 {
  if (choices == 0) return 0;
  const mode = load<i32>(choices, CHOICES.MODE);
  if (mode == 0) return lookUp(load<i32>(choices, CHOICES.TABLE), codeAt(segment, load<i32>(choices, CHOICES.ELEMENT), load<i32>(choices, CHOICES.COMPONENT)));
  if (mode == 2) return NONE;
  const count = load<i32>(choices, CHOICES.COUNT);
  let one = load<i32>(choices, CHOICES.TESTS);
  for (let i = 0; i < count; i++, one += TEST.SIZE) if (isAccepted(load<i32>(one, TEST.COUNT), load<i32>(one, TEST.LIST), segment)) return load<i32>(one);
  return 0;
}

export function isAccepted(count: i32, tests: i32, segment: i32): bool {
  for (let i = 0; i < count; i++) {
    const test = tests + i * 12;
    if (lookUp(load<i32>(test, 8), codeAt(segment, load<i32>(test), load<i32>(test, 4))) == 0) return false;
  }
  return true;
}

@inline
export function opensOf(candidate: i32): i32 {
  return load<i32>(candidate, CANDIDATE.OPENS);
}

/** The place of a segment, or of the loop that it opens, in the loop around. */
@inline
export function positionOf(candidate: i32): i32 {
  const opens = opensOf(candidate);
  return opens == 0 ? load<i32>(candidate, CANDIDATE.POSITION) : load<i32>(opens, DEF.POSITION);
}

/** True for what stands once at most. */
@inline
export function standsOnce(candidate: i32): bool {
  const opens = opensOf(candidate);
  return opens == 0 ? isPlace(candidate, PLACE.ONCE) : hasTrait(opens, TRAIT.ONCE);
}

export function isFree(loop: i32, candidate: i32): bool {
  if (!standsOnce(candidate)) return true;
  return opensOf(candidate) == 0 ? firstAt(loop, load<i32>(candidate, CANDIDATE.POSITION)) < 0 : !hasSeen(loop, positionOf(candidate));
}
