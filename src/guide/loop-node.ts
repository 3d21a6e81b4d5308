import { ContentHash } from '../common/content-hash';
import type { Segment } from '../x12/segment';
import type { LoopDef, SegmentDef } from './guide.types';
import type { LoopTally } from './loop-tally';

const NO_LOOPS: readonly LoopNode[] = [];
const NO_DEFS: ReadonlySet<LoopDef> = new Set();

/** A loop that was read: its segments and child loops in file order, the trigger first. */
export class LoopNode {
  readonly segments: Segment[] = [];
  /** Most loops have none, so that the list is made with the first. */
  private children: LoopNode[] | undefined = undefined;
  /** Segments that stood in this loop and have no place in it; undefined for none. */
  unplaced: Segment[] | undefined = undefined;
  /** Hash of the segments of this loop that have no place in it and are not kept. It goes into the ids of its records. */
  skipped: ContentHash | undefined = undefined;
  /** The first segment at each place of the definition, by `SegmentDef.position`. */
  readonly first: (Segment | undefined)[];
  /**
   * True once a unit below this loop was emitted: records built from this loop may have been written,
   * so nothing is added to it any more.
   */
  isFrozen = false;
  /** True for a loop that was opened although its trigger is missing. */
  isHeadless = false;
  /** True once what stands in the loop was compared with what the records show. */
  isLookedAt = false;
  /** What validation counts while the loop is read; undefined without validation. */
  tally: LoopTally | undefined = undefined;
  /** True for a level, and for a headless loop: what stands once in it and comes again may begin the next one. */
  mayRestart = false;
  /** Bytes of the segments in this loop, child loops included, as they were when it was frozen: what each unit below it shares. */
  sharedBytes = 0;
  private kept: Map<object, unknown> | undefined = undefined;
  private defs: Set<LoopDef> | undefined = undefined;
  /** Child loops whose definitions are in `defs`. */
  private defsOf = 0;

  constructor(
    readonly def: LoopDef,
    /** The loop around this one. The parent of a unit does not hold the unit, so that units can be forgotten. */
    readonly parent: LoopNode | undefined,
  ) {
    this.first = new Array<Segment | undefined>(def.children.length);
  }

  /** Adds a segment at its place, after those that are there. */
  add(segment: Segment, { slot, position }: SegmentDef): void {
    segment.slot = slot;
    this.segments.push(segment);
    this.first[position] ??= segment;
  }

  /** Gives the place of a segment to another one that stands in the loop, and moves the segment behind that one. */
  replaceFirst(segment: Segment, other: Segment, { position }: SegmentDef): void {
    this.segments.splice(this.segments.indexOf(segment), 1);
    this.segments.push(segment);
    this.first[position] = other;
  }

  /** Ends the loop for units below it. Does nothing the second time. */
  freeze(): void {
    if (this.isFrozen) return;
    this.isFrozen = true;
    this.sharedBytes = bytesOf(this);
  }

  /** Bytes of the segments in this loop so far, without those of a child loop. */
  bytesWithout(child: LoopNode | undefined): number {
    return bytesOf(this) - (child !== undefined && this.loops.includes(child) ? bytesOf(child) : 0);
  }

  get loops(): readonly LoopNode[] {
    return this.children ?? NO_LOOPS;
  }

  /** The definitions of the child loops, each once: there are few, however many loops there are. */
  get loopDefs(): ReadonlySet<LoopDef> {
    const { loops } = this;
    if (loops.length === 0) return NO_DEFS;
    this.defs ??= new Set();
    for (; this.defsOf < loops.length; this.defsOf++) {
      const loop = loops[this.defsOf];
      if (loop !== undefined) this.defs.add(loop.def);
    }
    return this.defs;
  }

  /** Adds a child loop after those that are there. */
  addLoop(loop: LoopNode): void {
    if (this.children === undefined) this.children = [loop];
    else this.children.push(loop);
  }

  /** The first segment of the loop; where its trigger is missing and it has none, that of the first loop in it. */
  get firstSegment(): Segment | undefined {
    return this.segments[0] ?? this.loops[0]?.firstSegment;
  }

  /** Keeps a segment that stands here and has no place. */
  addUnplaced(segment: Segment): void {
    this.unplaced ??= [];
    this.unplaced.push(segment);
  }

  /** Counts a segment that stands here, has no place and is not kept. What stands in records already does not change. */
  skip(segment: Segment): void {
    if (this.isFrozen) return;
    this.skipped ??= new ContentHash();
    this.skipped.add(segment.chunk.view, segment.start(0), segment.end(segment.elementCount));
  }

  /** What walking and validation of the rest depend on, as values. Loops that hold units may come again and again: of those only the open one counts. */
  state(holders: ReadonlySet<LoopDef>): readonly unknown[] {
    const { def, segments, unplaced, skipped, isFrozen, isHeadless, isLookedAt, mayRestart, tally } = this;
    const numbersOf = (of: LoopNode): readonly unknown[] => [of.segments.map(({ segmentNumber }) => segmentNumber), of.loops.map(numbersOf)];
    const inside = this.loops.filter((loop) => !holders.has(loop.def)).map(numbersOf);
    const first = this.first.map((segment) => segment?.segmentNumber);
    const flags = [isFrozen, isHeadless, isLookedAt, mayRestart, unplaced?.length, skipped !== undefined];
    return [def.id, def.position, segments.map(({ segmentNumber }) => segmentNumber), first, inside, flags, tally?.state(def)];
  }

  /** Gives what `make` made for this loop and owner at the first call; ancestors of many units are converted once by it. */
  once<T>(owner: { readonly make: (loop: LoopNode) => T }): T {
    this.kept ??= new Map();
    if (!this.kept.has(owner)) this.kept.set(owner, owner.make(this));
    return asKept<T>(this.kept.get(owner));
  }

  /** Forgets what `once` made: more came into the loop. */
  forgetKept(): void {
    this.kept = undefined;
  }
}

function bytesOf({ segments, loops }: LoopNode): number {
  let bytes = 0;
  for (const segment of segments) bytes += segment.byteLength;
  for (const loop of loops) bytes += loop.isFrozen ? loop.sharedBytes : bytesOf(loop);
  return bytes;
}

/** What is kept for an owner is what its `make` gave. */
function asKept<T>(value: unknown): T {
  return value as T;
}
