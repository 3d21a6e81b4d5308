import type { Segment } from '../x12/segment';
import type { CandidateSet } from './candidate-set';
import type { Candidate } from './guide.types';
import { beginsNext, isFree, mayHaveLevels } from './level-state';
import type { LoopNode } from './loop-node';
import type { OpenLoops, Place } from './open-loops';
import { SkippedLoop } from './skipped-loop';
import { findWay, isSecond, levelOfSecond, type Way } from './unopened-loops';
import { hasPlaceWithout, isOutside, isReadEitherWay, isRequiredLoop, isTwinTrigger, judgeWay, type Verdict } from './way-confirmation';

/** A segment that waits for the next one. */
interface Doubt {
  readonly segment: Segment;
  /** Where it goes when the next segment does not contradict that. */
  readonly way: Way;
  /** Where it goes otherwise; undefined for a segment that is skipped then. */
  readonly otherwise: Place | undefined;
  /** The next segment, where it may be the stray of the two: then it waits too, for the one after it. */
  readonly second?: Segment;
}

/**
 * Places segments that no open loop expects.
 *
 * Where a trigger is missing, such as LX before SV1 or HL before SBR, the segments after it would fall to the loop before, and claims
 * would show the people of others: so a loop is opened without its trigger. A stray segment looks the same, and must not close the loop
 * that it stands in. So a segment that would open a loop in this manner, or go back to an earlier one, waits for the next segment: where
 * that belongs to what would be closed, the segment is a stray, and is reported and skipped.
 */
export class StraySegments {
  /** True while no segment waits, and none may belong to a loop that was not opened: a field, since the walk reads it for each segment. */
  isIdle = true;
  private doubt: Doubt | undefined;
  private readonly skipped: SkippedLoop;

  constructor(private readonly loops: OpenLoops) {
    this.skipped = new SkippedLoop(loops);
  }

  /** Places the segment that waits. `next` is undefined at the end of the transaction set. True where that waits too. */
  settle(next: Segment | undefined): boolean {
    if (isOutside(next, this.loops.guide)) this.skipped.end();
    const { doubt } = this;
    const verdict = doubt && judgeWay(next, doubt.way, this.loops);
    if (doubt?.way.isAhead === true && doubt.second === undefined && verdict === 'differs' && next !== undefined) {
      this.doubt = { ...doubt, second: next };
      return true;
    }
    this.doubt = undefined;
    this.isIdle = !this.skipped.isThere;
    if (doubt === undefined || verdict === undefined) return false;
    const { segment, way, otherwise, second } = doubt;
    // What only may begin the next loop needs a segment that fits, where it has another place.
    const isOpen = verdict === 'silent' && otherwise !== undefined && way.defs.length > 0 && !isOutside(next, this.loops.guide);
    if (second === undefined ? isConfirmed(verdict) && !isOpen : this.isConfirmedAfter(second, next, way, verdict)) this.loops.follow(way, segment);
    else if (otherwise !== undefined) this.loops.attach(otherwise, segment);
    else this.skip(segment);
    this.loops.settled();
    if (second === undefined) return false;
    this.loops.placeAgain(second);
    return this.settle(next);
  }

  /** The one of two segments is a stray that the one after them does not fit. */
  private isConfirmedAfter(second: Segment, next: Segment | undefined, way: Way, verdict: Verdict): boolean {
    if (!isConfirmed(verdict) || (next !== undefined && isTwinTrigger(next, way))) return false;
    if (verdict === 'fits' && next !== undefined && !hasPlaceWithout(next, way, this.loops)) return true;
    return isRequiredLoop(way) || isReadEitherWay(second, way, this.loops);
  }

