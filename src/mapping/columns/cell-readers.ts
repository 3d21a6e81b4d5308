import type { LoopNode } from '../../guide/loop-node';
import type { Segment } from '../../x12/segment';
import { encodeStep, Step } from '../encode-step';
import type { BoundField, BoundNesting, EncodeRun, Field, FieldParts, PlaceVisitor, RecordContext, Scope } from '../field';
import { ALONE } from '../json-text';
import { type Cells, keepCells, type KeptCells } from './cells';
import { type ColumnGroup, type ColumnNode, type ColumnTreeNode, ownColumnsOf } from './column-tree';
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
  /** The place in the loop without whose segment there is nothing to read; -1 for none. */
  readonly position: number;
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

/** The readers of a level, one after the other. Most of what a level can have is absent, which shows at the place of its segment. */
export class PlaceReaders {
  private readonly positions: Int32Array;

  constructor(private readonly all: readonly PlaceReader[]) {
    this.positions = Int32Array.from(all, ({ position }) => position);
  }

  read(loop: LoopNode, segment: Segment, base: number, run: CellRun): void {
    const { all, positions } = this;
    const { first } = loop;
    for (let i = 0; i < positions.length; i++) {
      const position = positions[i] ?? -1;
      if (position < 0 || first[position] !== undefined) all[i]?.read(loop, segment, base, run);
    }
  }
}

/** Binds the wanted columns of a level to a loop. What the guide has no place for drops out: its cells stay empty. */
export function bindPlaceReaders(nodes: readonly ColumnTreeNode[], scope: Scope, numbers: ColumnNumbers): PlaceReaders {
  return new PlaceReaders(bindNodes(nodes, scope, numbers));
}

const bindNodes = (nodes: readonly ColumnTreeNode[], scope: Scope, numbers: ColumnNumbers): readonly PlaceReader[] =>
  nodes.flatMap((node) => bindPlaceReader(node, scope, numbers));

function bindPlaceReader(node: ColumnTreeNode, scope: Scope, numbers: ColumnNumbers): readonly PlaceReader[] {
  if (node.kind === 'rows') return [];
  const { source } = node;
  if (source === undefined || 'key' in source || !isWanted(node, numbers)) return [];
  const { field } = source;
  if (node.kind === 'column') {
    const bound = field.bind(scope, ALONE);
    const number = numbers.get(node);
    return bound && number !== undefined ? [new CellReader(bound, number)] : [];
  }
  if (field.inside === undefined) return bindWhole(node, field, scope, numbers);
  const nesting = field.inside.bind(scope);
  if (nesting === undefined) return [];
  if (nesting.isHere) return nesting.scopes.flatMap((inner) => bindNodes(node.repeats[0] ?? [], inner, numbers));
  if (nesting.isShared && node.where === undefined) return [sharedReader(node, nesting, numbers)];
  const { item } = field.inside;
  const repeats = node.repeats.map((repeat) => nesting.scopes.map((inner) => bindPlaceReaders(repeat, inner, numbers)));
  const tests = nesting.scopes.map((inner) => bindPlaceTest(node.where, item, inner));
  return [new ItemsReader(node, nesting, repeats, tests, 'fields' in item)];
}

/** True where one of the columns below a node is wanted. */
function isWanted(node: ColumnTreeNode, numbers: ColumnNumbers): boolean {
  if (node.kind === 'column') return numbers.has(node);
  return node.kind !== 'rows' && node.repeats.some((repeat) => repeat.some((inner) => isWanted(inner, numbers)));
}

/** A column. */
class CellReader implements PlaceReader {
  readonly position: number;
  private readonly step: Step;

  constructor(
    field: BoundField<unknown>,
    private readonly column: number,
  ) {
    this.step = new Step(field);
    this.position = this.step.position;
  }

  read(loop: LoopNode, segment: Segment, base: number, run: CellRun): void {
    const { out } = run.encode;
    const mark = out.length;
    encodeStep(this.step, loop, segment, base, run.encode);
    if (out.length > mark) run.cells.setJson(this.column, mark);
  }
}

function sharedReader({ repeats: [nodes = []] }: ColumnGroup, nesting: BoundNesting, numbers: ColumnNumbers): PlaceReader {
  const [scope] = nesting.scopes;
  const wanted = [...ownColumnsOf(nodes)].flatMap((column) => numbers.get(column) ?? []);
  return new SharedReader(nesting, scope === undefined ? new PlaceReaders([]) : bindPlaceReaders(nodes, scope, numbers), wanted);
}

