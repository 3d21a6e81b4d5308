import { BYTE } from '../common/bytes';
import { synchronous } from '../common/hook-result';
import { LoopNode } from '../guide/loop-node';
import type { EncodeRun } from './encode-run';
import { type BoundField, type BoundNesting, type Field, inLoop, type Nesting, type RecordDeclaration, type Scope } from './field';
import { ALONE, ARRAY, closeGroup, keyFragment, openGroup } from './json-text';
import { isSelectedLoop, selectChildren } from './locator';
import { itemsWriter } from './writing/items-writer';
import { isPartOf } from './writing/same-json';

/*
 * Views of what other fields show: read, and never written.
 */

/** The items of a list in every child loop of a target, as one list. It is shown and not written: a list of records that are the loops is. */
export function inEachLoop<T>(target: string, list: Field<readonly T[]>): Field<readonly T[]> {
  return {
    doc: { ...list.doc, place: `loop ${target} ${list.doc.place}` },
    ...(list.inside === undefined ? {} : { inside: insideEachLoop(target, list.inside) }),
    bind(scope, key) {
      const children = selectChildren(target, scope.loop).flatMap((child) => {
        const bound = list.bind(inLoop(scope, child.def), ALONE);
        return bound === undefined ? [] : [{ child, bound }];
      });
      if (children.length === 0) return undefined;
      const fragment = keyFragment(key);
      return {
        encode: (loop, _segment, _base, run) => {
          const open = openGroup(run.out, fragment);
          for (const inner of loop.loops) {
            const found = children.find(({ child }) => isSelectedLoop(child, inner));
            if (found !== undefined) addItems(found.bound, inner, run);
          }
          closeGroup(run.out, fragment, open, ARRAY);
        },
      };
    },
  };
}

/** The items of the list in every child loop. */
function insideEachLoop(target: string, inside: Nesting): Nesting {
  return {
    ...inside,
    bind(scope) {
      const children = selectChildren(target, scope.loop).flatMap((child) => {
        const bound = inside.bind(inLoop(scope, child.def));
        return bound === undefined ? [] : [{ child, bound }];
      });
      const [only] = children;
      if (only === undefined || children.length > 1) return undefined;
      return {
        scopes: only.bound.scopes,
        visit: (loop, _segment, _base, visitor) => {
          for (const inner of loop.loops) {
            const first = inner.firstSegment;
            if (first !== undefined && isSelectedLoop(only.child, inner)) only.bound.visit(inner, first, 0, visitor);
          }
        },
      };
    },
  };
}

/**
 * The items of several lists as one list, in the order of `lists`. It is a view and never written: an item that is nowhere else in its record is reported.
 *
 *     errors: joinedLists(within('2100A', each('AAA', error)), below('2100C', each('AAA', error)))
 */
export function joinedLists<T>(...lists: readonly Field<readonly T[]>[]): Field<readonly T[]> {
  const [shown] = lists;
  return {
    doc: { ...shown?.doc, place: lists.map(({ doc }) => doc.place).join(', '), schema: shown?.doc.schema ?? {} },
    ...insideAll(lists),
    bind(scope, name) {
      const bound = lists.flatMap((list) => list.bind(scope, ALONE) ?? []);
      if (bound.length === 0) return undefined;
      const fragment = keyFragment(name);
      return {
        encode: (loop, _segment, _base, run) => {
          const open = openGroup(run.out, fragment);
          for (const list of bound) addItems(list, loop, run);
          closeGroup(run.out, fragment, open, ARRAY);
        },
        write: itemsWriter(name, (item, { record, path }, run) => {
          const isElsewhere = Object.keys(record).some((key) => key !== name && hasPart(record[key], item));
          if (!isElsewhere) run.mismatch(path, undefined, `'${name ?? ''}' shows what other lists of the record have, and none has this; it is not written`);
        }),
      };
    },
  };
}

/** True for a value with an object that has all members of another one. */
function hasPart(value: unknown, part: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isPartOf(part, value) || Object.values(value).some((inner) => hasPart(inner, part));
}

