import { ExactSum } from '../common/exact-sum';
import type { LoopNode } from '../guide/loop-node';
import { parsePlace } from '../mapping/place';
import type { BoundTransactionSet } from '../plugin/bound-transaction-set';
import type { LoopRecordItem } from '../pipeline/record.types';
import type { Segment } from '../x12/segment';
import { segmentKey } from '../x12/segment-key';
import { OutlineRows } from './outline-rows';
import { RowFile } from './row-file';
import { TotalPlan } from './transaction-totals';

/** A transaction set as it is read here: its plugin bound to a guide. */
export interface ViewedSet {
  readonly bound: BoundTransactionSet;
  readonly totals: TotalPlan | undefined;
}

/** Segments that are held until they have a place: a stray one waits for at most ten others. */
const HELD_SEGMENTS = 64;

const ISA = segmentKey('ISA');
const GS = segmentKey('GS');
const ST = segmentKey('ST');
const SE = segmentKey('SE');
/** These end a transaction set without SE, unless its segments continue after them. */
const TRAILERS: ReadonlySet<number> = new Set(['GE', 'IEA'].map(segmentKey));

interface OpenTransaction {
  readonly first: number;
  set: number | undefined;
  sums: readonly ExactSum[];
}

/** The meaning of segments: their places in guides, and the outline of envelope, transaction sets and records. */
export class MeaningIndex {
  readonly outline = new OutlineRows();
  readonly sets: ViewedSet[] = [];
  /** Names of the records, by the `kind` of their rows. */
  readonly kinds: string[] = [];
  /** Slot plus one; 0 for a segment without a place. */
  private readonly slots = new RowFile(2);
  private readonly indexOfSet = new Map<BoundTransactionSet, number>();
  private readonly contexts = new WeakMap<LoopNode, number>();
  private held: Segment[] = [];
  private open: OpenTransaction | undefined;
  /** The last segment before a GE or IEA that may have ended the open transaction set. */
  private lastBeforeTrailer: number | undefined;
  /** A transaction set whose plugin is known before its ST arrives here. */
  private announced: { readonly segmentNumber: number; readonly bound: BoundTransactionSet } | undefined;

  /** Segments whose place is known. */
  get length(): number {
    return this.slots.length;
  }

  /** Called when the plugin of a transaction set is known. */
  onTransaction(st: Segment, bound: BoundTransactionSet): void {
    const { segmentNumber } = st;
    if (this.open?.first === segmentNumber) this.bindOpen(bound);
    else this.announced = { segmentNumber, bound };
  }

  /** Called with every segment, after it was read. */
  onSegment(segment: Segment): void {
    const { key, segmentNumber } = segment;
    if (key === ST || key === GS || key === ISA) this.closeTransaction(this.lastBeforeTrailer ?? segmentNumber - 1);
    if (this.open === undefined || !TRAILERS.has(key)) this.lastBeforeTrailer = undefined;
    else this.lastBeforeTrailer ??= segmentNumber - 1;
    this.held.push(segment);
    if (key === ISA) this.outline.addInterchange(segmentNumber);
    else if (key === GS) this.addGroup(segmentNumber);
    else if (key === ST) this.openTransaction(segmentNumber);
    if (key === SE) this.closeTransaction(segmentNumber);
    else if (this.held.length >= 2 * HELD_SEGMENTS) this.settle(HELD_SEGMENTS);
  }

  /** Adds a record that was completed. */
  addRecord({ plugin, record, loop, segment }: LoopRecordItem): void {
    const bound = this.boundOf(plugin.pluginId, record.guide.id);
    if (bound === undefined || record === bound.whole) return;
    const isSegment = bound.segmentRecords.get(segment.slot) === record;
    const { segmentNumber: first } = segment;
    const context = this.contextOf(isSegment ? loop : loop.parent, first);
    const last = isSegment ? first : Math.max(first, lastOf(loop));
    const amount = amountOf(bound, isSegment ? segment.id : loop.def.id, isSegment ? [segment] : loop.segments);
    this.outline.addUnit({ first, last, context, kind: this.kindOf(record.name), amount });
  }

  /** Ends the file. */
  end(): void {
    this.closeTransaction(this.lastBeforeTrailer ?? ((this.held.at(-1)?.segmentNumber ?? this.length) || 0));
    this.settle(0);
  }

