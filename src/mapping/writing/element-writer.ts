import type { ElementDef } from '../../guide/guide.types';
import type { OutSegment } from '../../guide/out-loop';
import type { Codec } from '../codecs/codec';
import type { Enumeration } from '../enumeration';
import type { BoundField, Scope, Write } from '../field';
import { slotsOf } from '../locator';
import type { Place } from '../place';
import { itemsWriter } from './items-writer';
import { OutLocation } from './out-segments';
import { readGivenCode } from './qualified-codes-writer';
import { isGiven, JsonPath, type WriteRun } from './write-run';
import { describeWrite, type WrittenPlace } from './writing';

/*
 * Writers of one element: its value, its components, or its repetitions.
 */

/** A name of a code, and the place of the code. */
interface WrittenName {
  readonly segment: OutSegment;
  readonly number: number;
  readonly component: number | undefined;
  /** The code that the name stands for; empty for the name of every other code. */
  readonly text: string;
  readonly value: unknown;
  readonly path: JsonPath;
  readonly key: string | undefined;
}

/** Writes a name where no code is beside it, and reports one that differs from the code, which may be written after the name. */
function writeName({ segment, number, component, text, value, path, key }: WrittenName, nameOf: (code: string) => string | undefined, run: WriteRun): void {
  const check = (): void => {
    const code = segment.text(number, component);
    if (code === '' && text !== '') return segment.set(number, component, text);
    if (code === text && code !== '') return;
    if (code === '') run.mismatch(path, key, 'The name stands for several codes and needs a code beside it; it is not written');
    else if (nameOf(code) !== value) run.mismatch(path, key, 'The name is not that of the code beside it, which is written');
  };
  if (segment.text(number, component) === '') run.afterMembers(check);
  else check();
}

/** What writes the value of an element or component. */
export function elementWriter<T>(place: Place, scope: Scope, codec: Codec<T>, key: string | undefined): Pick<BoundField, 'write' | 'toText'> {
  const { write, nameOf, hasSeveralCodes, isSecond = false, schema } = codec;
  if (write === undefined) return {};
  const location = new OutLocation(place, scope);
  const { element = 0, component, isRelative } = place;
  const writing = { kind: 'element', at: writtenPlace(location, place), codec } as const;
  return {
    toText: (value) => write(value, '') || undefined,
    write: describeWrite((value, where, run) => {
      const segment = value === '' ? undefined : location.at(where);
      if (segment === undefined) return true;
      const number = isRelative ? where.base + element : element;
      const before = segment.text(number, component);
      const text = write(value, before);
      if (text === false) return false;
      if (text === undefined) run.wrongType(where.path, key, schema, value);
      else if (isSecond && before === '') run.mismatch(where.path, key, 'A last day needs a first day beside it; it is not written');
      else if (nameOf !== undefined && (before !== '' || text === '' || hasSeveralCodes?.(value) === true))
        writeName({ segment, number, component, text, value, path: where.path, key }, nameOf, run);
      else if (text !== '') {
        if (before !== '' && !text.includes(before))
          run.mismatch(where.path, undefined, `Two properties of the object say different values for one place; that of '${key ?? ''}' is written`);
        segment.set(number, component, text);
      }
      return true;
    }, writing),
  };
}

export const writtenPlace = (location: OutLocation, { element = 0, component = 1, isRelative }: Place): WrittenPlace => ({
  location,
  element,
  isRelative,
  component,
});

/** Writes an array as the components of an element. Values have no places of their own, as items of other arrays do: a path is made for a wrong one only. */
export function componentsWriter<T>(key: string | undefined, codec: Codec<T>, location: OutLocation, element: number): NonNullable<BoundField['write']> {
  const { write, schema } = codec;
  const at = { location, element, isRelative: false, component: 1 };
  return describeWrite(
    (values, where, run) => {
      if (!Array.isArray(values)) {
        run.wrongType(where.path, key, { type: 'array' });
        return true;
      }
      const items: readonly unknown[] = values;
      const texts: string[] = [];
      for (let i = 0; i < items.length; i++) {
        const value = items[i];
        if (!isGiven(value)) continue;
        const text = write?.(value, '');
        if (text === undefined) run.wrongType(new JsonPath(key === undefined ? where.path : new JsonPath(where.path, key), i), undefined, schema, value);
        else if (text !== '' && text !== false) texts.push(text);
      }
      if (texts.length > 0) location.at(where)?.setWhole(element, texts);
      return true;
    },
    { kind: 'components', at, codec },
  );
}

/** Codes of one list in components from that of the place on. */
interface ComponentCodes {
  readonly subType: string;
  readonly place: Place;
  readonly most: number;
}

