import { BYTE } from '../common/bytes';
import type { LoopNode } from '../guide/loop-node';
import type { EncodeRun } from './encode-run';
import type { BoundField, BoundNesting, Field, Nesting, Scope } from './field';
import { ALONE, ARRAY, closeGroup, keyFragment, openGroup } from './json-text';
import { itemsWriter } from './writing/items-writer';
import { isPartOf } from './writing/same-json';

/** Adds the items of a list that is bound as `ALONE`: it writes `[...]`, which becomes further items of the list around it. */
export function addItems(list: BoundField, loop: LoopNode, run: EncodeRun): void {
  const segment = loop.firstSegment;
  if (segment === undefined) return;
  const { out } = run;
  const mark = out.length;
  list.encode(loop, segment, 0, run);
  if (out.length === mark) return;
  out.bytes[mark] = BYTE.COMMA;
  out.length--;
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
