import type { Segment } from '../x12/segment';
import type { Candidate, Guide, LoopDef } from './guide.types';
import { isFree, isRequiredAndMissing, isWithin, needsSecond } from './level-state';
import type { LoopNode } from './loop-node';
import { type OpenLoops, openChild, type Place, positionOf, type Way } from './open-loops';
import { findWay, HL, isLevel, isSecond, lastPosition } from './unopened-loops';

/**
 * What a segment says about the one before it, which would open the loops of a way, or close open ones:
 *
 * - `fits`: it belongs there too
 * - `silent`: it belongs neither there nor to an open loop that the way closes or leaves behind
 * - `differs`: it belongs to such an open loop
 * - `either`: it belongs there too, but as well to such an open loop, and the ones after it have to show it
 * - `continues`: the same, and it passes over what one more such loop must have, while the open loop of that kind goes on with it
 * - `refutes`: it belongs there too, but rather to such an open loop, or shows that the way begins too early
 */
export type Verdict = 'fits' | 'silent' | 'differs' | 'either' | 'continues' | 'refutes';

export const isConfirming = (verdict: Verdict): boolean => verdict === 'fits' || verdict === 'silent';

/** Judges a way by a segment after the one that waits; undefined at the end of the transaction set. */
export function judgeWay(next: Segment | undefined, way: Way, { current, guide }: OpenLoops): Verdict {
  if (next !== undefined && isOwnTrigger(next, way)) return 'refutes';
  if (next === undefined || isOutside(next, guide)) return 'silent';
  if (way.isAhead === true) return judgeAhead(next, way, current);
  const left = placeLeft(next, way, current);
  const inside = placeInside(next, way);
  if (left === undefined)
    return inside === undefined ? (way.defs.length === 0 && !isMissing(way, current) && isLeftById(next, way, current) ? 'differs' : 'silent') : 'fits';
  if (inside === undefined) return 'differs';
  if (isRepeat(way)) return 'refutes';
  if (isSecond(inside) && isHeadOfLevel(way)) return leavesUnfinished(way, current) || isRequiredAndMissing(left.node, left.candidate) ? 'refutes' : 'either';
  return (isSecond(inside) || isMissing(way, current)) && !isRequiredAndMissing(left.node, left.candidate) && !leavesUnfinished(way, current)
    ? 'fits'
    : 'refutes';
}

/**
 * A known trigger in its order opens its loop, also where the closed one lacks what it must have: the address of a payer, say. One more loop
 * of a kind of which one may stand is a stray where it would lack a segment before the next one, and that one has a place without it.
 */
function judgeAhead(next: Segment, way: Way, current: LoopNode): Verdict {
  const { node, candidate } = way;
  const inside = candidate.opens === undefined ? undefined : placeIn(candidate.opens, next, 0);
  if (inside === undefined) {
    const left = placeLeft(next, way, current);
    if (left === undefined && candidate.opens === undefined && isLeftById(next, way, current)) return 'differs';
    return left === undefined || (isSibling(left, way) && !isMissingBefore(left.candidate, way)) ? 'silent' : 'differs';
  }
  const here = node.def.candidates.get(next.key)?.choose(next);
  if (here !== undefined && isRequiredAndMissing(node, here) && here.def.position < positionOf(candidate)) return 'refutes';
  if (continuesTwin(next, inside, way, current)) return isRepeat(way) ? 'refutes' : 'continues';
  if (!isRepeat(way)) return isUndecided(inside, here, way, current) ? 'either' : 'fits';
  const missing = missingAround(way, current) + requiredBefore(inside, way);
  const left = placeLeft(next, way, current);
  return left !== undefined && (missing > 0 || isRequiredAndMissing(left.node, left.candidate)) ? 'refutes' : 'fits';
}

/**
 * True for a segment with which the open loop of the kind that a way opens goes on: in its order, and where one more such loop would be one
 * too many, or would lack a segment that it must have.
 */
