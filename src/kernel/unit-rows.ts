import type { SegmentDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { Chunk, Segment } from '../x12/segment';
import { CAPACITY, type Kernel } from './kernel';
import { LOOP, SEGMENT } from './layout';

const NONE = -1;

/** Writes the loops and segments of one record as rows into the memory of the kernel: a loop, its segments, then its child loops. */
export class UnitRows {
  chunk: Chunk | undefined;
  /** By row. */
  readonly loops: LoopNode[] = [];
  readonly segments: Segment[] = [];
  segmentCount = 0;
  private loopCount = 0;
  private placeCount = 0;
  private definitions: readonly SegmentDef[] = [];

  constructor(private readonly kernel: Kernel) {}

  /** False for a record that the kernel cannot write: one of several chunks, of bytes that JSON escapes, or with more than there is room for. */
  fill(unit: LoopNode, definitions: readonly SegmentDef[]): boolean {
    const chunk = unit.firstSegment?.chunk;
    if (chunk?.isPlain !== true || (chunk !== this.chunk && !this.load(chunk))) return false;
    this.segmentCount = this.loopCount = this.placeCount = 0;
    this.definitions = definitions;
    return this.add(unit, NONE) >= 0;
  }

  private load(chunk: Chunk): boolean {
    if (chunk.bytes.length > CAPACITY.bytes || chunk.marks.length > CAPACITY.marks) return false;
    this.kernel.bytes.set(chunk.bytes, this.kernel.input);
    this.kernel.ints.set(chunk.marks, this.kernel.marks >> 2);
    this.chunk = chunk;
    return true;
  }

  /** Adds a loop with what is in it; gives its row, -1 where there is no room. */
  private add(node: LoopNode, parent: number): number {
    const { segments, first, loops, unplaced, skipped } = node;
    const loop = this.loopCount++;
    const places = this.placeCount;
    this.placeCount += first.length;
    if (loop >= CAPACITY.loops || this.placeCount > CAPACITY.places || this.segmentCount + segments.length > CAPACITY.segments) return NONE;
    // What has no place is part of the id.
    if (unplaced !== undefined || skipped !== undefined) return NONE;
    const { ints } = this.kernel;
    const row = (this.kernel.loops + LOOP.SIZE * loop) >> 2;
    this.loops[loop] = node;
    ints[row] = this.segmentCount;
    const at = (this.kernel.places >> 2) + places;
    ints.fill(NONE, at, at + first.length);
    if (!this.addSegments(node, at)) return NONE;
    ints[row + (LOOP.TO >> 2)] = this.segmentCount;
    ints[row + (LOOP.PLACES >> 2)] = at << 2;
    ints[row + (LOOP.DEFINITION >> 2)] = node.def.position + 1;
    ints[row + (LOOP.PARENT >> 2)] = parent;
    ints[row + (LOOP.CHILD >> 2)] = NONE;
    ints[row + (LOOP.NEXT >> 2)] = NONE;
    ints[row + (LOOP.FIRST >> 2)] = segments.length > 0 ? this.segmentCount - segments.length : NONE;
    return loops.length === 0 || this.addLoops(loops, loop) ? loop : NONE;
  }

  private addLoops(loops: readonly LoopNode[], parent: number): boolean {
    const { ints } = this.kernel;
    const row = (this.kernel.loops + LOOP.SIZE * parent) >> 2;
    let link = row + (LOOP.CHILD >> 2);
    for (const one of loops) {
      const child = this.add(one, parent);
      if (child < 0) return false;
      ints[link] = child;
      const childRow = (this.kernel.loops + LOOP.SIZE * child) >> 2;
      // A loop without its trigger begins with the first loop in it.
      if (one === loops[0] && ints[row + (LOOP.FIRST >> 2)] === NONE) ints[row + (LOOP.FIRST >> 2)] = ints[childRow + (LOOP.FIRST >> 2)] ?? NONE;
      link = childRow + (LOOP.NEXT >> 2);
    }
    return true;
  }

  private addSegments({ segments, first }: LoopNode, places: number): boolean {
    const { chunk, definitions, kernel } = this;
    const { ints } = kernel;
    let row = (kernel.segments + SEGMENT.SIZE * this.segmentCount) >> 2;
    for (let i = 0; i < segments.length; i++, row += SEGMENT.SIZE >> 2) {
      const segment = segments[i];
      if (segment === undefined || segment.chunk !== chunk) return false;
      const position = definitions[segment.slot]?.position ?? NONE;
      if (first[position] === segment) ints[places + position] = this.segmentCount;
      ints[row] = segment.first;
      ints[row + (SEGMENT.COUNT >> 2)] = segment.elementCount;
      ints[row + (SEGMENT.SLOT >> 2)] = segment.slot;
      this.segments[this.segmentCount++] = segment;
    }
    return true;
  }
}
