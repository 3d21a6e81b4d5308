import type { Fragment } from '../common/fragment';
import type { Guide } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { TreeLayout } from '../mapping/tree-layout';
import type { SegmentList } from '../x12/segment';
import { MAX_SEGMENTS, SEGMENTS_AT, WALK_AT } from './areas';
import type { JsonRun } from './json-run';
import type { Kernel } from './kernel';
import { SEGMENT, WALK } from './layout';
import type { PlainWalk } from './plain-walk';
import type { TreeTables } from './tree-tables';
import type { UnitRows } from './unit-rows';
import { WalkTables } from './walk-tables';

/** A tree has seldom more than so many times the bytes of its segments; the host writes one that has no room. */
const JSON_FACTOR = 16;

/** A transaction set of which the kernel writes the tree. */
export class WholeSet {
  tables: WalkTables | undefined;

  constructor(
    readonly guide: Guide,
    readonly layout: TreeLayout,
    /** Slots, by segment key, of what stands after all loops and nowhere else: the segment that ends it among them. */
    readonly trailers: ReadonlyMap<number, number>,
  ) {}
}

/** All segments of a transaction set but the first, which is in the loop around all others. Segments are named by their index in the list. */
export interface WholeStart {
  readonly list: SegmentList;
  readonly from: number;
  /** The first of those that stand after all loops. */
  readonly trailers: number;
  /** The segment that ends the transaction set. */
  readonly end: number;
  readonly root: LoopNode;
  /** Written behind the tree; see `OutputSession`. */
  readonly separator: Fragment | undefined;
}

/** A tree that was written. */
export interface WrittenTree {
  readonly json: JsonRun;
  /** Where it begins and ends. */
  readonly start: number;
  readonly end: number;
  /** Bytes of its segments. */
  readonly bytes: number;
}

/** Writes the trees of whole transaction sets: walks all of their segments, whose loops then stay as rows, and writes those. */
export class WholeWalk {
  constructor(
    private readonly kernel: Kernel,
    private readonly rows: UnitRows,
    private readonly plain: PlainWalk,
    private readonly trees: TreeTables,
  ) {}

  write(set: WholeSet, start: WholeStart): WrittenTree | undefined {
    const { rows } = this;
    const { list, root, from, end } = start;
    const written = rows.enter(list.chunk, root, set.guide.segments) && rows.segmentCount + end + 1 - from <= MAX_SEGMENTS ? this.walk(set, start) : undefined;
    rows.leave();
    return written;
  }

  private walk(set: WholeSet, { list, from, trailers, end, separator }: WholeStart): WrittenTree | undefined {
    const { rows, kernel, plain } = this;
    const { guide, layout } = set;
    const { json } = plain;
    const { repetition, component } = list.chunk.delimiters;
    const tables = (set.tables ??= new WalkTables(kernel, { guide, unitLoops: new Set(), recordLoops: new Set(), unitSegments: new Set(), rules: [] }));
    const places = plain.describeAround(tables);
    const first = rows.segmentCount;
    const last = first + trailers - from;
    const count = end + 1 - from;
    const table = this.trees.use(layout, guide);
    const length = list.byteOffsetAt(end) - list.byteOffsetAt(from);
    const start = json.next(JSON_FACTOR * length);
    const row = rows.around.at(-1)?.row ?? 0;
    kernel.ints.set(list.rowsFrom(from, from + count), (SEGMENTS_AT + first * SEGMENT.SIZE) >> 2);
    for (let i = trailers; i <= end; i++)
      kernel.ints[(SEGMENTS_AT + (first + i - from) * SEGMENT.SIZE + SEGMENT.SLOT) >> 2] = set.trailers.get(list.keyAt(i)) ?? -1;
    kernel.ints.fill(0, WALK_AT >> 2, (WALK_AT + WALK.SIZE) >> 2);
    const numbers = [
      [0, first],
      [WALK.TO, last],
      [WALK.CURRENT, row],
      [WALK.FIRST_LOOP, rows.loopCount],
      [WALK.PLACES, places],
      [WALK.NUMBER, list.firstNumber + from],
      [WALK.LEVEL, -1],
      [WALK.NESTS_LEVELS, guide.nestsLevels ? 1 : 0],
      [WALK.KEYS, tables.keys],
      [WALK.COMPONENT, component],
      [WALK.REPETITION, repetition ?? -1],
      [WALK.JSON, start],
      [WALK.IS_WHOLE, 1],
    ] as const;
    for (const [offset, number] of numbers) kernel.ints[(WALK_AT + offset) >> 2] = number;
    kernel.run.walkPlain();
    if (this.at(WALK_AT, 0) !== last) return undefined;
    const written = kernel.run.writeTree(table, row, last, first + count, repetition ?? -1, start);
    if (written < 0) return undefined;
    if (separator !== undefined) kernel.bytes.set(separator.bytes, written);
    return { json: json.take(written + (separator?.length ?? 0)), start, end: written, bytes: this.at(WALK_AT, WALK.BYTES) };
  }

  private at(address: number, offset: number): number {
    return this.kernel.ints[(address + offset) >> 2] ?? 0;
  }
}
