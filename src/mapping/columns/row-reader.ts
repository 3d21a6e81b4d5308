import type { ByteWriter } from '../../common/byte-writer';
import type { LoopNode } from '../../guide/loop-node';
import type { Segment } from '../../x12/segment';
import type { RecordContext } from '../encode-run';
import type { Scope } from '../field';
import { bindPlaceReaders, bindValueReaders, type CellRun, type PlaceReaders, type ValueReader, type ValueRun } from './cell-readers';
import { Cells } from './cells';
import type { ColumnNode, ColumnNumbers, ColumnTreeNode, RowGroup } from './column-tree';
import { bindItems, itemsOf, type ItemVisitor, type RowItems } from './list-items';
import type { TableLayout, Where } from './table';

/*
 * The rows of a table: what they are planned to be, and how they are read from the loops of a record, or from a record that is a value.
 */

/** One level of rows: the record, or a list inside the level before it. */
export interface RowLevel {
  /** Undefined for the record itself. */
  readonly group: RowGroup | undefined;
  /** All that stands on the level; what is wanted of it has a number. */
  readonly nodes: readonly ColumnTreeNode[];
  readonly numbers: ColumnNumbers;
  /** Names of the wanted columns, in order. */
  readonly header: readonly string[];
  /** The wanted columns themselves, in the same order. */
  readonly columns: readonly ColumnNode[];
  /** For each of them 1 for text whose digits are no number. */
  readonly texts: Uint8Array;
}

/**
 * Rows of a table: one for each item of the last level, with the cells of all levels. Made once of a layout and what is wanted
 * of it; it knows no guide.
 */
export interface RowPlan {
  readonly layout: TableLayout;
  readonly levels: readonly RowLevel[];
}

/** Makes a level of the wanted columns, in the order of the layout. */
export function rowLevel(group: RowGroup | undefined, nodes: readonly ColumnTreeNode[], wanted: readonly ColumnNode[]): RowLevel {
  return {
    group,
    nodes,
    numbers: new Map(wanted.map((column, i) => [column, i])),
    columns: wanted,
    header: wanted.map(({ name }) => name),
    texts: Uint8Array.from(wanted, ({ isText }) => (isText ? 1 : 0)),
  };
}

/** Rows as CSV: each behind a line feed, with a byte between cells. */
export interface RowText {
  readonly separator: number;
  /** For each level but the last the columns that later rows of an item have, marked with 1. */
  readonly eachRow: readonly Uint8Array[];
  readonly out: ByteWriter;
  /** Says how many rows were written. */
  wrote(rows: number): void;
}

/** Receives the rows of a record, level by level. */
export interface RowSink {
  /** Takes the rows of a record that needs no quotes as text instead, where they can be written so. */
  readonly text?: RowText | undefined;
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

/** A level, bound to the keys of values. */
interface ValueLevel {
  readonly cells: Cells;
  readonly readers: readonly ValueReader[];
  /** The way from an item of the level before; none for the record itself. */
  readonly keys: readonly string[];
  readonly choices: readonly (Where | undefined)[];
}

const valueLevels = new WeakMap<RowPlan, readonly ValueLevel[]>();

/** Reads the rows of a record that is a value, as `RowReader` reads those of loops. */
export function readValueRows(plan: RowPlan, value: unknown, sink: RowSink): void {
  const levels = valueLevels.get(plan) ?? plan.levels.map(bindValueLevel);
  valueLevels.set(plan, levels);
  readValueItem(levels, 0, value, sink);
}

function bindValueLevel({ group, header, nodes, numbers }: RowLevel): ValueLevel {
  const steps = group?.steps ?? [];
  return {
    cells: new Cells(header.length),
    readers: bindValueReaders(nodes, numbers),
    keys: steps.map(({ source }) => ('key' in source ? source.key : '')),
    // The record itself is no list.
    choices: [undefined, ...steps.map(({ where }) => where)],
  };
}

function readValueItem(levels: readonly ValueLevel[], index: number, value: unknown, sink: RowSink): void {
  const level = levels[index];
  if (level === undefined) return;
  const { cells, readers } = level;
  const run: ValueRun = { cells, lose: (list) => sink.lose(list) };
  cells.clear();
  for (const reader of readers) reader.read(value, run);
  sink.item(index, cells);
  const next = levels[index + 1];
  const items = next === undefined ? [] : itemsOf(value, next.keys, next.choices);
  for (const item of items) readValueItem(levels, index + 1, item, sink);
  if (items.length === 0) sink.row(index + 1);
}
