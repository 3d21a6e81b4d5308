import type { Fragment } from '../common/fragment';
import type { LoopNode } from '../guide/loop-node';
import { LoopWalker } from '../guide/loop-walker';
import { trailersOf } from '../guide/trailers';
import { UNIT } from '../kernel/layout';
import { WalkedUnits } from '../kernel/walked-rows';
import { isWalkableAsWhole } from '../kernel/walk-tables';
import { WholeSet, type WholeStart, type WrittenTree } from '../kernel/whole-walk';
import type { TransactionContext } from '../mapping/encode-run';
import type { BoundTransactionSet } from '../plugin/bound-transaction-set';
import type { Segment, SegmentList } from '../x12/segment';
import { segmentKey } from '../x12/segment-key';
import type { ItemQueue } from './item-queue';
import { theKernel } from './record-item';

const SE = segmentKey('SE');
/** More bytes of a transaction set do not wait for its end: they are scanned again with each piece of input. */
const MAX_WAITING_BYTES = (1 << 16) - (1 << 12);

/** Sets whose trees the kernel writes, once for each binding; undefined for those that it cannot write. */
const sets = new WeakMap<BoundTransactionSet, WholeSet | undefined>();

function wholeSetOf(bound: BoundTransactionSet): WholeSet | undefined {
  if (!sets.has(bound)) sets.set(bound, makeWholeSet(bound));
  return sets.get(bound);
}

function makeWholeSet({ guide, whole, plan }: BoundTransactionSet): WholeSet | undefined {
  const tree = whole?.bound.tree;
  if (tree === undefined || plan.unitSegments.size > 0 || !isWalkableAsWhole(guide)) return undefined;
  const trailers = trailersOf(guide, ({ key, max }) => key === SE || max !== 1);
  return trailers.has(SE) ? new WholeSet(guide, tree, trailers) : undefined;
}

/** Parts of the reading of a transaction set. */
interface WholeParts {
  readonly bound: BoundTransactionSet;
  readonly walker: LoopWalker;
  readonly context: TransactionContext;
  readonly queue: ItemQueue;
  readonly counts: { segments: number };
  /** Written behind each record; see `FileReadingOptions`. */
  readonly separator: Fragment | undefined;
  /** A transaction set of more segments is cut. */
  readonly maxSegments: number;
  /** Called before the record. */
  readonly onRecord: () => void;
  /** See TransactionFile. */
  readonly endsWith: (segment: Segment) => boolean;
}

/** Opens the reading of a transaction set that is one tree; undefined for one that the kernel cannot write. */
export function openWholeReading(parts: WholeParts): WholeReading | undefined {
  const set = wholeSetOf(parts.bound);
  return set && new WholeReading(set, parts);
}

/**
 * Reads a transaction set that is one tree without objects: where all of it stands in a list, and stands where the guide has it, the kernel writes it. Everything
 * else is for `LoopWalker`.
 */
export class WholeReading {
  /** True where the transaction set is to be read with what follows its list. */
  waits = false;
  /** True once the tree was written; SE does not change it. */
  isWritten = false;
  private isTried = false;

  constructor(
    private readonly set: WholeSet,
    private readonly parts: WholeParts,
  ) {}

  /** As `PlainReading.read`, for the segments after ST. */
  read(list: SegmentList, from: number, mayWait: boolean): number {
    const { walker, separator, maxSegments, endsWith } = this.parts;
    this.waits = false;
    if (this.isTried) return from;
    const end = this.findEnd(list, from);
    const isHere = end < list.length;
    this.waits = !isHere && mayWait && walker.isAtStart && this.mayComeLater(list, from);
    this.isTried = !this.waits;
    if (!isHere || !walker.isAtStart || end - from > maxSegments || !endsWith(list.look(end))) return from;
    let trailers = end;
    while (trailers > from && this.set.trailers.has(list.keyAt(trailers - 1))) trailers--;
    const start = { list, from, trailers, end, root: walker.root, separator };
    const tree = theKernel().writeTree(this.set, start);
    if (tree === undefined) return from;
    this.add(tree, start);
    return end;
  }

  /** The segment that ends the transaction set, or the length of the list. */
  private findEnd(list: SegmentList, from: number): number {
    let end = from;
    while (end < list.length && list.keyAt(end) !== SE) end++;
    return end;
  }

  private mayComeLater(list: SegmentList, from: number): boolean {
    const { length } = list;
    return length - from <= this.parts.maxSegments && list.byteOffsetAt(length - 1) - list.byteOffsetAt(from) < MAX_WAITING_BYTES;
  }

  private add({ json, start, end: jsonEnd, bytes: walked }: WrittenTree, { list, from, trailers, end }: WholeStart): void {
    const { bound, context, queue, counts, separator, onRecord } = this.parts;
    let bytes = queue.held.ownBytes + walked;
    for (let i = trailers; i < end; i++) bytes += list.look(i).byteLength;
    this.isWritten = true;
    // SE completes the record.
    counts.segments += end + 1 - from;
    list.chunk.keepFor(json);
    queue.held.holdAll(list.chunk, bytes);
    onRecord();
    const row = new Array<number>(UNIT.SIZE >> 2).fill(0);
    row[UNIT.FROM >> 2] = from;
    row[UNIT.TO >> 2] = end;
    row[UNIT.JSON >> 2] = start;
    row[UNIT.JSON_END >> 2] = jsonEnd;
    row[UNIT.BYTES >> 2] = bytes;
    const units = new WalkedUnits(row, [bound.guide.root], 0);
    const loops = { list, unit: () => this.walkAgain(list, from, end) };
    queue.addWritten({ plugin: bound, context: { transaction: context }, units, json, loops, programs: new Map(), separator }, 0);
    counts.segments--;
  }

  /** Makes the objects of a transaction set that was written. */
  private walkAgain(list: SegmentList, from: number, end: number): LoopNode {
    const { bound, walker: before } = this.parts;
    const [st, ...more] = before.root.segments;
    if (st === undefined) return before.root;
    const walker = new LoopWalker(bound.guide, bound.plan, { onUnit: () => undefined, onUnitSegment: () => undefined, onIssue: () => undefined }, st);
    for (const segment of more) walker.place(segment);
    for (let i = from; i < end; i++) walker.place(list.at(i));
    walker.end(list.at(end));
    return walker.root;
  }
}
