import type { Segment } from '../x12/segment';
import type { Candidate, Guide, LoopDef } from './guide.types';
import { isFree, isRequiredAndMissing, isWithin } from './level-state';
import type { LoopNode } from './loop-node';
import { type OpenLoops, openChild, type Place, positionOf } from './open-loops';
import { findWay, HL, isLevel, isSecond, type Way } from './unopened-loops';

/**
 * What a segment says about the one before it, which would open the loops of a way, or close open ones:
 *
 * - `fits`: it belongs there too
 * - `silent`: it belongs neither there nor to an open loop that the way closes or leaves behind
 * - `differs`: it belongs to such an open loop
 * - `refutes`: it belongs there too, but rather to such an open loop, or shows that the way begins too early
 */
export type Verdict = 'fits' | 'silent' | 'differs' | 'refutes';

/** Judges a way by a segment after the one that waits; undefined at the end of the transaction set. */
export function judgeWay(next: Segment | undefined, way: Way, { current, guide }: OpenLoops): Verdict {
  if (next !== undefined && isOwnTrigger(next, way)) return 'refutes';
  if (next === undefined || isOutside(next, guide)) return 'silent';
  if (way.isAhead === true) return judgeAhead(next, way, current);
  const left = placeLeft(next, way, current);
  const inside = placeInside(next, way);
  if (left === undefined) return inside === undefined ? 'silent' : 'fits';
  if (inside === undefined) return 'differs';
  if (isRepeat(way)) return 'refutes';
  return (isSecond(inside) || isMissing(way)) && !isRequiredAndMissing(left.node, left.candidate) && !leavesUnfinished(way, current) ? 'fits' : 'refutes';
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
    return left === undefined || isSibling(left, way) ? 'silent' : 'differs';
  }
  const here = node.def.candidates.get(next.key)?.choose(next);
  if (here !== undefined && isRequiredAndMissing(node, here) && here.def.position < positionOf(candidate)) return 'refutes';
  if (!isRepeat(way)) return 'fits';
  const missing = missingAround(way, current) + requiredBefore(inside, way);
  const left = placeLeft(next, way, current);
  return left !== undefined && (missing > 0 || isRequiredAndMissing(left.node, left.candidate)) ? 'refutes' : 'fits';
}

/** The trigger of a sibling says nothing about a loop: those that have only their trigger may follow each other in any order. */
const isSibling = ({ node, candidate }: Place, { node: around, candidate: { opens } }: Way): boolean =>
  opens !== undefined && node === around && candidate.opens !== undefined;

/** True for a segment that has a place where the way is not taken. */
export const hasPlaceWithout = (next: Segment, way: Way, { current }: OpenLoops): boolean => placeLeft(next, way, current) !== undefined;

/** True where a segment that differs from a way is read in either case: it belongs to the loop in which the way begins. */
export function isReadEitherWay(next: Segment, way: Way, { current }: OpenLoops): boolean {
  const left = placeLeft(next, way, current);
  return left?.node === way.node && left.candidate.opens === undefined;
}

/** True for a way to a loop that the one around must have and lacks. */
export const isRequiredLoop = ({ node, candidate: { opens } }: Way): boolean => opens?.usage === 'R' && !node.loopDefs.has(opens);

/** True for the trigger of the loop that a way opens, of which one may stand. */
export function isTwinTrigger(next: Segment, { node, candidate: { opens } }: Way): boolean {
  return opens?.max === 1 && node.def.candidates.get(next.key)?.choose(next)?.opens === opens;
}

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
function placeLeft(next: Segment, way: Way, current: LoopNode): Place | undefined {
  const { node: start, defs } = way;
  const isSegment = defs.length === 0 && way.candidate.opens === undefined && way.isAhead !== true;
  for (let node: LoopNode | undefined = current; node !== undefined && node !== start && !isSegment; node = node.parent) {
    const candidate = node.def.candidates.get(next.key)?.choose(next);
    if (candidate !== undefined && isUsed(candidate) && isFree(node, candidate)) return { node, candidate };
  }
  const candidate = start.def.candidates.get(next.key)?.choose(next);
  if (candidate === undefined) return isSegment || way.isAhead === true ? undefined : placeOfOther(next, start, current);
  if (way.isExact === false && candidate.def === way.candidate.def) return { node: start, candidate };
  if (isSegment || !isFree(start, candidate)) return undefined;
  const position = positionOf(candidate);
  const isAhead = position >= (openChild(start, current)?.def.position ?? 0);
  return isAhead && position < (defs[0]?.position ?? positionOf(way.candidate)) ? { node: start, candidate } : undefined;
}

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
  return opens?.children.filter(({ usage, position }) => usage === 'R' && position > 0 && position < before).length ?? 0;
}

/** True for a loop that comes late: the loop around it has none yet. */
const isMissing = ({ node, defs, candidate: { opens } }: Way): boolean => defs.length === 0 && opens !== undefined && !node.loopDefs.has(opens);

const isUsed = ({ def }: Candidate): boolean => def.usage !== 'N';

const isAfter = (candidate: Candidate, position: number): boolean =>
  positionOf(candidate) > position || (positionOf(candidate) === position && (candidate.opens ?? candidate.def).max > 1);