/** Writes an array of codes as components of an element. */
export function codesWriter({ subType, place, most }: ComponentCodes, scope: Scope, key: string | undefined): Write {
  const location = new OutLocation(place, scope);
  const { element = 0, isRelative, component: first = 1 } = place;
  return describeWrite(
    (values, where, run) => {
      let index = 0;
      const isWritten = itemsWriter(key, (value, { path }) => {
        const given = index < most ? readGivenCode(value, path, run, [], subType) : undefined;
        if (given !== undefined) location.at(where)?.set(isRelative ? where.base + element : element, first + index, given.code);
        index++;
      })(values, where, run);
      if (index > most) {
        const message = `There is room for ${most} of these; the others are not written`;
        run.issue(where.path, key, { issueType: 'NUMBER_OF_ITEMS', message, maxNumberOfItems: most, actualNumberOfItems: index });
      }
      return isWritten;
    },
    { kind: 'component codes', at: writtenPlace(location, place), list: subType, most },
  );
}

/** A component that values are written to, and what names its code list. */
interface ValueComponent {
  readonly component: number;
  /** True for a value that the component can have. */
  readonly accepts: (value: string) => boolean;
  /** Component and code of the only code list of the value; undefined without one. */
  readonly list: { readonly component: number; readonly code: string } | undefined;
}

/**
 * Writes an array of texts as the repetitions of an element. In composites a value stands in the first of `components` that can have it by its length and codes;
 * a value for a later component joins the repetition before if that has room for it.
 */
export function repetitionsWriter(place: Place, components: readonly number[], scope: Scope, key: string | undefined): Write {
  const location = new OutLocation(place, scope);
  const { element = 0 } = place;
  const places = componentsOf(slotsOf(place, scope.loop)[0]?.elements[element - 1], components);
  return (values, where, run) => {
    if (!Array.isArray(values)) {
      run.wrongType(where.path, key, { type: 'array' });
      return true;
    }
    const repetitions: string[][] = [];
    const given: readonly unknown[] = values;
    for (const value of given) {
      if (!isGiven(value)) continue;
      if (typeof value === 'string') addValue(repetitions, value, places);
      else run.wrongType(where.path, key, { type: 'string' });
    }
    const [first, ...others] = repetitions;
    if (first === undefined) return true;
    location.at(where)?.setWhole(element, others.length === 0 ? simple(first) : { repetitions: repetitions.map(simple) });
    return true;
  };
}

/** Writes an array of names as the codes that they stand for; where codes are written already, it reports names of others. */
export function nameRepetitionsWriter({ codeOf, nameOf }: Enumeration, place: Place, scope: Scope, key: string | undefined): Write {
  const location = new OutLocation(place, scope);
  const write = repetitionsWriter(place, THE_FIRST, scope, key);
  const { element = 0 } = place;
  return (values, where, run) => {
    if (!Array.isArray(values)) return write(values, where, run);
    const given: readonly unknown[] = values;
    const codes = given.filter((value) => isGiven(value)).map((value) => (typeof value === 'string' ? (codeOf.get(value) ?? value) : value));
    const unknown = codes.find((code) => typeof code === 'string' && !nameOf.has(code));
    const segment = location.at(where);
    if (segment?.has(element) === true) {
      const written = textsOf(segment.elements[element - 1]).map((code) => nameOf.get(code) ?? code);
      const isSame = written.length === codes.length && written.every((name, i) => name === given[i] || name === codes[i]);
      if (!isSame) run.mismatch(where.path, key, 'The names are not those of the codes beside them, which are written');
      return true;
    }
    if (unknown === undefined) return write(codes, where, run);
    run.wrongType(where.path, key, { type: 'string', enum: [...codeOf.keys()] });
    return true;
  };
}

const THE_FIRST = [1] as const;

/** The first component of each repetition. */
function textsOf(value: OutSegment['elements'][number]): readonly string[] {
  if (value === undefined || typeof value === 'string') return value === undefined ? [] : [value];
  const repetitions = 'repetitions' in value ? value.repetitions : [value];
  return repetitions.map((one) => (typeof one === 'string' ? one : (one[0] ?? '')));
}

const simple = (components: string[]): string | string[] => (components.length === 1 ? (components[0] ?? '') : components);

function componentsOf(def: ElementDef | undefined, numbers: readonly number[]): readonly ValueComponent[] {
  return numbers.map((component) => {
    const parts = def?.components ?? [];
    const part = parts[component - 1];
    const listNumber = part?.codeSetBy;
    const [code, ...more] = listNumber === undefined ? [] : (parts[listNumber - 1]?.codes ?? []);
    return {
      component,
      accepts: (value) => part === undefined || (value.length <= part.max && (part.codes?.includes(value) ?? true)),
      list: listNumber === undefined || code === undefined || more.length > 0 ? undefined : { component: listNumber, code },
    };
  });
}

function addValue(repetitions: string[][], value: string, places: readonly ValueComponent[]): void {
  const { component, list } = places.find(({ accepts }) => accepts(value)) ?? places[0] ?? { component: 1, list: undefined };
  const last = repetitions.at(-1);
  const target = last !== undefined && last.length < component && component > 1 ? last : [];
  if (target !== last) repetitions.push(target);
  while (target.length < component) target.push('');
  target[component - 1] = value;
  if (list !== undefined) target[list.component - 1] = list.code;
}
