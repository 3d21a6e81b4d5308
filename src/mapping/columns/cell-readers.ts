import type { LoopNode } from '../../guide/loop-node';
import type { Segment } from '../../x12/segment';
import { fromStep } from '../encode-step';
import type { BoundField, BoundNesting, EncodeRun, Field, PlaceVisitor, RecordContext, Scope } from '../field';
import { ALONE, keyFragment } from '../json-text';
import type { Cells } from './cells';
import type { ColumnGroup, ColumnNode, ColumnTreeNode } from './column-tree';
import type { Where } from './table';
import { WHOLE_ITEM } from './table-node';

/** What the cells of one record are read into. */
export interface CellRun {
  readonly cells: Cells;
  /** Writes JSON into the buffer of the cells. */
  readonly encode: EncodeRun;
  /** Is told of an item of a list that has no columns left. */
  lose(list: string): void;
}

/** Reads cells at a place of a loop. */
export interface PlaceReader {
  read(loop: LoopNode, segment: Segment, base: number, run: CellRun): void;
}

/** Reads cells from a value that a field gave whole. */
export interface ValueReader {
  read(value: unknown, run: CellRun): void;
}

/** The number of each column that is wanted. */
export type ColumnNumbers = ReadonlyMap<ColumnNode, number>;

/** Tests an item by its keys. */
export type PlaceTest = (loop: LoopNode, segment: Segment, base: number, context: RecordContext) => boolean;

/** Binds the wanted columns of a level to a loop. What the guide has no place for drops out: its cells stay empty. */
export function bindPlaceReaders(nodes: readonly ColumnTreeNode[], scope: Scope, numbers: ColumnNumbers): readonly PlaceReader[] {
  return nodes.flatMap((node) => bindPlaceReader(node, scope, numbers) ?? []);
}

function bindPlaceReader(node: ColumnTreeNode, scope: Scope, numbers: ColumnNumbers): PlaceReader | undefined {
  if (node.kind === 'rows') return undefined;
  const { source } = node;
  if (source === undefined || 'key' in source || !isWanted(node, numbers)) return undefined;
  const { field } = source;
  if (node.kind === 'column') {
    const bound = field.bind(scope, ALONE);
    const number = numbers.get(node);
    return bound && number !== undefined ? new CellReader(bound, number) : undefined;
  }
  if (field.inside === undefined) return bindWhole(node, field, scope, numbers);
  const nesting = field.inside.bind(scope);
  if (nesting === undefined) return undefined;
  const { item } = field.inside;
  const repeats = node.repeats.map((repeat) => nesting.scopes.map((inner) => bindPlaceReaders(repeat, inner, numbers)));
  const tests = nesting.scopes.map((inner) => bindPlaceTest(node.where, item, inner));
  return new ItemsReader(node, nesting, repeats, tests, 'fields' in item);
}

/** True where one of the columns below a node is wanted. */
function isWanted(node: ColumnTreeNode, numbers: ColumnNumbers): boolean {
  if (node.kind === 'column') return numbers.has(node);
  return node.kind !== 'rows' && node.repeats.some((repeat) => repeat.some((inner) => isWanted(inner, numbers)));
}

/** A column. */
class CellReader implements PlaceReader {
  constructor(
    private readonly field: BoundField<unknown>,
    private readonly column: number,
  ) {}

  read(loop: LoopNode, segment: Segment, base: number, run: CellRun): void {
    const { out } = run.encode;
    const mark = out.length;
    this.field.encode(loop, segment, base, run.encode);
    if (out.length > mark) run.cells.setJson(this.column, mark);
  }
}

/** The items of a list side by side, or an object: each item has columns of its own. */
class ItemsReader implements PlaceReader, PlaceVisitor {
  private index = 0;
  private run: CellRun | undefined;

  constructor(
    private readonly node: ColumnGroup,
    private readonly nesting: BoundNesting,
    private readonly repeats: readonly (readonly (readonly PlaceReader[])[])[],
    private readonly tests: readonly (PlaceTest | undefined)[],
    /** A value by itself that is absent takes no column; a record does, whatever is wanted of it. */
    private readonly isRecord: boolean,
  ) {}

  read(loop: LoopNode, segment: Segment, base: number, run: CellRun): void {
    this.index = 0;
    this.run = run;
    this.nesting.visit(loop, segment, base, this);
  }

