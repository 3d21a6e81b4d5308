import { ExactSum } from '../common/exact-sum';
import type { LoopDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { Codec } from './codecs/codec';
import { periodFromCodec, periodToCodec, readPeriod, writeDay } from './codecs/date.codec';
import { type BoundField, type BoundSummands, type Field, inLoop, type Scope, type Write } from './field';
import { keyFragment } from './json-text';
import { isSelected, select, selectChildren, type Selection } from './locator';
import { parsePlace, type Place } from './place';
import { elementWriter } from './writing/element-writer';
import { writtenWhere } from './given';
import { firstOf } from './nested';
import { isObject, type JsonObject } from './writing/write-run';
import { describeWrite, type Writing, writingOf } from './writing/writing';

/** The earliest and the latest of some dates, as yyyymmdd; -1 when there is none. */
interface DateRange {
  readonly min: number;
  readonly max: number;
}

/** Where the dates of a range stand: in child loops, or in the loop itself. */
interface RangePlaces {
  readonly children: LoopDef | undefined;
  readonly selection: Selection;
  readonly element: number;
}

/** Finds the range of a loop. The two fields of a range ask one after the other, so the last answer is kept. */
class DateRangeFinder {
  private lastLoop: LoopNode | undefined;
  min = -1;
  max = -1;

  find(loop: LoopNode, places: RangePlaces): DateRange {
    if (this.lastLoop !== loop) {
      this.lastLoop = loop;
      this.min = -1;
      this.max = -1;
      if (places.children === undefined) this.look(loop, places);
      else for (const child of loop.loops) if (child.def === places.children) this.look(child, places);
    }
    return this;
  }

  private look(loop: LoopNode, { selection, element }: RangePlaces): void {
    const { position, slot } = selection;
    if (position >= 0 && loop.first[position] === undefined) return;
    for (const segment of loop.segments) {
      if ((slot >= 0 && segment.slot !== slot) || !isSelected(selection, segment)) continue;
      const { from, to } = readPeriod(segment.chunk.bytes, segment.start(element), segment.end(element));
      this.add(from);
      this.add(to);
    }
  }

  /** Ends of a period may be changed over, so both count for both. */
  private add(day: number): void {
    if (day < 0) return;
    if (this.min < 0 || day < this.min) this.min = day;
    if (day > this.max) this.max = day;
  }
}

/**
 * The earliest and the latest day of a place (dates or periods) in all child loops with an id, or in the loop itself when there
 * is no id, as two fields: `dateRange('serviceDate', '2110', 'DTM[472]02')` gives serviceDateFrom and serviceDateTo.
 */
export function dateRange<K extends string>(
  key: K,
  loopId: string | undefined,
  placeText: string,
): { readonly [P in `${K}From`]: Field<string> } & { readonly [P in `${K}To`]: Field<string> } {
  const place = parsePlace(placeText);
  const finder = new DateRangeFinder();
  const where = loopId === undefined ? placeText : `loop ${loopId} ${placeText}`;
  const fields = {
    [`${key}From`]: rangeField(`first of ${where}`, loopId, place, (loop, places) => finder.find(loop, places).min, periodFromCodec),
    [`${key}To`]: rangeField(`last of ${where}`, loopId, place, (loop, places) => finder.find(loop, places).max, lastDayCodec),
  };
  return asRange<K>(fields);
}

/** The child loops that days follow from, and the key of their records. */
export interface DatedItems {
  readonly loop: string;
  readonly items: string;
}

/**
 * As `dateRange`: the days of the loop itself, else those of child loops. A record has to state its days only where they do not follow from those of its
 * items, and only then they are written in its own loop.
 */
export function ownOrItemDates<K extends string>(
  key: K,
  { loop, items }: DatedItems,
  placeText: string,
): { readonly [P in `${K}From`]: Field<string> } & { readonly [P in `${K}To`]: Field<string> } {
  const [own, ofItems] = [dateRange<string>(key, undefined, placeText), dateRange<string>(key, loop, placeText)];
  const keys = [`${key}From`, `${key}To`] as const;
  const differs = (record: JsonObject): boolean => differsFromItems(record, items, keys);
  const fields = keys.map((name, i): readonly [string, Field<string>] => {
    const stated = readField(own, name);
    const field = firstOf(writtenWhere(differs, stated), readField(ofItems, name));
    return [name, describedField(field, (scope) => ({ kind: 'derived day', isLast: i === 1, keys, ...ownDay(stated.bind(scope, name), items) }))];
  });
  return asRange<K>(Object.fromEntries(fields));
}

const readField = (fields: Readonly<Record<string, Field<string>>>, key: string): Field<string> => {
  const field = fields[key];
  if (field === undefined) throw new RangeError(`There is no field ${key}.`);
  return field;
};

/** True for a record whose days do not follow from those of its items. */
function differsFromItems(record: JsonObject, items: string, [first, last]: readonly [string, string]): boolean {
  const list: unknown = record[items];
  const all: readonly unknown[] = Array.isArray(list) ? list : [];
  const days = all
    .flatMap((item) => (isObject(item) ? [digitsOf(item[first]), digitsOf(item[last])] : []))
    .filter((day) => day !== '')
    .sort();
  const [from, to] = [digitsOf(record[first]), digitsOf(record[last])];
  return from !== (days[0] ?? '') || (to !== '' && to !== days.at(-1));
}

/** A day without separators between its parts: reads yyyy-mm-dd and CCYYMMDD. */
const digitsOf = (day: unknown): string => (typeof day === 'string' ? day.replaceAll('-', '') : '');

/** What writes a day that the record states by itself; nothing where the guide has no place for it. */
function ownDay(bound: BoundField | undefined, items: string): Pick<Extract<Writing, { kind: 'derived day' }>, 'own'> {
  const writing = bound?.write && writingOf(bound.write);
  return writing?.kind === 'own day' ? { own: { write: writing.item, items } } : {};
}

/** A field with another description of what writes it. */
const describedField = (field: Field<string>, describe: (scope: Scope) => Writing): Field<string> => ({
  ...field,
  bind(scope, key) {
    const bound = field.bind(scope, key);
    if (bound?.write === undefined) return bound;
    const { write } = bound;
    return { ...bound, write: describeWrite((value, where, run) => write(value, where, run), describe(scope)) };
  },
});

/** The two keys are the computed ones above. */
function asRange<K extends string>(fields: object): { readonly [P in `${K}From`]: Field<string> } & { readonly [P in `${K}To`]: Field<string> } {
  return fields as { readonly [P in `${K}From`]: Field<string> } & { readonly [P in `${K}To`]: Field<string> };
}

type FindDate = (loop: LoopNode, places: RangePlaces) => number;

/** The last day of a period, which is one day where that is its first. */
export const lastDayCodec: Codec<string> = {
  ...periodToCodec,
  write: (value, before) => {
    const day = writeDay(value);
    return day === before ? day : periodToCodec.write?.(value, before);
  },
};

/** Writes a day of the object itself, and reports a last day before the first: reading takes the earlier one as the first. */
function ownDayWriter({ write }: Pick<BoundField, 'write'>, key: string): Pick<BoundField, 'write'> {
  if (write === undefined) return {};
  const [first = '', last = ''] = rangeKeys(key);
  const compared: Write = (value, where, run) => {
    const [from, to] = [writeDay(where.record[first]), writeDay(where.record[last])];
    if (from !== undefined && to !== undefined && to !== '' && from > to) run.mismatch(where.path, key, 'The last day is before the first one');
    return write(value, where, run);
  };
  return { write: describeWrite(compared, { kind: 'own day', item: write }) };
}

/** The keys of the first and the last day. */
const rangeKeys = (key: string): readonly string[] => [key.replace(/To$/, 'From'), key.replace(/From$/, 'To')];

/** Writes nothing, since the days of the items decide; reports a day that is not the first or the last of them. */
function derivedDayCheck(key: string): NonNullable<BoundField['write']> {
  const isLast = key.endsWith('To');
  const keys = rangeKeys(key);
  return describeWrite(
    (value, { record, path }, run) => {
      const day = writeDay(value);
      let outer: string | undefined;
      for (const items of Object.values(record)) {
        const list: readonly unknown[] = Array.isArray(items) ? items : [];
        for (const item of list) {
          if (!isObject(item)) continue;
          for (const one of keys) {
            const found = writeDay(item[one]);
            if (found && (outer === undefined || (isLast ? found > outer : found < outer))) outer = found;
          }
        }
      }
      if (day === undefined) run.wrongType(path, key, { type: 'string', format: 'date' }, value);
      else if (day !== outer) run.mismatch(path, key, 'The day follows from those of the items, which say another one; it is not written');
      return true;
    },
    { kind: 'derived day', isLast, keys },
  );
}

/** Days of child loops are written there, those of the loop itself by `codec`. */
function rangeField(placeText: string, loopId: string | undefined, place: Place, find: FindDate, codec: Codec<string>): Field<string> {
  return {
    doc: { place: placeText, schema: { type: 'string', format: 'date' } },
    bind(scope, key) {
      const places = findPlaces(scope, loopId, place);
      if (places === undefined) return undefined;
      const fragment = keyFragment(key);
      return {
        ...(loopId === undefined ? ownDayWriter(elementWriter(place, scope, codec, key), key ?? '') : { write: derivedDayCheck(key ?? '') }),
        step: { kind: 'day of range', key: fragment, ...places, isLast: codec === lastDayCodec },
        encode: (loop, _segment, _base, { out }) => {
          const value = find(loop, places);
          if (value < 0) return;
          out.raw(fragment);
          out.date(value);
        },
      };
    },
  };
}

function findPlaces(scope: Scope, loopId: string | undefined, place: Place): RangePlaces | undefined {
  const element = place.element ?? 2;
  if (loopId === undefined) {
    const own = select(place, scope);
    return own && { children: undefined, selection: own, element };
  }
  const [child] = selectChildren(loopId, scope.loop);
  const selection = child && select(place, inLoop(scope, child.def));
  return child && selection && { children: child.def, selection, element };
}

/** Amounts that are added up: elements of the segments of a place, in the loop itself or in child loops. */
export interface Summands {
  readonly place: string;
  readonly elements: readonly number[];
  /** Id of the child loops; absent for the loop itself. */
  readonly loop?: string;
}

/** The exact sum of amounts; 0 where there is none. */
export function sum(...summands: readonly Summands[]): Field<number> {
  const total = new ExactSum();
  return {
    doc: { place: `sum of ${summands.map(placeOf).join(' and ')}`, schema: { type: 'number' } },
    bind(scope, key) {
      const fragment = keyFragment(key);
      const bound = summands.flatMap(({ place, elements, loop }): readonly BoundSummands[] => {
        const children = loop === undefined ? [undefined] : selectChildren(loop, scope.loop).map(({ def }) => def);
        return children.flatMap((child) => {
          const selection = select(parsePlace(place), child === undefined ? scope : inLoop(scope, child));
          return selection === undefined ? [] : [{ selection, elements, children: child }];
        });
      });
      if (bound.length === 0) return undefined;
      const read = (loop: LoopNode): string => {
        total.clear();
        for (const one of bound) addAll(total, loop, one);
        return total.text;
      };
      return {
        step: { kind: 'sum', key: fragment, summands: bound },
        encode: (loop, _segment, _base, { out }) => {
          out.raw(fragment);
          out.text(read(loop));
        },
      };
    },
  };
}

const placeOf = ({ place, elements, loop }: Summands): string =>
  `${loop === undefined ? '' : `loop ${loop} `}${place}${elements.map((element) => String(element).padStart(2, '0')).join(', ')}`;

function addAll(total: ExactSum, loop: LoopNode, summands: BoundSummands): void {
  const { children } = summands;
  if (children === undefined) addOf(total, loop, summands);
  else for (const child of loop.loops) if (child.def === children) addOf(total, child, summands);
}

/** What is no number counts as nothing, as it does in JSON. */
function addOf(total: ExactSum, { first, segments }: LoopNode, { selection, elements }: BoundSummands): void {
  if (selection.position >= 0 && first[selection.position] === undefined) return;
  for (const segment of segments) {
    if (!isSelected(selection, segment)) continue;
    for (const element of elements) if (segment.has(element)) total.addBytes(segment.chunk.bytes, segment.start(element), segment.end(element));
  }
}