/** The items of all lists, where their columns are those of one record. */
function insideAll(lists: readonly Field<unknown>[]): { readonly inside?: Nesting } {
  const ways = lists.flatMap(({ inside }) => inside ?? []);
  const [first] = ways;
  if (first === undefined || ways.length < lists.length || ways.some(({ item }) => item !== first.item)) return {};
  const bind = (scope: Scope): BoundNesting | undefined => {
    const bound = ways.flatMap((way) => way.bind(scope) ?? []);
    if (bound.length === 0) return undefined;
    const offsets = bound.map((_one, i) => bound.slice(0, i).reduce((sum, { scopes }) => sum + scopes.length, 0));
    return {
      scopes: bound.flatMap(({ scopes }) => scopes),
      visit: (loop, segment, base, visitor) =>
        bound.forEach((one, i) => one.visit(loop, segment, base, { at: (at, first_, from, index) => visitor.at(at, first_, from, index + (offsets[i] ?? 0)) })),
    };
  };
  return { inside: { ...first, bind } };
}

/** Adds the items of a list that is bound as `ALONE`: it writes `[...]`, which becomes further items of the list around it. */
function addItems(list: BoundField, loop: LoopNode, run: EncodeRun): void {
  const segment = loop.firstSegment;
  if (segment === undefined) return;
  const { out } = run;
  const mark = out.length;
  list.encode(loop, segment, 0, run);
  if (out.length === mark) return;
  out.bytes[mark] = BYTE.COMMA;
  out.length--;
}

/** A field of the first child loop of a target in which it has a value. Shown only. */
export function firstBelow<T>(target: string, field: Field<T>): Field<T> {
  return {
    doc: { ...field.doc, place: `loop ${target} ${field.doc.place}` },
    bind(scope, key) {
      const children = selectChildren(target, scope.loop).flatMap((child) => {
        const bound = field.bind(inLoop(scope, child.def), key);
        return bound === undefined ? [] : [{ child, bound }];
      });
      if (children.length === 0) return undefined;
      return {
        encode: (loop, _segment, _base, run) => {
          const mark = run.out.length;
          for (const inner of loop.loops) {
            const first = inner.firstSegment;
            if (first === undefined) continue;
            for (const { child, bound } of children) if (isSelectedLoop(child, inner)) bound.encode(inner, first, 0, run);
            if (run.out.length > mark) return;
          }
        },
      };
    },
  };
}

/**
 * A view of the child loops of a target: an object for each part into which `divide` divides them. The record of a part is that of the loop itself with the
 * loops of the part only, so that its fields are lists such as `loops('EB[A]', ...)`. It is shown and never written. A loop that is in no part is in no object.
 */
export function partsOf<T>(
  target: string,
  divide: (loops: readonly LoopNode[]) => readonly (readonly LoopNode[])[],
  declaration: RecordDeclaration<T>,
): Field<readonly T[]> {
  return {
    doc: { place: '', schema: { type: 'array', items: declaration.schema }, record: declaration },
    bind(scope, key) {
      const children = selectChildren(target, scope.loop);
      if (children.length === 0) return undefined;
      const fragment = keyFragment(key);
      const bound = declaration.bind(scope, undefined);
      return {
        encode: (loop, segment, _base, run) => {
          const meant = loop.loops.filter((inner) => children.some((child) => isSelectedLoop(child, inner)));
          if (meant.length === 0) return;
          const open = openGroup(run.out, fragment);
          for (const part of synchronous(divide(meant), '`partsOf`')) bound.encode(partOf(loop, part), segment, 0, run);
          closeGroup(run.out, fragment, open, ARRAY);
        },
      };
    },
  };
}

/** The loop with some of its child loops. */
function partOf({ def, parent }: LoopNode, loops: readonly LoopNode[]): LoopNode {
  const part = new LoopNode(def, parent);
  for (const loop of loops) part.addLoop(loop);
  return part;
}

/** A field that follows from others: it is read, and never written. */
export function shown<T>(field: Field<T>): Field<T> {
  return {
    ...field,
    bind(scope, key) {
      const bound = field.bind(scope, key);
      if (bound === undefined) return undefined;
      const { write: _write, toText: _toText, ...read } = bound;
      return read;
    },
  };
}
