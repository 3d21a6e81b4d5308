import type { Segment } from '../x12/segment';
import type { LoopDef } from './guide.types';
import { isFree, isRequiredAndMissing } from './level-state';
import type { OpenLoops, Place } from './open-loops';

/** A segment that belongs to the skipped loop, or to the open one. */
interface Orphan {
  readonly segment: Segment;
  readonly place: Place;
}

/** More segments than a party has do not wait. */
const MAX_ORPHANS = 100;

/**
 * The segments after a trigger that was skipped, such as N3 and N4 after NM1 of an unknown role. They may be those of nobody, and must not
 * become the address of the party before; after a stray trigger they are those of the open loop all the same. They wait until one shows
 * whose they are: one that the open loop requires and lacks, or that no other of the loops that the trigger might have opened has.
 */
export class SkippedLoop {
  private readonly orphans: Orphan[] = [];
  private unopened: readonly LoopDef[] = [];

  constructor(private readonly loops: OpenLoops) {}

  /** True after a trigger was skipped. */
  get isThere(): boolean {
    return this.unopened.length > 0;
  }

  /** Begins behind a skipped segment that opens loops elsewhere: those of the nearest open loop that has some. */
  begin(key: number): void {
    this.end();
    for (let node = this.loops.current; ; node = node.parent) {
      this.unopened = node.def.candidates.get(key)?.all.flatMap(({ opens }) => opens ?? []) ?? [];
      if (this.unopened.length > 0 || node.parent === undefined) return;
    }
  }

  /** Takes a segment that may belong to the skipped loop; false for one that belongs to the open loops. */
  take(place: Place, segment: Segment): boolean {
    const { node, candidate } = place;
    const { current } = this.loops;
    const having = this.unopened.filter(({ candidates }) => candidates.get(segment.key)?.choose(segment) !== undefined);
    if (candidate.opens !== undefined || having.length === 0) {
      this.end();
      return false;
    }
    // A loop that stands once cannot be the skipped one.
    const isOnlyHere = (this.unopened.length > 1 || current.def.max === 1) && having.every((def) => def === current.def);
    if (node === current && (isRequiredAndMissing(node, candidate) || (isOnlyHere && isFree(node, candidate)))) {
      this.placeAll();
      return false;
    }
    this.unopened = having;
    this.orphans.push({ segment, place });
    if (node !== current || !isFree(node, candidate) || this.orphans.length >= MAX_ORPHANS) this.skipAll();
    return true;
  }

  /** Skips what waits: nothing has shown that it belongs to the open loop. */
  end(): void {
    this.skipAll();
    this.unopened = [];
  }

  private placeAll(): void {
    for (const { segment, place } of this.orphans.splice(0)) {
      this.loops.attach(place, segment);
      this.loops.settled(segment);
    }
    this.unopened = [];
  }

  private skipAll(): void {
    if (this.orphans.length === 0) return;
    for (const { segment } of this.orphans.splice(0)) {
      this.loops.issues.notAllowed(this.loops.current, segment);
      this.loops.keepUnplaced(segment);
      this.loops.settled(segment);
    }
  }
}