  /** The slots of `count` segments from a number on; -1 for a segment without a place. */
  slotsOf(from: number, count: number): Int32Array {
    const rows = this.slots.read(from - 1, count);
    return Int32Array.from({ length: rows.length / 2 }, (_, i) => rows.readUInt16LE(2 * i) - 1);
  }

  /** The set that is read last, although it is not complete; undefined for none. */
  openSet(segmentNumber: number): { readonly first: number; readonly set: number | undefined } | undefined {
    return this.open !== undefined && this.open.first <= segmentNumber ? this.open : undefined;
  }

  close(): void {
    this.slots.close();
    this.outline.close();
    this.held = [];
  }

  /** Input may begin without ISA. */
  private addGroup(segmentNumber: number): void {
    if (this.outline.interchanges === 0) this.outline.addInterchange(segmentNumber);
    this.outline.addGroup(segmentNumber);
  }

  /** Input may begin without GS. */
  private openTransaction(segmentNumber: number): void {
    if (this.outline.groups === 0) this.addGroup(segmentNumber);
    this.open = { first: segmentNumber, set: undefined, sums: [] };
    if (this.announced?.segmentNumber === segmentNumber) this.bindOpen(this.announced.bound);
  }

  private bindOpen(bound: BoundTransactionSet): void {
    if (this.open === undefined) return;
    this.open.set = this.setOf(bound);
    this.open.sums = this.sets[this.open.set]?.totals?.open() ?? [];
  }

  private closeTransaction(last: number): void {
    this.settle(0);
    const { open } = this;
    this.open = undefined;
    if (open === undefined) return;
    this.outline.addTransaction({ first: open.first, last, set: open.set, sums: open.sums.map((sum) => (sum.isNumber ? Number(sum.text) : Number.NaN)) });
  }

  /** Stores the places of held segments but for the last ones. */
  private settle(remaining: number): void {
    const count = this.held.length - remaining;
    if (count <= 0) return;
    const { open } = this;
    const totals = open?.set === undefined ? undefined : this.sets[open.set]?.totals;
    for (let i = 0; i < count; i++) {
      const segment = this.held[i];
      if (segment === undefined) continue;
      const at = this.slots.add();
      const { bytes } = this.slots;
      bytes.writeUInt16LE(segment.slot + 1, at);
      if (totals !== undefined && open !== undefined) totals.add(segment, open.sums);
    }
    this.held = this.held.slice(count);
  }

  private setOf(bound: BoundTransactionSet): number {
    const known = this.indexOfSet.get(bound);
    if (known !== undefined) return known;
    const declared = bound.overview?.totals;
    this.sets.push({ bound, totals: declared === undefined ? undefined : new TotalPlan(bound.guide, declared) });
    this.indexOfSet.set(bound, this.sets.length - 1);
    return this.sets.length - 1;
  }

  private boundOf(pluginId: string, guideId: string): BoundTransactionSet | undefined {
    return this.sets.findLast(({ bound }) => bound.pluginId === pluginId && bound.guide.id === guideId)?.bound;
  }

  private kindOf(name: string): number {
    const known = this.kinds.indexOf(name);
    if (known >= 0) return known;
    return this.kinds.push(name) - 1;
  }

  /** The row of a loop around a record. Its segments go from its first to those before the next loop on the way to the record. */
  private contextOf(loop: LoopNode | undefined, before: number): number {
    if (loop === undefined) return 0;
    const known = this.contexts.get(loop);
    if (known !== undefined) return known;
    const first = loop.firstSegment?.segmentNumber ?? before;
    const parent = loop.parent === undefined ? undefined : this.contextOf(loop.parent, first);
    const index = this.outline.addContext({ parent, first, last: before - 1 });
    this.contexts.set(loop, index);
    return index;
  }
}

function lastOf({ segments, loops }: LoopNode): number {
  const inLoops = loops.at(-1);
  return Math.max(segments.at(-1)?.segmentNumber ?? 0, inLoops === undefined ? 0 : lastOf(inLoops));
}

/** The sum of the amounts of a record; NaN without any. */
function amountOf({ overview }: BoundTransactionSet, id: string, segments: readonly Segment[]): number {
  const sum = new ExactSum();
  let isThere = false;
  for (const place of [overview?.records[id]?.amount ?? []].flat()) {
    const { segment: segmentId, element } = parsePlace(place);
    const text = element === undefined ? '' : (segments.find((one) => one.id === segmentId)?.element(element) ?? '');
    if (text === '') continue;
    isThere = true;
    sum.addText(text);
  }
  return isThere && sum.isNumber ? Number(sum.text) : Number.NaN;
}
