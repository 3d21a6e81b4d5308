import { Fragment } from '../../common/fragment';
import { fromStep } from '../encode-step';
import type { BoundField, Field, Nesting, Scope } from '../field';
import { ALONE, keyFragment } from '../json-text';
import { type ColumnGroup, type ColumnNumbers, type ColumnTreeNode, isWanted, type Step } from './column-tree';
import type { RowPlan } from './row-reader';
import type { Where } from './table';
import { WHOLE_ITEM } from './table-node';

/*
 * Rows as the kernel writes them: JSON of slots, which are keys of two characters, in the order of the readers. A slot has a value, an object, or the items of
 * a list; values that are read whole are JSON of a record. Each object begins with a comma, so that one without members is still there:
 *
 *     {{,"#$":"4711","#%":{,"#&":"EXAMPLE"},"#'":[{,"#(":"A1"},{,"#(":"B2"}],"##":[{,"#)":12.5}]}}
 *      ^ rows of the first plan                                             ^^ items of the next level
 */

/** The slot of the items of the next level. */
const ROWS_SLOT = 0;

/** Slots are numbers to a base whose digits are neither quotes nor backslashes. */
const FIRST_DIGIT = 0x23;
const BASE = 0x5c - FIRST_DIGIT;

const MAX_SLOTS = BASE * BASE;

const slotKey = (slot: number): string => String.fromCharCode(FIRST_DIGIT + Math.floor(slot / BASE), FIRST_DIGIT + (slot % BASE));

/** Accepts an object whose member with a key has one of some values. Both are JSON. */
export interface ShapeTest {
  readonly key: Buffer;
  readonly accepted: readonly Buffer[];
}

/** Kinds of shapes. */
export const SHAPE = { CELL: 0, WHOLE_CELL: 1, OBJECT: 2, LIST: 3, MEMBERS: 4 } as const;

/** Members by slot. */
export type SlotShapes = readonly (Shape | undefined)[];

/** What becomes of a value. */
export class Shape {
  /** Of a cell. */
  column = -1;
  /** Of an object. */
  slots: SlotShapes = [];
  /** True for an object that many records share. */
  isShared = false;
  /** Of a list: its items that have columns. */
  items: readonly Shape[] = [];
  name = '';
  tests: readonly ShapeTest[] = [];
  /** True for a list of which items without a cell take no columns. */
  skipsEmpty = false;
  /** True for a list that loses nothing. */
  isDescription = false;
  /** True for a list that may be an object instead. */
  isPlace = false;
  /** Of a value that is read whole: keys as JSON, whose shapes are `items`, and the shapes of the value itself. */
  keys: readonly Buffer[] = [];
  ofWhole: readonly Shape[] = [];

  constructor(
    readonly kind: (typeof SHAPE)[keyof typeof SHAPE],
    given: Partial<Omit<Shape, 'kind'>>,
  ) {
    Object.assign(this, given);
  }
}

/** A level of rows. */
export interface LevelShape {
  /** Number of its columns. */
  readonly size: number;
  readonly slots: SlotShapes;
  /** The tests of each step from the level before. */
  readonly steps: readonly (readonly ShapeTest[])[];
}

/** A plan that has something that the kernel cannot write as rows. */
class NoProgram extends Error {}

/** The rows of some plans as one field, for the kernel, and what becomes of its values. */
export class RowProgram {
  readonly field: BoundField;
  /** The levels of each plan. */
  readonly shapes: readonly (readonly LevelShape[])[];

  /** Throws NoProgram. */
  constructor(
    readonly plans: readonly RowPlan[],
    scope: Scope,
  ) {
    const bound = plans.map((plan) => new PlanBinding(plan));
    const fields = bound.map((one) => objectOf(keyFragment(undefined), [BEGINNING, ...one.level(0, scope)]));
    this.field = objectOf(keyFragment(ALONE), fields);
    this.shapes = bound.map((one) => one.shapes());
  }
}

/** Binds the rows of some plans to a place; undefined where the kernel cannot write them. */
export function bindRowProgram(plans: readonly RowPlan[], scope: Scope): RowProgram | undefined {
  try {
    return new RowProgram(plans, scope);
  } catch (error) {
    if (error instanceof NoProgram) return undefined;
    throw error;
  }
}

const objectOf = (key: Fragment, fields: readonly BoundField[]): BoundField => fromStep({ kind: 'object', key, location: { kind: 'current' }, fields });

const COMMA = new Fragment(',');

/** Stands first in objects, so that those without members are written too. */
const BEGINNING: BoundField = { step: { kind: 'constant', key: COMMA }, encode: (_loop, _segment, _base, { out }) => out.raw(COMMA) };

/** How the value of a node is written. */
type Mode = 'cell' | 'whole' | 'here' | 'shared' | 'list';

/** Binds one plan. Nodes are named by their path, without the repeats of lists: these are written by the same fields. */
class PlanBinding {
  private readonly slots = new Map<string, number>();
  private readonly modes = new Map<string, Mode>();

  constructor(private readonly plan: RowPlan) {}

