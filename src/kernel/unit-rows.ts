import type { SegmentDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { Chunk, Segment } from '../x12/segment';
import {
  BYTES_AT,
  LOOPS_AT,
  MARKS_AT,
  MAX_BYTES,
  MAX_COPIED_BYTES,
  MAX_COPIED_MARKS,
  MAX_LOOPS,
  MAX_MARKS,
  MAX_PLACES,
  MAX_SEGMENTS,
  PLACES_AT,
  SEGMENTS_AT,
} from './areas';
import type { Kernel } from './kernel';
import { LOOP, SEGMENT } from './layout';

const NONE = -1;
/** The row of an ancestor that the kernel cannot read. */
const UNREADABLE = -2;

/** A chunk of copied segments has seldom more bytes. */
const SHORT_CHUNK_BYTES = 2_048;

/** What the rows so far take. */
interface Extent {
  readonly loops: number;
  readonly segments: number;
  readonly places: number;
  readonly marks: number;
  readonly bytes: number;
}

const NOTHING: Extent = { loops: 0, segments: 0, places: 0, marks: 0, bytes: 0 };

/** A loop around records, whose rows stay while records of it follow one another. */
interface Ancestor {
  readonly loop: LoopNode;
  readonly row: number;
  /** Under it the kernel keeps what it has written of the loop. */
  readonly number: number;
  /** What its rows take, and those of the loops around it. */
  readonly extent: Extent;
}

/**
 * Writes the loops and segments of one record as rows into the memory of the kernel: its ancestors, the outermost first, and then its own. A loop
 * is followed by its segments, and then by its child loops.
 */
export class UnitRows {
  /** The chunk whose memory is there. Segments of other chunks are copied. */
  chunk: Chunk | undefined;
  /** By row. */
  readonly loops: LoopNode[] = [];
  readonly segments: Segment[] = [];
  /** Row of the loop of the record, and of its first segment. */
  unit = 0;
  firstSegment = 0;
  segmentCount = 0;
  loopCount = 0;
  placeCount = 0;
  private markCount = 0;
  private byteCount = 0;
  /** A short chunk that was copied as a whole: how much further its bytes stand there, and where they end. */
  private copied: { readonly chunk: Chunk; readonly shift: number; readonly end: number } | undefined;
  private readonly ancestors: Ancestor[] = [];
  /** Those of the last `leave`: records of them may follow. */
  private left: readonly Ancestor[] = [];
  /** Number of the ancestor whose rows are written; 0 for the record. */
  private ancestor = 0;
  ancestorCount = 0;
  /** True while loops are added that may still change. */
  private isEntering = false;
  private definitions: readonly SegmentDef[] = [];
  /** Positions of the definitions, by slot. */
  private positions = new Int32Array(0);

  constructor(private readonly kernel: Kernel) {}

  /**
   * Takes the record of a loop, by its first segment, or of another segment that is a record of its own. False for one that the kernel cannot write: one of
   * bytes that JSON escapes, or with more than there is room for.
   */
  fill(loop: LoopNode, segment: Segment, definitions: readonly SegmentDef[]): boolean {
    const { chunk } = segment;
    const isLoop = segment === loop.firstSegment;
    if (!chunk.isPlain || !(isLoop || loop.isFrozen) || !this.takeChunk(chunk)) return false;
    this.define(definitions);
    const around = this.addAncestors(isLoop ? loop.parent : loop);
    this.unit = isLoop ? this.loopCount : around;
    this.firstSegment = this.segmentCount;
    return isLoop ? this.add(loop, around) >= 0 : around >= 0 && this.addSegment(segment);
  }

  /**
   * Takes a chunk, and the loops down to one that stay open while records of the chunk are walked; false where there is no room. Those of which no record
   * was written yet stay until `leave`.
   */
  enter(chunk: Chunk, loop: LoopNode, definitions: readonly SegmentDef[]): boolean {
    if (!chunk.isPlain || (chunk !== this.chunk && !this.load(chunk))) return false;
    this.define(definitions);
    this.isEntering = true;
    const row = this.addAncestors(loop);
    this.isEntering = false;
    const hasRoom = row >= 0 && this.ancestors.every((ancestor) => ancestor.row >= 0);
    if (!hasRoom) this.leave();
    return hasRoom;
  }

  /** Removes the loops that were entered. */
  leave(): void {
    this.left = this.ancestors.splice(0);
    this.restore();
  }

  /** Forgets all records: what they are made of is not kept by what stands here. */
  forget(): void {
    this.ancestors.length = 0;
    this.left = [];
    this.loops.length = 0;
    this.segments.length = 0;
    this.chunk = undefined;
    this.restore();
  }

  private define(definitions: readonly SegmentDef[]): void {
    if (definitions === this.definitions) return;
    this.definitions = definitions;
    this.positions = Int32Array.from(definitions, ({ position }) => position);
  }

  /** The loops around records that have rows, the outermost first. */
  get around(): readonly { readonly loop: LoopNode; readonly row: number }[] {
    return this.ancestors;
  }

  /** The row of a loop around the record, -1 where the kernel has none. */
  rowOf(loop: LoopNode): number {
    return Math.max(NONE, this.ancestors.find((ancestor) => ancestor.loop === loop)?.row ?? NONE);
  }

  /** Takes the chunk of a record. A short one of the same interchange leaves the other there: its segments are copied behind that. */
  private takeChunk(chunk: Chunk): boolean {
    const isBeside = chunk.bytes.length <= SHORT_CHUNK_BYTES && chunk.delimiters === this.chunk?.delimiters;
    return chunk === this.chunk || isBeside || this.load(chunk);
  }

  private load(chunk: Chunk): boolean {
    if (chunk.bytes.length > MAX_BYTES || chunk.marks.length > MAX_MARKS) return false;
    this.kernel.bytes.set(chunk.bytes, BYTES_AT);
    this.kernel.ints.set(chunk.marks, MARKS_AT >> 2);
    this.chunk = chunk;
    return true;
  }

  /** Adds the ancestors of a record that are not there, and removes those of others; gives the row of its parent. */
  private addAncestors(parent: LoopNode | undefined): number {
    const { ancestors } = this;
    if (parent !== ancestors.at(-1)?.loop) {
      const chain: LoopNode[] = [];
      for (let loop = parent; loop !== undefined; loop = loop.parent) chain.push(loop);
      chain.reverse();
      const differs = chain.findIndex((loop, i) => loop !== ancestors[i]?.loop);
      ancestors.length = differs < 0 ? chain.length : differs;
      this.restore();
      for (const loop of chain.slice(ancestors.length)) this.addAncestor(loop);
    }
    this.ancestor = 0;
    this.restore();
    return ancestors.at(-1)?.row ?? NONE;
  }

  /** What is frozen does not change any more. */
  private addAncestor(loop: LoopNode): void {
    // What is frozen now was so when the first record of it was written.
    const number = (loop.isFrozen ? this.left.find((ancestor) => ancestor.loop === loop)?.number : undefined) ?? ++this.ancestorCount;
    this.ancestor = number;
    const added = loop.isFrozen || this.isEntering ? this.add(loop, this.ancestors.at(-1)?.row ?? NONE) : UNREADABLE;
    const row = added < 0 || this.segmentCount > MAX_SEGMENTS / 4 ? UNREADABLE : added;
    if (row === UNREADABLE) this.restore();
    const { loopCount: loops, segmentCount: segments, placeCount: places, markCount: marks, byteCount: bytes } = this;
    this.ancestors.push({ loop, row, number, extent: { loops, segments, places, marks, bytes } });
  }

  /** Forgets the rows after those of the ancestors. */
  private restore(): void {
    const { loops, segments, places, marks, bytes } = this.ancestors.at(-1)?.extent ?? NOTHING;
    this.loopCount = loops;
    this.segmentCount = segments;
    this.placeCount = places;
    this.markCount = marks;
    this.byteCount = bytes;
    if (this.copied !== undefined && this.copied.end > bytes) this.copied = undefined;
  }

  /** Adds a loop with what is in it; gives its row, -1 where there is no room. */
  private add(node: LoopNode, parent: number): number {
    const { segments, first, loops, unplaced, skipped } = node;
    const loop = this.loopCount++;
    const places = this.placeCount;
    this.placeCount += first.length;
    if (loop >= MAX_LOOPS || this.placeCount > MAX_PLACES || this.segmentCount + segments.length > MAX_SEGMENTS) return NONE;
    // What has no place is part of the id.
    if (this.ancestor === 0 && (unplaced !== undefined || skipped !== undefined)) return NONE;
    const { ints } = this.kernel;
    const row = (LOOPS_AT + LOOP.SIZE * loop) >> 2;
    this.loops[loop] = node;
    ints[row] = this.segmentCount;
    const at = (PLACES_AT >> 2) + places;
    // A loop is faster than `fill` for so few.
    for (let i = at + first.length - 1; i >= at; i--) ints[i] = NONE;
    if (!this.addSegments(node, at)) return NONE;
    ints[row + (LOOP.TO >> 2)] = this.segmentCount;
    ints[row + (LOOP.PLACES >> 2)] = at << 2;
    ints[row + (LOOP.DEFINITION >> 2)] = node.def.position + 1;
    ints[row + (LOOP.PARENT >> 2)] = parent;
    ints[row + (LOOP.ANCESTOR >> 2)] = this.ancestor;
    ints[row + (LOOP.DEF >> 2)] = 0;
    ints[row + (LOOP.CHILD >> 2)] = NONE;
    ints[row + (LOOP.NEXT >> 2)] = NONE;
    ints[row + (LOOP.FIRST >> 2)] = segments.length > 0 ? this.segmentCount - segments.length : NONE;
    return loops.length === 0 || this.addLoops(loops, loop) ? loop : NONE;
  }

  private addLoops(loops: readonly LoopNode[], parent: number): boolean {
    const { ints } = this.kernel;
    const row = (LOOPS_AT + LOOP.SIZE * parent) >> 2;
    let link = row + (LOOP.CHILD >> 2);
    for (const one of loops) {
      const child = this.add(one, parent);
      if (child < 0) return false;
      ints[link] = child;
      const childRow = (LOOPS_AT + LOOP.SIZE * child) >> 2;
      // A loop without its trigger begins with the first loop in it.
      if (one === loops[0] && ints[row + (LOOP.FIRST >> 2)] === NONE) ints[row + (LOOP.FIRST >> 2)] = ints[childRow + (LOOP.FIRST >> 2)] ?? NONE;
      link = childRow + (LOOP.NEXT >> 2);
    }
    return true;
  }

  private addSegments({ segments, first }: LoopNode, places: number): boolean {
    const { positions, kernel } = this;
    for (const segment of segments) {
      const position = positions[segment.slot] ?? NONE;
      if (first[position] === segment) kernel.ints[places + position] = this.segmentCount;
      if (!this.addSegment(segment)) return false;
    }
    return true;
  }

  /** False where there is no room. */
  private addSegment(segment: Segment): boolean {
    const { ints } = this.kernel;
    const firstMark = this.ancestor === 0 && segment.chunk === this.chunk ? segment.first : this.copy(segment);
    if (firstMark < 0) return false;
    const row = (SEGMENTS_AT + SEGMENT.SIZE * this.segmentCount) >> 2;
    ints[row] = firstMark;
    ints[row + (SEGMENT.COUNT >> 2)] = segment.elementCount;
    ints[row + (SEGMENT.SLOT >> 2)] = segment.slot;
    this.segments[this.segmentCount++] = segment;
    return true;
  }

  /** Copies a segment behind the chunk of the record; gives its first mark, -1 where it cannot stand there. */
  private copy(segment: Segment): number {
    const { chunk, first, elementCount } = segment;
    const { ints } = this.kernel;
    const count = elementCount + 2;
    if (!chunk.isPlain || this.markCount + count > MAX_COPIED_MARKS) return NONE;
    const shift = this.copied?.chunk === chunk ? this.copied.shift : this.copyBytes(segment);
    if (shift === undefined) return NONE;
    const { marks } = chunk;
    const copied = MAX_MARKS + this.markCount;
    const at = (MARKS_AT >> 2) + copied;
    this.markCount += count;
    for (let i = 0; i < count; i++) ints[at + i] = (marks[first + i] ?? 0) + shift;
    return copied;
  }

  /** Copies the bytes of a segment, or all of a short chunk, which others may come from; gives how much further they stand, undefined where there is no room. */
  private copyBytes(segment: Segment): number | undefined {
    const { chunk } = segment;
    const { bytes } = chunk;
    const isShort = bytes.length <= SHORT_CHUNK_BYTES;
    const start = isShort ? 0 : segment.start(0);
    const end = isShort ? bytes.length : segment.end(segment.elementCount);
    if (this.byteCount + end - start >= MAX_COPIED_BYTES) return undefined;
    // One byte stands between segments, so that the first mark of the first is there too.
    const at = MAX_BYTES + this.byteCount + 1;
    this.byteCount += end - start + 1;
    this.kernel.bytes.set(isShort ? bytes : bytes.subarray(start, end), BYTES_AT + at);
    if (isShort) this.copied = { chunk, shift: at, end: this.byteCount };
    return at - start;
  }
}
