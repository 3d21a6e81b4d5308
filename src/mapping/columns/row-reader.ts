import type { LoopNode } from '../../guide/loop-node';
import type { Segment } from '../../x12/segment';
import type { Scope } from '../field';
import { bindPlaceReaders } from './bind-readers';
import { Cells } from './cells';
import type { CellRun, PlaceReaders } from './place-reader';
import { bindItems, type ItemVisitor, type RowItems } from './row-items';
import type { RowLevel, RowPlan } from './row-plan';
import { bindValueReaders, type ValueReader } from './value-reader';
import type { RecordContext } from '../encode-run';

/** Receives the rows of a record, level by level. */
export interface RowSink {
  /** The cells of an item of a level; the levels after it begin anew. Valid until the next item of the level. */
  item(level: number, cells: Cells): void;
  /** A row is complete: it has cells of the first `levels` levels, and none of those after them (a claim without lines). */
  row(levels: number): void;
  /** An item of a list found no column left. */
  lose(list: string): void;
}

/** The record that is being read. */
interface Reading {
  readonly context: RecordContext;
  readonly sink: RowSink;
}

/** Reads the rows of records from the loops that they are made of. Bound to a guide; not to be entered again while it reads. */
export class RowReader {
  private readonly first: LevelReader | undefined;

  constructor({ levels }: RowPlan, scope: Scope) {
    const bound = bindLevels(levels, scope);
    this.first = bound.reduceRight<LevelReader | undefined>((next, level, i) => new LevelReader(i, level, next), undefined);
  }

  /** Gives the rows of the record that stands at the place. */
  read(loop: LoopNode, segment: Segment, context: RecordContext, sink: RowSink): void {
    this.first?.begin({ context, sink });
    this.first?.place(loop, segment, 0, 0);
  }

  /** As `read`, with a pause before each item of a list: for large records. The reader keeps cells meanwhile, so it is used for nothing else. */
  *readInParts(loop: LoopNode, segment: Segment, context: RecordContext, sink: RowSink): Generator<void, void, undefined> {
    this.first?.begin({ context, sink });
    yield* this.first?.placeInParts(loop, segment, 0, 0) ?? [];
  }
}

/** A level, bound. */
interface BoundLevel {
  readonly cells: Cells;
  /** By scope of the level before; none for the record itself, undefined where the guide has no such list. */
  readonly items: readonly (RowItems | undefined)[];
  /** By scope. */
  readonly places: readonly PlaceReaders[];
  readonly values: readonly ValueReader[];
}

/** Reads the items of one level, and those of the level inside each of them. */
class LevelReader implements ItemVisitor {
  /** True once the item around has one here. */
  private hasItems = false;
  private reading: Reading | undefined;
  private run: CellRun | undefined;

  constructor(
    private readonly index: number,
    private readonly level: BoundLevel,
    private readonly next: LevelReader | undefined,
  ) {}

  /** Begins with the items of another item of the level before. */
  begin(reading: Reading): void {
    this.hasItems = false;
    if (this.reading === reading) return;
    this.reading = reading;
    const { cells } = this.level;
    this.run = { cells, encode: { out: cells.out, context: reading.context, missing: undefined }, lose: (list) => reading.sink.lose(list) };
  }

  place(loop: LoopNode, segment: Segment, base: number, scope: number): void {
    this.readItem(loop, segment, base, scope);
    if (this.next !== undefined) this.visitNext(this.next, loop, segment, base, scope);
    if (this.next?.hasItems !== true) this.reading?.sink.row(this.index + 1);
  }

  /** As `place`. The places of the items inside are found first. */
  *placeInParts(loop: LoopNode, segment: Segment, base: number, scope: number): Generator<void, void, undefined> {
    const { next } = this;
    this.readItem(loop, segment, base, scope);
    const items: (() => Iterable<void>)[] = [];
    if (next !== undefined) {
      const place: ItemVisitor['place'] = (...at) => void items.push(() => next.placeInParts(...at));
      const value: ItemVisitor['value'] = (given) => void items.push(() => next.valueInParts(given));
      this.visitNext({ place, value }, loop, segment, base, scope);
    }
    for (const item of items) {
      yield;
      yield* item();
    }
    if (items.length === 0) this.reading?.sink.row(this.index + 1);
  }

  private readItem(loop: LoopNode, segment: Segment, base: number, scope: number): void {
    const { reading, run, level, index } = this;
    if (reading === undefined || run === undefined) return;
    this.hasItems = true;
    level.cells.clear();
    level.places[scope]?.read(loop, segment, base, run);
    reading.sink.item(index, level.cells);
  }

  /** Leads a visitor to the items of the next level inside an item of this one. */
  private visitNext(visitor: ItemVisitor, loop: LoopNode, segment: Segment, base: number, scope: number): void {
    const { reading, run, next } = this;
    if (reading === undefined || run === undefined || next === undefined) return;
    next.begin(reading);
    next.level.items[scope]?.visit(loop, segment, base, run.encode, visitor);
  }

  private *valueInParts(value: unknown): Generator<void, void, undefined> {
    yield;
    this.value(value);
  }

  value(value: unknown): void {
    const { reading, run, level, index } = this;
    if (reading === undefined || run === undefined) return;
    this.hasItems = true;
    level.cells.clear();
    for (const reader of level.values) reader.read(value, run);
    reading.sink.item(index, level.cells);
    reading.sink.row(index + 1);
  }
}

function bindLevels(levels: readonly RowLevel[], root: Scope): readonly BoundLevel[] {
  let scopes: readonly Scope[] = [root];
  return levels.map(({ group, header, nodes, numbers }): BoundLevel => {
    const inner: Scope[] = [];
    const items = group === undefined ? [] : scopes.map((scope) => bindItems(group.steps, scope, inner));
    if (group !== undefined) scopes = inner;
    return {
      cells: new Cells(header.length),
      items,
      places: scopes.map((scope) => bindPlaceReaders(nodes, scope, numbers)),
      values: bindValueReaders(nodes, numbers),
    };
  });
}
