import type { Segment } from '../x12/segment';
import type { Candidate, Guide } from './guide.types';
import { isFree, isRequiredAndMissing, isWithin } from './level-state';
import type { LoopNode } from './loop-node';
import { type OpenLoops, openChild, type Place, positionOf } from './open-loops';
import { findWay, HL, isSecond, type Way } from './unopened-loops';

/**
 * True where the segment after one that would open the loops of a way belongs there too, or would not be out of place: it does not
 * belong to an open loop that the way closes or leaves behind. `next` is undefined at the end of the transaction set.
 */
export function isConfirmedBy(next: Segment | undefined, way: Way, { current, guide }: OpenLoops): boolean {
  if (next === undefined || isOutside(next, guide)) return true;
  if (isOwnTrigger(next, way)) return false;
  const left = placeLeft(next, way, current);
  if (left === undefined) return true;
  const inside = placeInside(next, way);
  if (inside === undefined) return false;
  // A known trigger in its order opens its loop, also where the one before lacks what it must have: the address of a payer, say.
  if (way.isAhead === true) return true;
  return (isSecond(inside) || isMissing(way)) && !isRequiredAndMissing(left.node, left.candidate);
}

/** True where a segment says nothing about the one before it: the end of the transaction set, and a level, which has the place that its numbers give it. */
export const isOutside = (next: Segment | undefined, guide: Guide): boolean => next === undefined || (next.key === HL && guide.nestsLevels);

/** True for the trigger of a loop that stands once and would have been opened without it: the segment before it came too early. */
function isOwnTrigger(next: Segment, { node, defs: [outermost] }: Way): boolean {
  return outermost?.max === 1 && node.def.candidates.get(next.key)?.choose(next)?.opens === outermost;
}

/** Where the segment would go below a way, in the order of the guide. */
function placeInside(next: Segment, { defs, candidate }: Way): Candidate | undefined {
  let after = candidate.opens === undefined ? candidate.def.position : 0;
  for (const def of [...defs, ...(candidate.opens ? [candidate.opens] : [])].reverse()) {
    const found = def.candidates.get(next.key)?.choose(next);
    if (found !== undefined && isUsed(found) && isAfter(found, after)) return found;
    after = def.position;
  }
  return undefined;
}

/** Where the segment would go in the loops that a way closes, and in those before it in its own loop. */
function placeLeft(next: Segment, way: Way, current: LoopNode): Place | undefined {
  const { node: start, defs } = way;
  const isSegment = defs.length === 0 && way.candidate.opens === undefined;
  for (let node: LoopNode | undefined = current; node !== undefined && node !== start && !isSegment; node = node.parent) {
    const candidate = node.def.candidates.get(next.key)?.choose(next);
    if (candidate !== undefined && isUsed(candidate) && isFree(node, candidate)) return { node, candidate };
  }
  const candidate = start.def.candidates.get(next.key)?.choose(next);
  if (candidate === undefined) return isSegment ? undefined : placeOfOther(next, start, current);
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

/** True for a loop that comes late: the loop around it has none yet. */
const isMissing = ({ node, defs, candidate: { opens } }: Way): boolean => defs.length === 0 && opens !== undefined && !node.loopDefs.has(opens);

const isUsed = ({ def }: Candidate): boolean => def.usage !== 'N';

const isAfter = (candidate: Candidate, position: number): boolean =>
  positionOf(candidate) > position || (positionOf(candidate) === position && (candidate.opens ?? candidate.def).max > 1);
