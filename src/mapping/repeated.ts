import { Fragment } from '../common/fragment';
import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import type { BoundField, EncodeRun, Field, JsonSchema, RecordContext, Scope } from './field';
import { ARRAY, closeGroup, memberFragment } from './json-text';
import { bindMatcher } from './locator';
import { inSegment } from './nested';
import { parsePlace } from './place';
import type { RecordDeclaration } from './record';

/** What an array holds: records, or values of a field. */
export type Item<T> = Field<T> | RecordDeclaration<T>;

const schemaOf = (item: Item<unknown>): JsonSchema => ('doc' in item ? item.doc.schema : item.schema);

/** Calls `visit` for every item of the array, with the loop, segment and base that the item is read from. */
type Visit = (loop: LoopNode, segment: Segment, base: number) => void;
type Walk = (loop: LoopNode, segment: Segment, visit: Visit) => void;

interface ArrayKind<T> {
  readonly item: BoundField<T>;
  readonly walk: Walk;
  /** True for arrays that are written as `[]` when they are empty. */
  readonly keepsEmpty?: boolean;
}

function bindArray<T>(kind: ArrayKind<T>, key: string | undefined): BoundField<readonly T[]> {
  const fragment = memberFragment(key);
  const { item, walk, keepsEmpty = false } = kind;
  return {
    read(loop: LoopNode, segment: Segment, _base: number, context: RecordContext) {
      const values: T[] = [];
      walk(loop, segment, (itemLoop, itemSegment, base) => {
        const value = item.read(itemLoop, itemSegment, base, context);
        if (value !== undefined) values.push(value);
      });
      return values.length === 0 && !keepsEmpty ? undefined : values;
    },
    encode(loop: LoopNode, segment: Segment, _base: number, run: EncodeRun) {
      const { out } = run;
      const mark = out.length;
      out.raw(fragment);
      const open = out.length;
      walk(loop, segment, (itemLoop, itemSegment, base) => item.encode(itemLoop, itemSegment, base, run));
      if (out.length === open && keepsEmpty) out.raw(EMPTY_ARRAY);
      else closeGroup(out, mark, open, ARRAY);
    },
  };
}

const EMPTY_ARRAY = new Fragment('[]');

/** An item for every segment of a place. */
export function each<T>(placeText: string, item: Item<T>): Field<readonly T[]> {
  const place = parsePlace(placeText);
  return {
    doc: { place: placeText, schema: { type: 'array', items: schemaOf(item) } },
    bind(scope, key) {
      const matches = bindMatcher(place, scope);
      const bound = item.bind(inSegment(scope), undefined);
      if (matches === undefined || bound === undefined) return undefined;
      const walk: Walk = (loop, _segment, visit) => {
        for (const segment of loop.segments) if (matches(segment)) visit(loop, segment, 0);
      };
      return bindArray({ item: bound, walk }, key);
    },
  };
}

/** Where the repeated groups of elements in a segment stand. */
export interface GroupLayout {
  /** First element of the first group. */
  readonly from: number;
  /** Elements of a group. */
  readonly size: number;
  /** Groups of a segment. */
  readonly max: number;
}

/**
 * An item for every repeated group of elements, such as the triplets of CAS. Relative places (`+0`, `+1`) of the item
 * count from the first element of its group; a group without any value is passed over.
 * An empty place means the current segment.
 */
export function groups<T>(placeText: string, layout: GroupLayout, item: Item<T>): Field<readonly T[]> {
  const bases = Array.from({ length: layout.max }, (_, i) => layout.from + i * layout.size);
  return repeatedElements(placeText, bases, layout.size, item);
}

/** An item for each of the named elements that has a value; `+0` is the element. */
export function elements<T>(placeText: string, numbers: readonly number[], item: Item<T>): Field<readonly T[]> {
  return repeatedElements(placeText, numbers, 1, item);
}

function repeatedElements<T>(placeText: string, bases: readonly number[], size: number, item: Item<T>): Field<readonly T[]> {
  return {
    doc: { place: placeText, schema: { type: 'array', items: schemaOf(item) } },
    bind(scope: Scope, key) {
      const bound = item.bind(inSegment(scope), undefined);
      const matches = placeText === '' ? undefined : bindMatcher(parsePlace(placeText), scope);
      if (bound === undefined || (placeText !== '' && matches === undefined)) return undefined;
      const visitGroups = (loop: LoopNode, segment: Segment, visit: Visit): void => {
        for (const base of bases) {
          if (base > segment.elementCount) return;
          if (hasValue(segment, base, size)) visit(loop, segment, base);
        }
      };
      const walk: Walk = (loop, current, visit) => {
        if (matches === undefined) return visitGroups(loop, current, visit);
        for (const segment of loop.segments) if (matches(segment)) visitGroups(loop, segment, visit);
      };
      return bindArray({ item: bound, walk }, key);
    },
  };
}

function hasValue(segment: Segment, base: number, size: number): boolean {
  for (let element = base; element < base + size; element++) if (segment.start(element) < segment.end(element)) return true;
  return false;
}

/** A record for every child loop with one of the ids. `keepsEmpty` writes `[]` when there is none. */
export function loops<T>(loopId: string, declaration: RecordDeclaration<T>, options: { readonly keepsEmpty?: boolean } = {}): Field<readonly T[]> {
  return {
    doc: { place: `loop ${loopId}`, schema: { type: 'array', items: declaration.schema } },
    bind(scope, key) {
      const def = scope.loop.children.find((child) => child.kind === 'loop' && child.id === loopId);
      if (def?.kind !== 'loop') return undefined;
      const bound = declaration.bind({ guide: scope.guide, loop: def, segment: undefined }, undefined);
      const walk: Walk = (loop, _segment, visit) => {
        for (const child of loop.loops) if (child.def === def && child.segments[0]) visit(child, child.segments[0], 0);
      };
      return bindArray({ item: bound, walk, ...options }, key);
    },
  };
}

/** A singular and a plural key for the same place: the first value, and all of them. */
export function firstAndAll<A extends string, B extends string, T>(
  singular: A,
  plural: B,
  placeText: string,
  item: (element: string) => Field<T>,
): { readonly [K in A]: Field<T> } & { readonly [K in B]: Field<readonly T[]> } {
  const place = /^(.*\])(\d\d.*)$/.exec(placeText);
  if (place?.[1] === undefined || place[2] === undefined) throw new TypeError(`'${placeText}' is not a place such as REF[0K]02.`);
  return asPair<A, B, T>({ [singular]: item(placeText), [plural]: each(place[1], item(place[2])) });
}

/** The two keys are the computed ones above. */
function asPair<A extends string, B extends string, T>(fields: object): { readonly [K in A]: Field<T> } & { readonly [K in B]: Field<readonly T[]> } {
  return fields as { readonly [K in A]: Field<T> } & { readonly [K in B]: Field<readonly T[]> };
}
