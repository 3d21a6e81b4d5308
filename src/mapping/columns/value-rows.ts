import { Cells } from './cells';
import { itemsOf } from './row-items';
import type { RowLevel, RowPlan } from './row-plan';
import type { RowSink } from './row-reader';
import { bindValueReaders, type ValueReader, type ValueRun } from './value-reader';
import type { Where } from './table';

/** A level, bound to the keys of values. */
interface BoundLevel {
  readonly cells: Cells;
  readonly readers: readonly ValueReader[];
  /** The way from an item of the level before; none for the record itself. */
  readonly keys: readonly string[];
  readonly choices: readonly (Where | undefined)[];
}

const bound = new WeakMap<RowPlan, readonly BoundLevel[]>();

/** Reads the rows of a record that is a value, as `RowReader` reads those of loops. */
export function readValueRows(plan: RowPlan, value: unknown, sink: RowSink): void {
  const levels = bound.get(plan) ?? plan.levels.map(bindLevel);
  bound.set(plan, levels);
  readItem(levels, 0, value, sink);
}

function bindLevel({ group, header, nodes, numbers }: RowLevel): BoundLevel {
  const steps = group?.steps ?? [];
  return {
    cells: new Cells(header.length),
    readers: bindValueReaders(nodes, numbers),
    keys: steps.map(({ source }) => ('key' in source ? source.key : '')),
    // The record itself is no list.
    choices: [undefined, ...steps.map(({ where }) => where)],
  };
}

function readItem(levels: readonly BoundLevel[], index: number, value: unknown, sink: RowSink): void {
  const level = levels[index];
  if (level === undefined) return;
  const { cells, readers } = level;
  const run: ValueRun = { cells, lose: (list) => sink.lose(list) };
  cells.clear();
  for (const reader of readers) reader.read(value, run);
  sink.item(index, cells);
  const next = levels[index + 1];
  const items = next === undefined ? [] : itemsOf(value, next.keys, next.choices);
  for (const item of items) readItem(levels, index + 1, item, sink);
  if (items.length === 0) sink.row(index + 1);
}
