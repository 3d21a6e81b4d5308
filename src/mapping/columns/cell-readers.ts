import type { LoopNode } from '../../guide/loop-node';
import type { Segment } from '../../x12/segment';
import type { EncodeRun } from '../encode-run';
import { encodeStep, Step } from '../encode-step';
import { type BoundField, type BoundNesting, type Field, type FieldParts, type PlaceVisitor, readValue, type Scope } from '../field';
import { ALONE } from '../json-text';
import { type Cells, keepCells, type KeptCells } from './cells';
import { type ColumnGroup, type ColumnNumbers, type ColumnTreeNode, isWanted, ownColumnsOf } from './column-tree';
import { WHOLE_ITEM } from './table-node';
import { bindPlaceTest, chosenOf, type PlaceTest, propertyOf } from './list-items';

/*
 * Readers of the cells of one level: from the places of a loop, and from values that a field gave whole. Objects and the items of lists side by side
 * have readers for their own columns.
 */

/** What the cells of one record are read into. */
export interface CellRun {
  readonly cells: Cells;
  /** Writes JSON into the buffer of the cells. */
  readonly encode: EncodeRun;
  /** Called with the list of an item for which no columns are left. */
  lose(list: string): void;
}

/** Reads cells at a place of a loop. */
interface PlaceReader {
  /** The place in the loop without whose segment there is nothing to read; -1 for none. */
  readonly position: number;
  read(loop: LoopNode, segment: Segment, base: number, run: CellRun): void;
}

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

/** A column. */
class CellReader implements PlaceReader {
  readonly position: number;
  private readonly step: Step;

  constructor(
    field: BoundField,
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
    private readonly field: BoundField,
    private readonly reader: ValueReader,
  ) {
    this.position = new Step(field).position;
  }

  read(loop: LoopNode, segment: Segment, base: number, run: CellRun): void {
    const value = readValue(this.field, loop, segment, base, run.encode);
    if (value !== undefined) this.reader.read(value, run);
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
    if (run === undefined || this.tests[scope]?.(loop, segment, base, run.encode) === false) return;
    const readers = this.repeats[this.index]?.[scope];
    if (readers === undefined) {
      if (!this.node.isDescription) run.lose(this.node.name);
      return;
    }
    const { count } = run.cells;
    readers.read(loop, segment, base, run);
    if (this.isRecord || run.cells.count > count) this.index++;
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
    // What finds no column is lost once, however often it is read.
    this.readers.read(loop, segment, base, shared.uses === 0 ? run : { ...run, lose: () => undefined });
    if (shared.uses++ >= USES_BEFORE_KEEPING) shared.cells = keepCells(cells, mark, columns);
  }
}

/** Cells that are read from values, and what finds no column among them. */
export type ValueRun = Pick<CellRun, 'cells' | 'lose'>;

/** Reads cells from a value that a field gave whole. */
export interface ValueReader {
  read(value: unknown, run: ValueRun): void;
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

function bindValueGroup({ kind, name, where, repeats, isDescription }: ColumnGroup, numbers: ColumnNumbers): ValueReader {
  const readers = repeats.map((repeat) => bindValueReaders(repeat, numbers));
  if (kind === 'part' && where === undefined) return { read: (value, run) => readers[0]?.forEach((reader) => reader.read(value, run)) };
  return {
    read: (value, run) => {
      chosenOf(value, where).forEach((item, i) => {
        const ofItem = readers[i];
        if (ofItem === undefined) {
          if (!isDescription) run.lose(name);
        } else for (const reader of ofItem) reader.read(item, run);
      });
    },
  };
}