function continuesTwin(next: Segment, inside: Candidate, way: Way, current: LoopNode): boolean {
  const { opens } = way.candidate;
  const twin = openChild(way.node, current);
  if (twin === undefined || opens === undefined || twin.def !== opens) return false;
  const lacks = requiredBefore(inside, way) > 0;
  // One more segment of a kind that the open loop has may as well belong to the next loop: providers with a number each.
  const isOneTooMany = isRepeat(way)
    ? lacks || !twin.segments.some(({ slot }) => slot === inside.def.slot)
    : lacks && needsSecond(opens) && twin.first[1] !== undefined;
  return isOneTooMany && continues(next, twin, current);
}

/** True for a segment that comes next in an open loop, or in one below it, and takes nobody's place. */
function continues(next: Segment, outermost: LoopNode, current: LoopNode): boolean {
  for (let node: LoopNode | undefined = current; node !== undefined; node = node === outermost ? undefined : node.parent) {
    const reached = openChild(node, current)?.def.position ?? lastPosition(node);
    const place = reached > 0 ? placeIn(node.def, next, reached) : undefined;
    if (place !== undefined && isFree(node, place)) return true;
  }
  return false;
}

/** The trigger of a sibling says nothing about a loop: those that have only their trigger may follow each other in any order. */
const isSibling = ({ node, candidate }: Place, { node: around, candidate: { opens } }: Way): boolean =>
  opens !== undefined && node === around && candidate.opens !== undefined;

/** True where a segment comes next in the loop around, too, and it or the loop of the way would lack what they must have. */
function isUndecided(inside: Candidate, here: Candidate | undefined, way: Way, current: LoopNode): boolean {
  if (here === undefined || !comesNext(here, way, current)) return false;
  return requiredBefore(inside, way) > 0 || missingAround(way, current) > 0;
}

/** True for a free place in the loop around, after its open child loop and before the loop of the way. */
function comesNext(here: Candidate, { node, candidate }: Way, current: LoopNode): boolean {
  const reached = openChild(node, current)?.def.position ?? lastPosition(node);
  return isUsed(here) && isAfter(here, reached) && positionOf(here) < positionOf(candidate) && isFree(node, here);
}

/** True for a way that begins a level with the party that it is named by. */
export const isHeadOfLevel = ({ defs: [outermost], candidate: { opens } }: Way): boolean =>
  opens !== undefined && outermost !== undefined && isLevel(outermost);

/** True for the trigger of a loop that must stand before the one that a way opens, and that is missing. */
export const isMissingBefore = ({ opens }: Candidate, { node, defs, candidate }: Way): boolean =>
  defs.length === 0 && candidate.opens !== undefined && opens?.usage === 'R' && !node.loopDefs.has(opens) && opens.position < positionOf(candidate);

/** True where a segment says nothing about the one before it: the end of the transaction set, and a level, which has the place that its numbers give it. */
export const isOutside = (next: Segment | undefined, guide: Guide): boolean => next === undefined || (next.key === HL && guide.nestsLevels);

/** True for the trigger of a level, or of a loop that stands once, that would have been opened without it: the segment before it came too early. */
function isOwnTrigger(next: Segment, { node, defs: [outermost] }: Way): boolean {
  return outermost !== undefined && (outermost.max === 1 || isLevel(outermost)) && node.def.candidates.get(next.key)?.choose(next)?.opens === outermost;
}

/** Where the segment would go below a way, in the order of the guide. */
function placeInside(next: Segment, { defs, candidate }: Way): Candidate | undefined {
  let after = candidate.opens === undefined ? candidate.def.position : 0;
  for (const def of [...defs, ...(candidate.opens ? [candidate.opens] : [])].reverse()) {
    const found = placeIn(def, next, after);
    if (found !== undefined) return found;
    after = def.position;
  }
  return undefined;
}

/** The place of the segment in a loop, after a position. */
function placeIn(def: LoopDef, next: Segment, after: number): Candidate | undefined {
  const found = def.candidates.get(next.key)?.choose(next);
  return found !== undefined && isUsed(found) && isAfter(found, after) ? found : undefined;
}

