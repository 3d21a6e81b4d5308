import type { ByteWriter } from '../common/byte-writer';
import { BYTE } from '../common/bytes';
import { Fragment } from '../common/fragment';
import type { LoopNode } from '../guide/loop-node';
import type { EncodeRun } from './encode-run';
import type { BoundField, BoundNesting, Field, Nesting, Scope } from './field';
import { ALONE, ARRAY, closeGroup, keyFragment, openGroup, writeJsonText } from './json-text';
import { guardOfSelection, isSelected, select } from './locator';
import { parsePlace } from './place';
import { itemsWriter } from './writing/items-writer';
import { OutLocation } from './writing/out-segments';
import { isPartOf } from './writing/same-json';
import type { Segment } from '../x12/segment';

/** The texts of an element in all segments of a place, such as NTE02 of several notes, joined by line feeds. */
export function joined(placeText: string): Field<string> {
  const place = parsePlace(placeText);
  const { element = 1 } = place;
  return {
    doc: { place: placeText, schema: { type: 'string' } },
    bind(scope, key) {
      const selection = select(place, scope);
      if (selection === undefined) return undefined;
      const fragment = keyFragment(key);
      const location = new OutLocation(place, scope);
      return {
        ...guardOfSelection(selection),
        step: { kind: 'joined text', key: fragment, selection, element },
        write: (value, where, run) => {
          if (typeof value !== 'string') run.wrongType(where.path, key, { type: 'string' });
          else for (const line of value.split('\n')) if (line !== '') location.make(where, false)?.set(element, undefined, line);
          return true;
        },
        encode: (loop, _segment, _base, { out }) => {
          const mark = out.length;
          for (const segment of loop.segments) {
            if (!isSelected(selection, segment) || !segment.has(element)) continue;
            if (out.length === mark) {
              out.raw(fragment);
              writeJsonText(out, segment.chunk, segment.start(element), segment.end(element));
            } else appendText(out, segment, element);
          }
        },
      };
    },
  };
}

const LINE_FEED = new Fragment('\\n');

/** Continues the JSON string that was written last. */
function appendText(out: ByteWriter, segment: Segment, element: number): void {
  out.length--;
  out.raw(LINE_FEED);
  const quote = out.length;
  writeJsonText(out, segment.chunk, segment.start(element), segment.end(element));
  out.bytes.copyWithin(quote, quote + 1, out.length);
  out.length--;
}

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