  /**
   * Takes a segment whose place in an open loop was found, where it may belong to the next such loop, goes back to an earlier one, or
   * belongs to a loop that was not opened. False where it can be put there at once.
   */
  take(place: Place, segment: Segment): boolean {
    const { node, candidate, isExact = true, isBack = false } = place;
    const way = this.wayToNext(place, segment);
    if (way !== undefined) return this.wait(segment, way, candidate.opens === undefined ? place : undefined);
    if (this.isDoubtful(place)) {
      // A segment of a loop further out that closes loops too early is read all the same, and closes none.
      const otherwise = candidate.opens === undefined && isExact ? { ...place, isBack: true } : undefined;
      return this.wait(segment, { node, defs: [], candidate, isExact, isAhead: isExact && !isBack }, otherwise);
    }
    return this.skipped.isThere && this.skipped.take(place, segment);
  }

  /** Places a segment that no open loop has a place for. */
  placeElsewhere(segment: Segment): void {
    this.skipped.end();
    const { current, guide } = this.loops;
    const way = guide.segmentIds.has(segment.id) ? findWay(segment, current) : undefined;
    if (way !== undefined) this.wait(segment, way, undefined);
    else if (!this.placeByIdAlone(segment)) this.skip(segment);
  }

  /**
   * In the nearest loop that has the id at all, one that stands once is selected by the id alone, unless a loop further out has a segment of
   * its own for the qualifier: that one came late.
   */
  chooseOnly({ only }: CandidateSet, node: LoopNode, segment: Segment): Candidate | undefined {
    if (only === undefined) return undefined;
    for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
      const exact = outer.def.candidates.get(segment.key)?.choose(segment);
      if (exact !== undefined && exact.opens === undefined && exact.def.qualifiers.length > 0) return undefined;
    }
    return only;
  }

  /** A loop that lies before the open one, or of another kind; what closes loops; and what has another qualifier than its place. */
  private isDoubtful({ node, candidate, isBack = false, isLeap = false, isExact = true }: Place): boolean {
    if (candidate.opens !== undefined) return isBack || !isExact || isLeap;
    return isExact ? isLeap && !isBack : isSecond(candidate) && isFree(node, candidate);
  }

  private wait(segment: Segment, way: Way, otherwise: Place | undefined): true {
    this.skipped.end();
    this.isIdle = false;
    this.doubt = { segment, way, otherwise };
    return true;
  }

  /**
   * What stands once in a loop that is complete, and comes again, opens the next one; and what would go back in its loop belongs to such a
   * loop further out, or to a level below it, that has a place for it.
   */
  private wayToNext({ node, candidate, isBack }: Place, segment: Segment): Way | undefined {
    const { current } = this.loops;
    if (node.mayRestart && beginsNext(node, candidate, current)) return this.nextOf(node, candidate);
    if (!isBack) return undefined;
    if (candidate.opens === undefined) return node.mayRestart && mayHaveLevels(node, current) ? levelOfSecond(segment, node) : undefined;
    for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
      const other = outer.mayRestart ? outer.def.candidates.get(segment.key)?.choose(segment) : undefined;
      if (other !== undefined && isSecond(other) && beginsNext(outer, other, current)) return this.nextOf(outer, other);
    }
    return undefined;
  }

  private nextOf({ def, parent }: LoopNode, candidate: Candidate): Way {
    return { node: parent ?? this.loops.root, defs: [def], candidate };
  }

  /** The qualifier is unknown to every open loop: the nearest loop with a segment for many qualifiers takes it. */
  private placeByIdAlone(segment: Segment): boolean {
    for (let node: LoopNode | undefined = this.loops.current; node !== undefined; node = node.parent) {
      const candidate = node.def.candidates.get(segment.key)?.chooseGeneral();
      if (candidate === undefined) continue;
      this.loops.issues.notAllowed(this.loops.current, segment);
      this.loops.attach({ node, candidate }, segment);
      return true;
    }
    return false;
  }

  /** Reports a segment that has no place. */
  skip(segment: Segment): void {
    const { current, guide, issues } = this.loops;
    if (guide.segmentIds.has(segment.id)) {
      issues.notAllowed(current, segment);
      this.skipped.begin(segment.key);
      this.isIdle = false;
    } else issues.unknown(current, segment);
    this.loops.keepUnplaced(segment);
  }
}

const isConfirmed = (verdict: Verdict): boolean => verdict === 'fits' || verdict === 'silent';
