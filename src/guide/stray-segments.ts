import type { Segment } from '../x12/segment';
import type { Candidate, CandidateSet } from './guide.types';
import { judgeLater, MAX_HELD } from './held-segments';
import { beginsNext, isFree, mayHaveLevels } from './level-state';
import type { LoopNode } from './loop-node';
import type { OpenLoops, Place, Way } from './open-loops';
import { SkippedLoop } from './skipped-loop';
import { findWay, isSecond, levelOfSecond } from './unopened-loops';
import { isConfirming, isOutside, judgeWay } from './way-confirmation';

/** A segment that waits for the next one. */
interface Doubt {
  readonly segment: Segment;
  /** Where it goes when the next segment does not contradict that. */
  readonly way: Way;
  /** Where it goes otherwise; undefined for a segment that is skipped then. */
  readonly otherwise: Place | undefined;
  /** The segments after it that wait too, because they show nothing yet, or may be the strays themselves. */
  readonly held: Segment[];
}

/**
 * Places segments that no open loop expects.
 *
 * Where a trigger is missing, such as LX before SV1 or HL before SBR, the segments after it would fall to the loop before, and claims
 * would show the people of others: so a loop is opened without its trigger. A stray segment looks the same, and must not close the loop
 * that it stands in. So a segment that would open a loop in this manner, go back to an earlier one, or repeat one that is not complete,
 * waits for the next segment, or for more where that shows too little. Where those belong to what would be closed, the segment is a
 * stray, and is reported and skipped.
 */
export class StraySegments {
  /** True while no segment waits, and none may belong to a loop that was not opened: a field, since the walk reads it for each segment. */
  isIdle = true;
  private doubt: Doubt | undefined;
  private readonly skipped: SkippedLoop;

  constructor(private readonly loops: OpenLoops) {
    this.skipped = new SkippedLoop(loops);
  }

  /** True while a segment waits for those after it. */
  get waits(): boolean {
    return this.doubt !== undefined;
  }

  /** Places the segment that waits. `next` is undefined at the end of the transaction set. True where that waits too. */
  settle(next: Segment | undefined): boolean {
    if (isOutside(next, this.loops.guide)) this.skipped.end();
    const { doubt } = this;
    const isConfirmed = doubt && this.judge(doubt, next);
    if (isConfirmed === undefined && doubt !== undefined && next !== undefined) {
      doubt.held.push(next);
      return true;
    }
    this.doubt = undefined;
    this.isIdle = !this.skipped.isThere;
    if (doubt === undefined) return false;
    const { segment, way, otherwise, held } = doubt;
    if (isConfirmed === true) this.loops.follow(way, segment);
    else if (otherwise !== undefined) this.loops.attach(otherwise, segment);
    else this.skip(segment, true);
    this.loops.settled(segment);
    for (const one of held) {
      if (this.settle(one)) continue;
      this.loops.placeAgain(one);
      this.loops.settled(one);
    }
    return held.length > 0 && this.settle(next);
  }

  /** True where a segment goes the way that it waits for, false where it does not; undefined where the next segment has to wait too. */
  private judge({ way, otherwise, held }: Doubt, next: Segment | undefined): boolean | undefined {
    const { guide } = this.loops;
    const isKnown = ({ id }: Segment): boolean => guide.segmentIds.has(id);
    if (next !== undefined && !isKnown(next) && held.length < MAX_HELD) return undefined;
    const [second, ...more] = held.filter(isKnown);
    if (second !== undefined) return judgeLater(next, { way, second, more }, this.loops);
    const verdict = judgeWay(next, way, this.loops);
    if (
      verdict === 'either' ||
      verdict === 'continues' ||
      (verdict === 'differs' && (way.isAhead === true || (way.defs.length > 0 && way.candidate.opens === undefined)))
    )
      return undefined;
    // What only may begin the next loop needs a segment that fits, where it has another place.
    const isOpen = verdict === 'silent' && otherwise !== undefined && way.defs.length > 0 && !isOutside(next, guide);
    return isConfirming(verdict) && !isOpen;
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
    this.doubt = { segment, way, otherwise, held: [] };
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

  /** Reports a segment that has no place. What follows a known trigger that was refuted belongs to the open loops. */
  skip(segment: Segment, isRefuted = false): void {
    const { current, guide, issues } = this.loops;
    if (guide.segmentIds.has(segment.id)) {
      issues.notAllowed(current, segment);
      if (isRefuted) return this.loops.keepUnplaced(segment);
      this.skipped.begin(segment.key);
      this.isIdle = false;
    } else issues.unknown(current, segment);
    this.loops.keepUnplaced(segment);
  }
}