  at(loop: LoopNode, segment: Segment, base: number, scope: number): void {
    const { run } = this;
    if (run === undefined || this.tests[scope]?.(loop, segment, base, run.encode.context) === false) return;
    const readers = this.repeats[this.index]?.[scope];
    if (readers === undefined) {
      run.lose(this.node.name);
      return;
    }
    const { count } = run.cells;
    for (const reader of readers) reader.read(loop, segment, base, run);
    if (this.isRecord || run.cells.count > count) this.index++;
  }
}

/** Binds a choice among items; undefined where all are meant. */
export function bindPlaceTest(where: Where | undefined, item: NonNullable<Field<unknown>['inside']>['item'], scope: Scope): PlaceTest | undefined {
  if (where === undefined) return undefined;
  const tests = Object.entries(where).map(([key, values]) => {
    const bound = 'fields' in item ? item.fields[key]?.bind(scope, ALONE) : undefined;
    return { bound, values: new Set<unknown>(values) };
  });
  return (loop, segment, base, context) => tests.every(({ bound, values }) => bound !== undefined && values.has(bound.read(loop, segment, base, context)));
}

/** Binds a field that is read whole, and what is wanted of its value. */
function bindWhole(node: ColumnGroup, field: Field<unknown>, scope: Scope, numbers: ColumnNumbers): PlaceReader | undefined {
  const bound = field.bind(scope, ALONE);
  if (bound === undefined) return undefined;
  const code = codeOf(node, bound, numbers);
  if (code !== undefined) return code;
  const reader = bindValueGroup(node, numbers);
  return {
    read: (loop, segment, base, run) => {
      const value = bound.read(loop, segment, base, run.encode.context);
      if (value !== undefined) reader.read(value, run);
    },
  };
}

/** Of a code of one element, mostly the code alone is wanted: it is read as text, without an object. */
function codeOf(node: ColumnGroup, { step }: BoundField<unknown>, numbers: ColumnNumbers): PlaceReader | undefined {
  if (step?.kind !== 'element' || step.format.kind !== 'code') return undefined;
  const wanted = (node.repeats[0] ?? []).filter((inner) => isWanted(inner, numbers));
  const [only] = wanted;
  if (wanted.length !== 1 || only?.kind !== 'column' || only.source === undefined || !('key' in only.source) || only.source.key !== 'code') return undefined;
  const number = numbers.get(only);
  return number === undefined
    ? undefined
    : new CellReader(
        fromStep({ ...step, key: keyFragment(ALONE), format: { kind: 'text' } }, () => undefined),
        number,
      );
}

/** Binds what is wanted of a value. */
export function bindValueReaders(nodes: readonly ColumnTreeNode[], numbers: ColumnNumbers): readonly ValueReader[] {
  return nodes.flatMap((node): readonly ValueReader[] => {
    if (node.kind === 'rows' || !isWanted(node, numbers)) return [];
    const { source } = node;
    if (source === undefined || !('key' in source)) return [];
    const { key } = source;
    const number = node.kind === 'column' ? numbers.get(node) : undefined;
    const reader = node.kind === 'column' ? textReader(number) : bindValueGroup(node, numbers);
    return [{ read: (value, run) => reader.read(key === WHOLE_ITEM ? value : propertyOf(value, key), run) }];
  });
}

const textReader = (column: number | undefined): ValueReader => ({
  read: (value, { cells }) => {
    if (column === undefined || (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') || value === '') return;
    const mark = cells.out.length;
    cells.out.text(String(value));
    cells.set(column, mark);
  },
});

function bindValueGroup({ kind, name, where, repeats }: ColumnGroup, numbers: ColumnNumbers): ValueReader {
  const readers = repeats.map((repeat) => bindValueReaders(repeat, numbers));
  if (kind === 'part' && where === undefined) return { read: (value, run) => readers[0]?.forEach((reader) => reader.read(value, run)) };
  return {
    read: (value, run) => {
      chosenOf(value, where).forEach((item, i) => {
        const ofItem = readers[i];
        if (ofItem === undefined) run.lose(name);
        else for (const reader of ofItem) reader.read(item, run);
      });
    },
  };
}

/** The items of an array that a choice accepts. */
export function chosenOf(value: unknown, where: Where | undefined): readonly unknown[] {
  if (!Array.isArray(value)) return [];
  const items: readonly unknown[] = value;
  if (where === undefined) return items;
  return items.filter((item) => Object.entries(where).every(([key, values]) => values.some((one) => one === propertyOf(item, key))));
}

/** A property of an object; undefined for anything else. */
export function propertyOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
