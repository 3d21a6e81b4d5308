import { fromStep } from './encode-step';
import { type Field, type FieldDoc, inLoop, inSegment, type RecordDeclaration, type Scope } from './field';
import { unlessGiven } from './given';
import { insideEach, insideElements, insideLoops } from './inside';
import type { JsonSchema } from './json-schema';
import { keyFragment } from './json-text';
import { guardOfSelection, isSelected, select, selectChildren } from './locator';
import { parsePlace } from './place';
import { itemsWriter, LoopChoice, writeGroup, writeInLoop } from './writing/items-writer';
import { inSegmentOf, OutLocation, whenWritten } from './writing/out-segments';

/** What an array holds: records, or values of a field. */
export type Item<T> = Field<T> | RecordDeclaration<T>;

/** Documents an array of items. */
function arrayDoc(place: string, item: Item<unknown>): FieldDoc {
  const record = 'doc' in item ? item.doc.record : item;
  return { place, schema: { type: 'array', items: 'doc' in item ? item.doc.schema : item.schema }, ...(record ? { record } : {}) };
}

/** What `each` leaves out. */
export interface EachOptions {
  /** A place whose first segment has a field of its own, such as `REF[EI|SY]`. */
  readonly butFirst?: string;
}

/** An item for every segment of a place. */
export function each<T>(placeText: string, item: Item<T>, { butFirst }: EachOptions = {}): Field<readonly T[]> {
  const place = parsePlace(placeText);
  return {
    doc: arrayDoc(butFirst === undefined ? placeText : `${placeText} but the first ${butFirst}`, item),
    inside: insideEach(place, item, butFirst),
    bind(scope, key) {
      const selection = select(place, scope);
      const bound = item.bind(inSegment(scope, place), undefined);
      if (selection === undefined || bound === undefined) return undefined;
      const { write } = bound;
      const own = butFirst === undefined ? undefined : parsePlace(butFirst);
      const except = own && select(own, scope);
      const out = new OutLocation(place, scope, own?.codes);
      const field = fromStep({ kind: 'each', key: keyFragment(key), selection, except, item: bound });
      return { ...field, write: itemsWriter(key, (value, where, run) => write?.(value, inSegmentOf(where, out.make(where, false)), run)) };
    },
  };
}

/**
 * An item for every segment of an id whose qualifier no other field of the record names, such as the references (REF) that have
 * no field of their own. Fields that are read from other loops do not count.
 */
export function others<T>(id: string, item: Item<T>): Field<readonly T[]> {
  return {
    ...each(id, item),
    among: (fields) => {
      const codes = new Set(Object.values(fields).flatMap((field) => codesOf(id, field)));
      return each(codes.size === 0 ? id : `${id}[^${[...codes].join('|')}]`, item);
    },
  };
}

const SELECTED = /([A-Z][A-Z0-9]{1,2})\[([^\]^][^\]]*)\]/g;

/** The qualifiers of a segment that a field names, and the fields of an object in the same loop. */
function codesOf(id: string, { doc: { place, record } }: Field<unknown>): readonly string[] {
  if (place.startsWith('loop ')) return [];
  const own = [...place.matchAll(SELECTED)].flatMap(([, segment, codes = '']) => (segment === id ? codes.split('|') : []));
  return [...own, ...Object.values(record?.fields ?? {}).flatMap((field) => codesOf(id, field))];
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
    doc: arrayDoc(placeText, item),
    inside: insideElements(placeText, bases, size, item),
    bind(scope: Scope, key) {
      const place = placeText === '' ? undefined : parsePlace(placeText);
      const bound = item.bind(place === undefined ? scope : inSegment(scope, place), undefined);
      const selection = place && select(place, scope);
      if (bound === undefined || (placeText !== '' && selection === undefined)) return undefined;
      const { write } = bound;
      const location = place && new OutLocation(place, scope);
      const field = fromStep({ kind: 'groups', key: keyFragment(key), selection, bases, size, item: bound });
      const layout = { bases, size, key: key ?? '' };
      return { ...field, write: itemsWriter(key, (value, where, run) => writeGroup({ write, layout, location }, value, where, run)) };
    },
  };
}

/**
 * A record for every child loop of a target, in the order of the input: a loop id, or the place of their first segment, such
 * as `NM1[^IL|PR]`. `keepsEmpty` gives `[]` when there is none.
 */
export function loops<T>(
  target: string,
  declaration: RecordDeclaration<T>,
  { keepsEmpty = false }: { readonly keepsEmpty?: boolean } = {},
): Field<readonly T[]> {
  return {
    doc: arrayDoc(`loop ${target}`, declaration),
    inside: insideLoops(target, declaration),
    bind(scope, key) {
      const items = selectChildren(target, scope.loop).map((child) => ({ ...child, item: declaration.bind(inLoop(scope, child.def), undefined) }));
      if (items.length === 0) return undefined;
      const field = fromStep({ kind: 'loops', key: keyFragment(key), items, keepsEmpty });
      const choice = whenWritten(() => new LoopChoice(target, items, declaration));
      return { ...field, write: itemsWriter(key, (value, where, run) => writeInLoop(choice(), value, where, run)) };
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
  const all = each(place[1], item(place[2]));
  return asPair<A, B, T>({ [singular]: unlessGiven(plural, firstValue(placeText, place[1], item(place[2]), all)), [plural]: all });
}

/** The value of the first segment of a place that has one. */
function firstValue<T>(documentedPlace: string, placeText: string, item: Field<T>, all: Field<readonly T[]>): Field<T> {
  const place = parsePlace(placeText);
  return {
    doc: { ...item.doc, place: documentedPlace },
    bind(scope, key) {
      const selection = select(place, scope);
      const bound = selection && item.bind(inSegment(scope, place), key);
      const boundAll = all.bind(scope, undefined);
      if (selection === undefined || bound === undefined || boundAll === undefined) return undefined;
      return {
        ...guardOfSelection(selection),
        step: { kind: 'first segment', selection, field: bound },
        write: (value, where, run) => boundAll.write?.([value], where, run) ?? true,
        encode: (loop, _segment, _base, run) => {
          const mark = run.out.length;
          for (const segment of loop.segments) {
            if (isSelected(selection, segment)) bound.encode(loop, segment, 0, run);
            if (run.out.length > mark) return;
          }
        },
      };
    },
  };
}

/** The two keys are the computed ones above. */
function asPair<A extends string, B extends string, T>(fields: object): { readonly [K in A]: Field<T> } & { readonly [K in B]: Field<readonly T[]> } {
  return fields as { readonly [K in A]: Field<T> } & { readonly [K in B]: Field<readonly T[]> };
}

/**
 * A field that the interface documents and that no segment of the guide can hold. It is never read and never written: the data dictionary
 * lists it with the reason, and a request that has a value for it gets an issue NOT_ALLOWED.
 *
 * `reason` is a sentence. `shape` is a field or schema whose type the value would have; default a string.
 */
export function withoutPlace(reason: string, shape: JsonSchema | Field<unknown> = { type: 'string' }): Field<undefined> {
  const schema = 'bind' in shape ? shape.doc.schema : shape;
  return { doc: { place: '', schema: { ...schema, description: `Never produced: ${reason}` }, neverProduced: reason }, bind: () => undefined };
}
