import type { ByteWriter } from '../common/byte-writer';
import { Fragment } from '../common/fragment';
import type { LoopDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import { requireItem } from './declared';
import { fromStep } from './encode-step';
import { type BoundField, type Field, type FieldDoc, inLoop, inSegment, type Nesting, type RecordDeclaration, type Scope } from './field';
import { unlessGiven } from './given';
import { insideEach, insideElements, insideLoops } from './inside';
import { ARRAY, closeGroup, keyFragment, openGroup, writeJsonText } from './json-text';
import { type ChildLoop, guardOfSelection, isSelected, isSelectedLoop, select, selectChildren } from './locator';
import { parsePlace } from './place';
import { itemsWriter, LoopChoice, writeGroup, writeInLoop } from './writing/items-writer';
import { describeWrite } from './writing/writing';
import { elsewhere, inSegmentOf, outChild, OutLocation, whenWritten } from './writing/out-segments';

/*
 * Arrays, and what else is read from several segments or loops of one place.
 */

/** What an array holds: records, or values of a field. */
export type Item<T> = Field<T> | RecordDeclaration<T>;

/** Documents an array of items. */
function arrayDoc(place: string, item: Item<unknown>): FieldDoc {
  requireItem(item, `The item of the list at ${place}`);
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
      const writeAll = itemsWriter(key, (value, where, run) => write?.(value, inSegmentOf(where, out.make(where, false)), run));
      return { ...field, write: write === undefined ? writeAll : describeWrite(writeAll, { kind: 'segments', location: out, item: write }) };
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
      const writeAll = itemsWriter(key, (value, where, run) => writeGroup({ write, layout, location }, value, where, run));
      return { ...field, write: write === undefined ? writeAll : describeWrite(writeAll, { kind: 'groups', location, bases, size, item: write }) };
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
      const write = itemsWriter(key, (value, where, run) => writeInLoop(choice(), value, where, run));
      return { ...field, write: describeWrite(write, { kind: 'loops', cases: () => choice().cases }) };
    },
  };
}

/** The child loops at each step; undefined when the guide has none at one of them. */
function findSteps(targets: readonly string[], from: LoopDef): readonly ChildLoop[] | undefined {
  const steps: ChildLoop[] = [];
  let loop = from;
  for (const target of targets) {
    const [step] = selectChildren(target, loop);
    if (step === undefined) return undefined;
    steps.push(step);
    loop = step.def;
  }
  return steps;
}

/** Goes to the loops at the end of the steps, in the order of the input. */
function eachLoop({ loops }: LoopNode, steps: readonly ChildLoop[], depth: number, use: (loop: LoopNode) => void): void {
  const step = steps[depth];
  if (step === undefined) return;
  for (const child of loops) {
    if (!isSelectedLoop(step, child)) continue;
    if (depth === steps.length - 1) use(child);
    else eachLoop(child, steps, depth + 1, use);
  }
}

/**
 * A record for every loop at the end of a way down, such as the loops 2700 in all loops that LS opens: levels of EDI between
 * them that JSON does not have. Targets are those of `loops`.
 */
export function loopsAlong<T>(targets: readonly string[], declaration: RecordDeclaration<T>): Field<readonly T[]> {
  return {
    doc: { place: targets.map((target) => `loop ${target}`).join(' '), schema: { type: 'array', items: declaration.schema }, record: declaration },
    inside: insideAlong(targets, declaration),
    bind(scope, key): BoundField | undefined {
      const steps = findSteps(targets, scope.loop);
      const last = steps?.at(-1);
      if (steps === undefined || last === undefined) return undefined;
      const item = declaration.bind(inLoop(scope, last.def), undefined);
      const fragment = keyFragment(key);
      return {
        step: { kind: 'along', key: fragment, steps, item },
        encode: (loop, _segment, _base, run) => {
          const { out } = run;
          const open = openGroup(out, fragment);
          eachLoop(loop, steps, 0, (found) => {
            const first = found.firstSegment;
            if (first !== undefined) item.encode(found, first, 0, run);
          });
          closeGroup(out, fragment, open, ARRAY);
        },
        write: itemsWriter(key, (value, place, run) => {
          const around = steps.slice(0, -1).reduce((loop, step) => outChild(loop, step, place.path), place.loop);
          const made = around.addLoop(last.def, place.path);
          if (last.codes !== undefined) made.addTrigger(place.path, last.codes);
          return item.write?.(value, elsewhere(place, made), run);
        }),
      };
    },
  };
}

function insideAlong(targets: readonly string[], item: RecordDeclaration<unknown>): Nesting {
  return {
    item,
    isList: true,
    bind(scope) {
      const steps = findSteps(targets, scope.loop);
      const last = steps?.at(-1);
      if (steps === undefined || last === undefined) return undefined;
      return {
        scopes: [inLoop(scope, last.def)],
        visit: (loop, _segment, _base, visitor) =>
          eachLoop(loop, steps, 0, (found) => {
            const first = found.firstSegment;
            if (first !== undefined) visitor.at(found, first, 0, 0);
          }),
      };
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
        write: describeWrite(
          (value, where, run) => {
            if (typeof value !== 'string') run.wrongType(where.path, key, { type: 'string' });
            else for (const line of value.split('\n')) if (line !== '') location.make(where, false)?.set(element, undefined, line);
            return true;
          },
          { kind: 'lines', at: { location, element, isRelative: false, component: 1 } },
        ),
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
