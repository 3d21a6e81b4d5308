import type { ByteWriter } from '../../common/byte-writer';
import type { LoopNode } from '../../guide/loop-node';
import type { Segment } from '../../x12/segment';
import type { EncodeRun } from '../encode-run';
import { type BoundField, type BoundNesting, type Field, type Nesting, type PlaceVisitor, readValue, type Scope } from '../field';
import { ALONE } from '../json-text';
import type { Step } from './column-tree';
import type { Where } from './table';

/*
 * The items of lists: which of them a table chooses, and the way to those that are rows.
 */

/** Tests an item by its keys. */
export type PlaceTest = (loop: LoopNode, segment: Segment, base: number, run: EncodeRun) => boolean;

/** Binds a choice among items; undefined where all are meant. */
export function bindPlaceTest(where: Where | undefined, item: NonNullable<Field<unknown>['inside']>['item'], scope: Scope): PlaceTest | undefined {
  if (where === undefined) return undefined;
  const tests = Object.entries(where).map(([key, values]): PlaceTest => {
    const bound = 'fields' in item ? item.fields[key]?.bind(scope, ALONE) : undefined;
    const accepted = values.map((value) => Buffer.from(JSON.stringify(value)));
    return (loop, segment, base, run) => {
      const { out } = run;
      const mark = out.length;
      bound?.encode(loop, segment, base, run);
      const isAccepted = accepted.some((json) => endsWith(out, mark, json));
      out.length = mark;
      return isAccepted;
    };
  });
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return only;
  return (loop, segment, base, run) => tests.every((test) => test(loop, segment, base, run));
}

/** True when what was written since `mark` are these bytes. */
function endsWith({ bytes, length }: ByteWriter, mark: number, expected: Uint8Array): boolean {
  if (length - mark !== expected.length) return false;
  for (let i = 0; i < expected.length; i++) if (bytes[mark + i] !== expected[i]) return false;
  return true;
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

/** Is led to the items of a row list: to places, or to values that a field gave whole. */
export interface ItemVisitor {
  /** `scope` is the index of the scope that the place belongs to. */
  place(loop: LoopNode, segment: Segment, base: number, scope: number): void;
  value(value: unknown): void;
}

/** Leads to the items of a row list. */
export interface RowItems {
  visit(loop: LoopNode, segment: Segment, base: number, run: EncodeRun, visitor: ItemVisitor): void;
}

/**
 * Binds the way to the items of a list, and adds to `scopes` where the items themselves are bound (values nowhere). Fields lead to
 * places as long as they say how; from one that is read whole on, keys lead into its value. Undefined when the guide has no
 * such list.
 */
export function bindItems([step, ...rest]: readonly Step[], scope: Scope, scopes: Scope[]): RowItems | undefined {
  if (step === undefined || !('field' in step.source)) return undefined;
  const { field } = step.source;
  if (field.inside !== undefined) return bindPlaces(field.inside, step.where, rest, scope, scopes);
  const bound = field.bind(scope, ALONE);
  return bound && valueItems(bound, [step, ...rest]);
}

function bindPlaces(inside: Nesting, where: Where | undefined, rest: readonly Step[], scope: Scope, scopes: Scope[]): RowItems | undefined {
  const bound = inside.bind(scope);
  if (bound === undefined) return undefined;
  const tests = bound.scopes.map((one) => bindPlaceTest(where, inside.item, one));
  if (rest.length === 0) {
    const offset = scopes.length;
    for (const one of bound.scopes) scopes.push(one);
    return new LastPlaces(bound, tests, offset);
  }
  const next = bound.scopes.map((one) => bindItems(rest, one, scopes));
  return {
    visit: (loop, segment, base, run, visitor) =>
      bound.visit(loop, segment, base, {
        at: (inner, at, from, i) => {
          if (tests[i]?.(inner, at, from, run) !== false) next[i]?.visit(inner, at, from, run, visitor);
        },
      }),
  };
}

/** Leads to the places of the last step. Not to be entered again while it leads. */
class LastPlaces implements RowItems, PlaceVisitor {
  private run: EncodeRun | undefined;
  private visitor: ItemVisitor | undefined;

  constructor(
    private readonly bound: BoundNesting,
    private readonly tests: readonly (PlaceTest | undefined)[],
    private readonly offset: number,
  ) {}

  visit(loop: LoopNode, segment: Segment, base: number, run: EncodeRun, visitor: ItemVisitor): void {
    this.run = run;
    this.visitor = visitor;
    this.bound.visit(loop, segment, base, this);
  }

  at(loop: LoopNode, segment: Segment, base: number, scope: number): void {
    const { run, visitor } = this;
    if (run !== undefined && this.tests[scope]?.(loop, segment, base, run) !== false) visitor?.place(loop, segment, base, this.offset + scope);
  }
}

function valueItems(bound: BoundField, [first, ...steps]: readonly Step[]): RowItems {
  const keys = steps.map(({ source }) => ('key' in source ? source.key : ''));
  const choices = [first?.where, ...steps.map(({ where }) => where)];
  return {
    visit: (loop, segment, base, run, visitor) => {
      for (const item of itemsOf(readValue(bound, loop, segment, base, run), keys, choices)) visitor.value(item);
    },
  };
}

/** The items of an array in a value, along keys; arrays on the way count with all their items. */
export function itemsOf(value: unknown, [key, ...keys]: readonly string[], [where, ...choices]: readonly (Where | undefined)[]): readonly unknown[] {
  if (value === undefined) return [];
  const items = Array.isArray(value) ? chosenOf(value, where) : [value];
  return key === undefined ? items : items.flatMap((item) => itemsOf(propertyOf(item, key), keys, choices));
}