  /** The fields of an item of a level. */
  level(index: number, scope: Scope): readonly BoundField[] {
    const level = this.plan.levels[index];
    if (level === undefined) return [];
    const next = this.plan.levels[index + 1];
    const { nodes, numbers } = level;
    const rows = next?.group === undefined ? [] : this.rows(index + 1, 0, next.group.steps, scope);
    return [...this.fields([nodes], String(index), scope, numbers), ...rows];
  }

  private rows(index: number, at: number, steps: readonly Step[], scope: Scope): readonly BoundField[] {
    const step = steps[at];
    if (step === undefined || !('field' in step.source)) return [];
    const { field } = step.source;
    if (field.inside === undefined) {
      if (field.bind(scope, ALONE) !== undefined) throw new NoProgram();
      return [];
    }
    const { inside } = field;
    const nesting = inside.bind(scope);
    if (nesting === undefined) return [];
    if (nesting.toField === undefined) throw new NoProgram();
    const inner = nesting.scopes.map((one) => {
      const fields = at === steps.length - 1 ? this.level(index, one) : this.rows(index, at + 1, steps, one);
      return [BEGINNING, ...this.tests(step.where, inside, stepPath(index, at), one), ...fields];
    });
    return [nesting.toField(inner, keyFragment(slotKey(ROWS_SLOT)))];
  }

  /** The fields of nodes; `repeats` are the same nodes with the columns of each repeat. */
  private fields(repeats: readonly (readonly ColumnTreeNode[])[], path: string, scope: Scope, numbers: ColumnNumbers): readonly BoundField[] {
    const [first = []] = repeats;
    return first.flatMap((node, i) => {
      const nodes = repeats.flatMap((one) => one[i] ?? []);
      if (node.kind === 'rows' || node.source === undefined || 'key' in node.source || !nodes.some((one) => isWanted(one, numbers))) return [];
      return this.node(node, nodes, { path: `${path}.${i}`, scope, numbers, field: node.source.field });
    });
  }

  private node(
    node: Exclude<ColumnTreeNode, { kind: 'rows' }>,
    nodes: readonly ColumnTreeNode[],
    { path, scope, numbers, field }: NodePlace,
  ): readonly BoundField[] {
    const { inside } = field;
    if (node.kind === 'column' || inside === undefined) return this.whole(node.kind === 'column' ? 'cell' : 'whole', path, field, scope);
    const nesting = inside.bind(scope);
    if (nesting === undefined) return [];
    const repeats = nodes.flatMap((one) => ('repeats' in one ? one.repeats : []));
    const { toField, scopes } = nesting;
    if (nesting.isHere) {
      this.mode(path, 'here');
      return scopes.flatMap((one) => this.fields(repeats, path, one, numbers));
    }
    if (toField === undefined) {
      // Composites are never empty, and values without a cell take no columns.
      const isSame = !('fields' in inside.item) || field.bind(scope, ALONE)?.step?.kind === 'composites';
      if (isSame) return this.whole('whole', path, field, scope);
      throw new NoProgram();
    }
    const isShared = nesting.isShared === true && node.where === undefined;
    this.mode(path, isShared ? 'shared' : 'list');
    // Shared lists lose once what has no columns: that must be known before rows are given.
    if (isShared && !path.startsWith('0') && hasLists(node)) throw new NoProgram();
    const inner = scopes.map((one) => {
      const fields = [...this.tests(node.where, inside, path, one), ...this.fields(repeats, path, one, numbers)];
      return inside.isList ? [BEGINNING, ...fields] : fields;
    });
    return [toField(inner, this.key(path))];
  }

  private whole(mode: Mode, path: string, field: Field<unknown>, scope: Scope): readonly BoundField[] {
    const bound = field.bind(scope, slotKey(this.slot(path)));
    this.mode(path, mode);
    return bound === undefined ? [] : [bound];
  }

  private tests(where: Where | undefined, { item }: Nesting, path: string, scope: Scope): readonly BoundField[] {
    if (!('fields' in item)) return [];
    return Object.keys(where ?? {}).flatMap((key) => item.fields[key]?.bind(scope, slotKey(this.slot(testPath(path, key)))) ?? []);
  }

  /** A node that is written in two ways has none. */
  private mode(path: string, mode: Mode): void {
    if ((this.modes.get(path) ?? mode) !== mode) throw new NoProgram();
    this.modes.set(path, mode);
  }

  private key(path: string): Fragment {
    return keyFragment(slotKey(this.slot(path)));
  }

  private slot(path: string): number {
    const slot = this.slots.get(path) ?? this.slots.size + 1;
    if (slot >= MAX_SLOTS) throw new NoProgram();
    this.slots.set(path, slot);
    return slot;
  }

  /** What becomes of what the fields write, after they were made. */
  shapes(): readonly LevelShape[] {
    return this.plan.levels.map(({ header, nodes, numbers, group }, index) => ({
      size: header.length,
      slots: this.slotShapes(nodes, String(index), numbers),
      steps: group?.steps.map(({ where }, i) => this.slotTests(where, stepPath(index, i))) ?? [],
    }));
  }