/** Cells that are the same for all units of a loop, and how often they were read. */
interface Shared {
  uses: number;
  cells?: KeptCells;
}

/** Most subscribers have one or two claims: their cells are read as often, and not kept. */
const USES_BEFORE_KEEPING = 2;

/** An object that many units share. Its cells are kept with the loop that it is read from. */
class SharedReader implements PlaceReader, PlaceVisitor {
  readonly position = -1;
  private readonly owner = { make: (): Shared => ({ uses: 0 }) };
  private run: CellRun | undefined;

  constructor(
    private readonly nesting: BoundNesting,
    private readonly readers: PlaceReaders,
    private readonly columns: readonly number[],
  ) {}

  read(loop: LoopNode, segment: Segment, base: number, run: CellRun): void {
    this.run = run;
    this.nesting.visit(loop, segment, base, this);
  }

  at(loop: LoopNode, segment: Segment, base: number): void {
    const { run, columns } = this;
    if (run === undefined) return;
    const shared = loop.once(this.owner);
    const { cells } = run;
    if (shared.cells !== undefined) return cells.paste(shared.cells);
    const mark = cells.out.length;
    this.readers.read(loop, segment, base, run);
    if (shared.uses++ >= USES_BEFORE_KEEPING) shared.cells = keepCells(cells, mark, columns);
  }
}

/** The items of a list side by side, or an object: each item has columns of its own. */
class ItemsReader implements PlaceReader, PlaceVisitor {
  readonly position: number;
  private index = 0;
  private run: CellRun | undefined;

  constructor(
    private readonly node: ColumnGroup,
    private readonly nesting: BoundNesting,
    private readonly repeats: readonly (readonly PlaceReaders[])[],
    private readonly tests: readonly (PlaceTest | undefined)[],
    /** A value by itself that is absent takes no column; a record does, whatever is wanted of it. */
    private readonly isRecord: boolean,
  ) {
    this.position = nesting.position ?? -1;
  }

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
    readers.read(loop, segment, base, run);
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

/** Binds a field that is read whole: parts of its value by themselves where it has them as fields, else by its value. */
function bindWhole(node: ColumnGroup, field: Field<unknown>, scope: Scope, numbers: ColumnNumbers): readonly PlaceReader[] {
  const { parts } = field;
  const [nodes = []] = node.repeats;
  const alone = node.kind === 'part' && node.where === undefined && parts ? nodes.map((inner) => asPart(inner, parts)) : [];
  const rest: ColumnGroup = { ...node, repeats: alone.length === 0 ? node.repeats : [nodes.filter((_, i) => alone[i] === undefined)] };
  const ofParts = alone.flatMap((part) => (part === undefined ? [] : bindPart(part, scope, numbers)));
  return isWanted(rest, numbers) ? [...ofParts, ...bindValue(rest, field, scope, numbers)] : ofParts;
}

/** A node whose value is a part that is a field of its own. */
interface PartNode {
  readonly node: Exclude<ColumnTreeNode, { kind: 'rows' }>;
  readonly field: Field<unknown>;
}

function asPart(node: ColumnTreeNode, parts: FieldParts): PartNode | undefined {
  if (node.kind === 'rows' || node.source === undefined || !('key' in node.source)) return undefined;
  const field = parts[node.source.key];
  return field && { node, field };
}

function bindPart({ node, field }: PartNode, scope: Scope, numbers: ColumnNumbers): readonly PlaceReader[] {
  if (!isWanted(node, numbers)) return [];
  if (node.kind !== 'column') return bindValue(node, field, scope, numbers);
  const bound = field.bind(scope, ALONE);
  const number = numbers.get(node);
  return bound && number !== undefined ? [new CellReader(bound, number)] : [];
}

function bindValue(node: ColumnGroup, field: Field<unknown>, scope: Scope, numbers: ColumnNumbers): readonly PlaceReader[] {
  const bound = field.bind(scope, ALONE);
  return bound === undefined ? [] : [new WholeReader(bound, bindValueGroup(node, numbers))];
}

/** Reads a value whole. */
class WholeReader implements PlaceReader {
  readonly position: number;

  constructor(
    private readonly field: BoundField<unknown>,
    private readonly reader: ValueReader,
  ) {
    this.position = new Step(field).position;
  }

  read(loop: LoopNode, segment: Segment, base: number, run: CellRun): void {
    const value = this.field.read(loop, segment, base, run.encode.context);
    if (value !== undefined) this.reader.read(value, run);
  }
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
