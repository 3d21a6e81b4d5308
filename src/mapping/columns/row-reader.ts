import type { LoopNode } from '../../guide/loop-node';
import type { Segment } from '../../x12/segment';
import type { RecordContext, Scope } from '../field';
import { bindPlaceReaders } from './bind-readers';
import { Cells } from './cells';
import type { CellRun, PlaceReaders } from './place-reader';
import { bindItems, type RowItems } from './row-items';
import type { RowLevel, RowPlan } from './row-plan';
import { bindValueReaders, type ValueReader } from './value-reader';

/** Receives the rows of a record, level by level. */
export interface RowSink {
  /** The cells of an item of a level; the levels after it begin anew. Valid until the next item of the level. */
  item(level: number, cells: Cells): void;
  /** A row is complete: it has cells of the first `levels` levels, and none of those after them (a claim without lines). */
  row(levels: number): void;
  /** An item of a list found no column left. */
  lose(list: string): void;
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

/** Reads the rows of records from the loops that they are made of. Bound to a guide; not to be entered again while it reads. */
export class RowReader {
  private readonly levels: readonly BoundLevel[];

  constructor({ levels }: RowPlan, scope: Scope) {
    this.levels = bindLevels(levels, scope);
  }

  /** Gives the rows of the record that stands at the place. */
  read(loop: LoopNode, segment: Segment, context: RecordContext, sink: RowSink): void {
    this.readPlace(0, { loop, segment, base: 0, scope: 0 }, { context, sink });
  }

  private readPlace(index: number, { loop, segment, base, scope }: ItemPlace, reading: Reading): void {
    const level = this.levels[index];
    if (level === undefined) return;
    const run = begin(level, reading);
    level.places[scope]?.read(loop, segment, base, run);
    reading.sink.item(index, level.cells);
    const items = this.levels[index + 1]?.items[scope];
    if (items === undefined) return reading.sink.row(index + 1);
    let hasItems = false;
    items.visit(loop, segment, base, reading.context, {
      place: (inner, at, from, innerScope) => {
        hasItems = true;
        this.readPlace(index + 1, { loop: inner, segment: at, base: from, scope: innerScope }, reading);
      },
      value: (value) => {
        hasItems = true;
        this.readValue(index + 1, value, reading);
      },
    });
    if (!hasItems) reading.sink.row(index + 1);
  }

  private readValue(index: number, value: unknown, reading: Reading): void {
    const level = this.levels[index];
    if (level === undefined) return;
    const run = begin(level, reading);
    for (const reader of level.values) reader.read(value, run);
    reading.sink.item(index, level.cells);
    reading.sink.row(index + 1);
  }
}

/** Where an item stands. */
interface ItemPlace {
  readonly loop: LoopNode;
  readonly segment: Segment;
  readonly base: number;
  /** Index of the scope among those of the level. */
  readonly scope: number;
}

/** The record that is being read. */
interface Reading {
  readonly context: RecordContext;
  readonly sink: RowSink;
}

function begin({ cells }: BoundLevel, { context, sink }: Reading): CellRun {
  cells.clear();
  return { cells, encode: { out: cells.out, context, missing: undefined }, lose: (list) => sink.lose(list) };
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