  private slotTests(where: Where | undefined, path: string): readonly ShapeTest[] {
    return Object.entries(where ?? {}).map(([key, values]) => testOf(slotKey(this.slots.get(testPath(path, key)) ?? 0), values));
  }

  private slotShapes(nodes: readonly ColumnTreeNode[], path: string, numbers: ColumnNumbers): SlotShapes {
    const slots: (Shape | undefined)[] = [];
    this.addShapes(slots, nodes, path, numbers);
    return slots;
  }

  private addShapes(slots: (Shape | undefined)[], nodes: readonly ColumnTreeNode[], path: string, numbers: ColumnNumbers): void {
    for (const [i, node] of nodes.entries()) {
      const own = `${path}.${i}`;
      const slot = this.slots.get(own);
      const mode = this.modes.get(own);
      if (node.kind === 'rows' || !isWanted(node, numbers)) continue;
      if (mode === 'here' && node.kind !== 'column') this.addShapes(slots, node.repeats[0] ?? [], own, numbers);
      else if (slot !== undefined && mode !== undefined) slots[slot] = this.slotShape(node, mode, own, numbers);
    }
  }

  private slotShape(node: Exclude<ColumnTreeNode, { kind: 'rows' }>, mode: Mode, path: string, numbers: ColumnNumbers): Shape | undefined {
    if (node.kind === 'column') {
      const column = numbers.get(node);
      return column === undefined ? undefined : new Shape(SHAPE.CELL, { column });
    }
    if (mode === 'whole') return valueShape(node, numbers);
    const isShared = mode === 'shared';
    const items = node.repeats.map((nodes) => new Shape(SHAPE.OBJECT, { slots: this.slotShapes(nodes, path, numbers), isShared }));
    return isShared ? items[0] : listOf(node, items, this.slotTests(node.where, path), true);
  }
}

/** Where the fields of a node are bound. */
interface NodePlace {
  readonly path: string;
  readonly scope: Scope;
  readonly numbers: ColumnNumbers;
  readonly field: Field<unknown>;
}

const stepPath = (level: number, step: number): string => `${level}/${step}`;
const testPath = (path: string, key: string): string => `${path}?${key}`;

const testOf = (key: string, values: readonly string[]): ShapeTest => ({
  key: Buffer.from(JSON.stringify(key)),
  accepted: values.map((value) => Buffer.from(JSON.stringify(value))),
});

const hasLists = (node: ColumnTreeNode): boolean =>
  node.kind === 'list' || (node.kind === 'part' && (node.where !== undefined || node.repeats.some((nodes) => nodes.some(hasLists))));

const insideOf = ({ source }: ColumnGroup): Nesting | undefined => ('field' in source ? source.field.inside : undefined);

function listOf(node: ColumnGroup, items: readonly Shape[], tests: readonly ShapeTest[], isPlace: boolean): Shape {
  const { name, isDescription } = node;
  const item = insideOf(node)?.item;
  return new Shape(SHAPE.LIST, { name, isDescription, items, tests, isPlace, skipsEmpty: item !== undefined && !('fields' in item) });
}

/** What becomes of a value that is read whole. */
function valueShape(node: ColumnGroup, numbers: ColumnNumbers): Shape {
  const inside = insideOf(node);
  const items = node.repeats.map((nodes) => valueMembers(nodes, inside, numbers));
  const [first] = items;
  if (node.kind === 'part' && node.where === undefined && inside?.isList !== true && first !== undefined) return first;
  const tests = Object.entries(node.where ?? {}).map(([key, values]) => testOf(key, values));
  return listOf(node, items, tests, false);
}

function valueMembers(nodes: readonly ColumnTreeNode[], inside: Nesting | undefined, numbers: ColumnNumbers): Shape {
  const found = nodes.flatMap((node) => {
    if (node.kind === 'rows' || node.source === undefined || !isWanted(node, numbers)) return [];
    const key = 'key' in node.source ? node.source.key : keyOf(node.source.field, inside);
    if (node.kind !== 'column') return [{ key, shape: valueShape(node, numbers) }];
    const column = numbers.get(node);
    // Values of fields are shown as they are elsewhere.
    return column === undefined ? [] : [{ key, shape: new Shape('key' in node.source ? SHAPE.WHOLE_CELL : SHAPE.CELL, { column }) }];
  });
  const members = found.filter(({ key }) => key !== WHOLE_ITEM);
  return new Shape(SHAPE.MEMBERS, {
    keys: members.map(({ key }) => Buffer.from(JSON.stringify(key))),
    items: members.map(({ shape }) => shape),
    ofWhole: found.flatMap(({ key, shape }) => (key === WHOLE_ITEM ? [shape] : [])),
  });
}

/** The key under which a record that is read whole has a field. */
function keyOf(field: Field<unknown>, inside: Nesting | undefined): string {
  if (inside !== undefined && !('fields' in inside.item)) return WHOLE_ITEM;
  const found = Object.entries(inside?.item !== undefined && 'fields' in inside.item ? inside.item.fields : {}).find(([, one]) => one === field);
  if (found === undefined) throw new NoProgram();
  return found[0];
}
