import type { Segment } from '../x12/segment';
import type { Candidate, LoopDef } from './guide.types';
import { isRequiredAndMissing } from './level-state';
import type { OpenLoops, Way } from './open-loops';
import { isSecond } from './unopened-loops';
import { isConfirming, isHeadOfLevel, isMissingBefore, isOutside, isUsed, judgeWay, placeLeft, type Verdict } from './way-confirmation';

/*
 * Judges a way by more segments than the one after it, where that one does not show enough.
 */

/** More segments do not wait with one. */
export const MAX_HELD = 10;

/** A way, and the segments that wait: the one after its own, and those after that. */
interface Held {
  readonly way: Way;
  readonly second: Segment;
  readonly more: readonly Segment[];
}

/** Judges a way by one more segment; undefined at the end of the transaction set. Undefined where that shows nothing either. */
export function judgeLater(next: Segment | undefined, held: Held, loops: OpenLoops): boolean | undefined {
  const { way, second, more } = held;
  const first = judgeWay(second, way, loops);
  if (first === 'continues') return isMissingSecond(next, way) && !isInLoopOf(second, next, way);
  if (first === 'differs') {
    if (opensMissingBefore(second, way)) return !isTwinTrigger(next, way);
    const verdict = judgeWay(next, way, loops);
    if (more.length === 0 && verdict !== 'either') return isSecondStray(next, verdict, held, loops);
    if (!isReadEitherWay(second, way, loops)) return false;
  }
  const { opens } = way.candidate;
  if (opens === undefined) return false;
  return isHeadOfLevel(way) ? judgeLevel(next, opens, held, loops) : judgeLoop(next, opens, held, loops);
}

/** True where of two segments the second is the stray: the one after them fits the first one, and the second does not show against it. */
function isSecondStray(next: Segment | undefined, verdict: Verdict, { way, second }: Held, loops: OpenLoops): boolean {
  const { opens, isTrailing } = way.candidate;
  // What ends a transaction set stands at its end.
  if (opens === undefined && isTrailing) return next === undefined || isTwinSegment(next, way);
  if (isMissingSecond(next, way)) return true;
  if (!isConfirming(verdict) || (opens?.max === 1 && isTwinTrigger(next, way))) return false;
  if (verdict === 'fits' && next !== undefined && placeLeft(next, way, loops.current) === undefined) return true;
  return way.isAhead === true && (isRequiredLoop(way) || isReadEitherWay(second, way, loops));
}

/** A level begins with its party where what follows that belongs to no open loop. */
function judgeLevel(next: Segment | undefined, opens: LoopDef, { way, more }: Held, { current }: OpenLoops): boolean | undefined {
  if (next === undefined) return true;
  if (placeAmong(opens, next, more) !== undefined && more.length < MAX_HELD) return undefined;
  return placeLeft(next, way, current) === undefined;
}

/**
 * A loop is opened where a segment comes that it must have, or that only it has. Where it ends before that, it is opened if its trigger may
 * stand alone. One segment of the loop around may stand in between, if that does not lack it.
 */
function judgeLoop(next: Segment | undefined, opens: LoopDef, { way, second, more }: Held, loops: OpenLoops): boolean | undefined {
  if (next === undefined || isOutside(next, loops.guide) || isTwinTrigger(next, way)) return !hasRequired(opens);
  const inside = placeAmong(opens, next, [second, ...more]);
  const hasOther = placeLeft(next, way, loops.current) !== undefined;
  if (inside !== undefined) return (inside.opens ?? inside.def).usage === 'R' || !hasOther || more.length >= MAX_HELD || undefined;
  const around = placeAround(next, way);
  const mayStandBetween = around !== undefined && around.opens === undefined && !isRequiredAndMissing(way.node, around);
  if (mayStandBetween && !more.some((one) => isReadEitherWay(one, way, loops))) return undefined;
  return !hasOther && !hasRequired(opens);
}

/** The place of a segment in the loop that a way begins in. */
const placeAround = (segment: Segment | undefined, { node }: Way): Candidate | undefined => segment && node.def.candidates.get(segment.key)?.choose(segment);

/** True for the trigger of the loop that a way opens. */
const isTwinTrigger = (next: Segment | undefined, way: Way): boolean =>
  way.candidate.opens !== undefined && placeAround(next, way)?.opens === way.candidate.opens;

const isTwinSegment = (next: Segment, way: Way): boolean => placeAround(next, way) === way.candidate;

/** True for the trigger of a loop that must stand before the one that a way opens, and that is missing. */
function opensMissingBefore(segment: Segment, way: Way): boolean {
  const place = placeAround(segment, way);
  return place !== undefined && isMissingBefore(place, way);
}

/** True for a segment of the loop in which the way begins: it is read in either case. */
function isReadEitherWay(next: Segment, way: Way, { current }: OpenLoops): boolean {
  const left = placeLeft(next, way, current);
  return left?.node === way.node && left.candidate.opens === undefined;
}

/** True for a way to a loop that the one around must have and lacks. */
const isRequiredLoop = ({ node, candidate: { opens } }: Way): boolean => opens?.usage === 'R' && !node.loopDefs.has(opens);

/** True for a loop that must have more than its trigger. */
const hasRequired = ({ children }: LoopDef): boolean => children.some(({ usage, position }) => position > 0 && usage === 'R');

/** The place of a segment in the loop that a way opens. */
const placeWithin = (segment: Segment | undefined, { candidate: { opens } }: Way): Candidate | undefined =>
  segment && opens?.candidates.get(segment.key)?.choose(segment);

/** True for the segment that has to follow the trigger of a way. */
function isMissingSecond(next: Segment | undefined, way: Way): boolean {
  const place = placeWithin(next, way);
  return place !== undefined && isSecond(place);
}

/** True for a segment of the loop that the one before it would open below a way. */
function isInLoopOf(second: Segment, next: Segment | undefined, way: Way): boolean {
  return next !== undefined && placeWithin(second, way)?.opens?.candidates.get(next.key)?.choose(next) !== undefined;
}

/** The place of a segment in a loop, or in the one below it that the held segments opened last. */
function placeAmong(def: LoopDef, next: Segment, held: readonly Segment[]): Candidate | undefined {
  const own = def.candidates.get(next.key)?.choose(next);
  if (own !== undefined && isUsed(own)) return own;
  const opened = held.map((one) => def.candidates.get(one.key)?.choose(one)?.opens).findLast((loop) => loop !== undefined);
  const found = opened?.candidates.get(next.key)?.choose(next);
  return found !== undefined && isUsed(found) ? found : undefined;
}