/** Where the segment would go in the loops that a way closes, and in those before it in its own loop. */
export function placeLeft(next: Segment, way: Way, current: LoopNode): Place | undefined {
  const { node: start, defs } = way;
  const isSegment = defs.length === 0 && way.candidate.opens === undefined && way.isAhead !== true;
  for (let node: LoopNode | undefined = current; node !== undefined && node !== start && !isSegment; node = node.parent) {
    const candidate = node.def.candidates.get(next.key)?.choose(next);
    if (candidate !== undefined && isUsed(candidate) && (isFree(node, candidate) || isRepeating(node, candidate, current))) return { node, candidate };
  }
  const candidate = start.def.candidates.get(next.key)?.choose(next);
  if (candidate === undefined) return isSegment || way.isAhead === true ? undefined : placeOfOther(next, start, current);
  if (way.isExact === false && candidate.def === way.candidate.def) return { node: start, candidate };
  if (isSegment || !(isFree(start, candidate) || isRepeating(start, candidate, current))) return undefined;
  const position = positionOf(candidate);
  const isAhead = position >= (openChild(start, current)?.def.position ?? 0);
  return isAhead && position < (defs[0]?.position ?? positionOf(way.candidate)) ? { node: start, candidate } : undefined;
}

/** True for a segment whose qualifier no loop knows, where a loop that a way closes takes it by its id alone. */
function isLeftById({ key }: Segment, { node: start, candidate }: Way, current: LoopNode): boolean {
  if (candidate.opens?.candidates.get(key)?.chooseGeneral() !== undefined) return false;
  for (let node: LoopNode | undefined = current; node !== undefined; node = node === start ? undefined : node.parent)
    if (node.def.candidates.get(key)?.chooseGeneral() !== undefined) return true;
  return false;
}

/** True for what stands once in the innermost loop, and has come again right before. */
const isRepeating = (node: LoopNode, { def, opens }: Candidate, current: LoopNode): boolean =>
  opens === undefined && node === current && node.segments.at(-1)?.slot === def.slot;

/** Where the segment itself would open a loop without its trigger, in the loops that a way closes. */
function placeOfOther(next: Segment, start: LoopNode, current: LoopNode): Place | undefined {
  const other = findWay(next, current);
  return other === undefined || isWithin(start, other.node) ? undefined : other;
}

/** True for one more loop of a kind of which one may stand. */
const isRepeat = ({ node, defs, candidate }: Way): boolean => defs.length === 0 && candidate.opens !== undefined && !isFree(node, candidate);

/** How many required segments and loops the loop around lacks between its open child and the one that a way opens. */
const missingAround = ({ node, candidate }: Way, current: LoopNode): number => missingIn(node, current, positionOf(candidate));

/** True where a way passes over a loop that must stand before, or closes a level that lacks one: a subscriber without payer, say. */
function leavesUnfinished({ node, defs: [outermost] }: Way, current: LoopNode): boolean {
  if (outermost === undefined) return false;
  if (missingIn(node, current, outermost.position) > 0) return true;
  for (let loop: LoopNode | undefined = current; loop !== undefined && loop !== node; loop = loop.parent)
    if (isLevel(loop.def) && missingIn(loop, current, Infinity) > 0) return true;
  return false;
}

/** How many required segments and loops a loop lacks between its open child and a position. */
function missingIn(node: LoopNode, current: LoopNode, before: number): number {
  const reached = openChild(node, current)?.def.position ?? 0;
  let missing = 0;
  for (const child of node.def.children) {
    if (child.usage !== 'R' || child.position <= reached || child.position >= before) continue;
    if (child.kind === 'loop' ? !node.loopDefs.has(child) : node.first[child.position] === undefined) missing++;
  }
  return missing;
}

/** How many required segments and loops would be missing before a segment in the loop that a way opens. */
function requiredBefore(inside: Candidate, { candidate: { opens } }: Way): number {
  const before = positionOf(inside);
  let required = 0;
  if (before > 1 && opens !== undefined) for (const { usage, position } of opens.children) if (usage === 'R' && position > 0 && position < before) required++;
  return required;
}

/** True for a loop that comes late: the loop around it has none yet. */
const isMissing = ({ node, defs, candidate: { opens } }: Way, current: LoopNode): boolean =>
  defs.length === 0 && opens !== undefined && !node.loopDefs.has(opens) && openChild(node, current)?.def !== opens;

export const isUsed = ({ def }: Candidate): boolean => def.usage !== 'N';

const isAfter = (candidate: Candidate, position: number): boolean =>
  positionOf(candidate) > position || (positionOf(candidate) === position && (candidate.opens ?? candidate.def).max > 1);
