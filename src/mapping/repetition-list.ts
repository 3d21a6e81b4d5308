import { packCode } from '../common/pack-code';
import { type Code, codeCodec } from './code-json';
import type { Codec } from './codecs/codec';
import { integerCodec } from './codecs/number.codec';
import { textCodec } from './codecs/text.codec';
import type { Enumeration } from './enumeration';
import type { BoundField, Field, Nesting, Scope, Write } from './field';
import { insideSegment } from './inside';
import { ARRAY, closeGroup, keyFragment, openGroup, writeJsonText } from './json-text';
import { findAt, guardOf, locate } from './locator';
import { parsePlace, type Place } from './place';
import { codesWriter, componentsWriter, nameRepetitionsWriter, repetitionsWriter } from './writing/element-writer';
import { OutLocation, whenWritten } from './writing/out-segments';
import type { Segment } from '../x12/segment';

/** Goes through the values of an element that repeats: in each repetition the components that are meant. Ends when `use` gives false. */
function eachValue(segment: Segment, element: number, components: readonly number[], use: (start: number, end: number) => boolean): void {
  const { bytes, delimiters } = segment.chunk;
  const last = segment.end(element);
  let component = 1;
  for (let start = segment.start(element); start < last;) {
    const end = valueEnd(segment, start, last);
    if (start < end && components.includes(component) && !use(start, end)) return;
    component = bytes[end] === delimiters.repetition ? 1 : component + 1;
    start = end + 1;
  }
}

/** Where the component or repetition ends that begins at `start`. */
function valueEnd({ chunk: { bytes, delimiters } }: Segment, start: number, last: number): number {
  let end = start;
  while (end < last && bytes[end] !== delimiters.component && bytes[end] !== delimiters.repetition) end++;
  return end;
}

/** Binds what writes the element of a place, where it has a value. */
function bindPlace(place: Place, scope: Scope, encode: BoundField['encode']): BoundField | undefined {
  const location = locate(place, scope);
  if (location === undefined) return undefined;
  const { element = 0 } = place;
  return {
    ...guardOf(location),
    step: { kind: 'if there', location, element },
    encode: (loop, segment, base, run) => {
      const found = findAt(location, loop, segment);
      if (found?.has(element) === true) encode(loop, found, base, run);
    },
  };
}

const THE_FIRST = [1] as const;

/**
 * All values of an element that repeats, such as the service types of COB04. Where the repetitions are composites, `components`
 * says which of their components are values.
 */
export function repetitions(placeText: string, components: readonly number[] = THE_FIRST): Field<readonly string[]> {
  const place = parsePlace(placeText);
  const { element = 0 } = place;
  return {
    doc: { place: placeText, schema: { type: 'array', items: textCodec.schema } },
    inside: insideRepetitions(place, components),
    bind: (scope, key) => {
      const fragment = keyFragment(key);
      const item = keyFragment(undefined);
      const bound = bindPlace(place, scope, (_loop, segment, _base, { out }) => {
        const open = openGroup(out, fragment);
        eachValue(segment, element, components, (start, end) => {
          out.raw(item);
          writeJsonText(out, segment.chunk, start, end);
          return true;
        });
        closeGroup(out, fragment, open, ARRAY);
      });
      return bound && { ...bound, write: whenCalled(() => repetitionsWriter(place, components, scope, key)) };
    },
  };
}

/** Makes what writes when it is first called: most declarations are bound to be read, and never write. */
function whenCalled(make: () => Write): Write {
  const made = whenWritten(make);
  return (value, where, run) => made()(value, where, run);
}

/**
 * The names of all values of an element that repeats; a code without a name is its own, so that names and codes have the same order. Written where the codes are
 * not given.
 */
export function namedRepetitions(table: Enumeration, placeText: string): Field<readonly string[]> {
  const place = parsePlace(placeText);
  const { element = 0 } = place;
  return {
    doc: { place: placeText, schema: { type: 'array', items: { type: 'string', enum: [...new Set(table.nameOf.values())] } } },
    bind: (scope, key) => {
      const fragment = keyFragment(key);
      const item = keyFragment(undefined);
      const names = table.jsonNames();
      const bound = bindPlace(place, scope, (_loop, segment, _base, { out }) => {
        const { chunk } = segment;
        const open = openGroup(out, fragment);
        eachValue(segment, element, THE_FIRST, (start, end) => {
          out.raw(item);
          const name = names.get(packCode(chunk.bytes, start, end));
          if (name === undefined) writeJsonText(out, chunk, start, end);
          else out.raw(name);
          return true;
        });
        closeGroup(out, fragment, open, ARRAY);
      });
      return bound && { ...bound, write: whenCalled(() => nameRepetitionsWriter(table, place, scope, key)) };
    },
  };
}

/** The first value of an element that repeats. */
export function firstRepetition(placeText: string, components: readonly number[] = THE_FIRST): Field<string> {
  const place = parsePlace(placeText);
  const { element = 0 } = place;
  return {
    doc: { place: placeText, schema: textCodec.schema },
    bind: (scope, key) => {
      const fragment = keyFragment(key);
      const bound = bindPlace(place, scope, (_loop, segment, _base, { out }) =>
        eachValue(segment, element, components, (start, end) => {
          out.raw(fragment);
          writeJsonText(out, segment.chunk, start, end);
          return false;
        }),
      );
      const write = whenCalled(() => repetitionsWriter(place, components, scope, key));
      return bound && { ...bound, write: (value, where, run) => write([value], where, run) };
    },
  };
}

/** Each value, as the item whose base is its first byte. */
function insideRepetitions(place: Place, components: readonly number[]): Nesting {
  const { element = 0 } = place;
  return insideSegment(place, { item: textAtBase(element), isList: true }, (loop, segment, _base, visitor) =>
    eachValue(segment, element, components, (start) => {
      visitor.at(loop, segment, start, 0);
      return true;
    }),
  );
}

function textAtBase(element: number): Field<string> {
  return {
    doc: { place: '', schema: textCodec.schema },
    bind: (_scope, key) => {
      const fragment = keyFragment(key);
      return {
        encode: (_loop, segment, base, { out }) => {
          out.raw(fragment);
          writeJsonText(out, segment.chunk, base, valueEnd(segment, base, segment.end(element)));
        },
      };
    },
  };
}

/** Calls back with the bounds of each component of an element that has a value. */
export function eachComponent(segment: Segment, element: number, use: (start: number, end: number) => void): void {
  const { bytes, delimiters } = segment.chunk;
  const last = segment.end(element);
  let start = segment.start(element);
  while (start < last) {
    let end = start;
    while (end < last && (bytes[end] ?? 0) !== delimiters.component) end++;
    if (start < end) use(start, end);
    start = end + 1;
  }
}

/** The components of an element as an array, such as the diagnosis pointers of SV107; empty ones are passed over. */
function componentList<T>(placeText: string, codec: Codec<T>): Field<readonly T[]> {
  const place = parsePlace(placeText);
  const { element = 0 } = place;
  return {
    doc: { place: placeText, schema: { type: 'array', items: codec.schema } },
    inside: insideComponents(place, codec),
    bind(scope, key) {
      const location = locate(place, scope);
      if (location === undefined) return undefined;
      const fragment = keyFragment(key);
      const item = keyFragment(undefined);
      const out = new OutLocation(place, scope);
      return {
        ...guardOf(location),
        step: { kind: 'components', key: fragment, location, element, isRelative: false, first: 1, most: Infinity, codec },
        encode: (loop, current, _base, run) => {
          const found = findAt(location, loop, current);
          if (found?.has(element) !== true) return;
          const { out } = run;
          const open = openGroup(out, fragment);
          eachComponent(found, element, (start, end) => codec.encode(run, item, found.chunk, start, end));
          closeGroup(out, fragment, open, ARRAY);
        },
        write: componentsWriter(key, codec, out, element),
      };
    },
  };
}

/** Each component that has a value, as the item that is counted from it. */
function insideComponents<T>(place: Place, codec: Codec<T>): Nesting {
  const { element = 0 } = place;
  return insideSegment(place, { item: componentAtBase(element, codec), isList: true }, (loop, segment, _base, visitor) => {
    for (let component = 1; ; component++) {
      const start = segment.componentStart(element, component);
      if (start < 0) return;
      if (start < segment.componentEnd(element, start)) visitor.at(loop, segment, component, 0);
    }
  });
}

/** The component of an element whose number is the base. */
function componentAtBase<T>(element: number, codec: Codec<T>): Field<T> {
  return {
    doc: { place: '', schema: codec.schema },
    bind: (_scope, key) => {
      const fragment = keyFragment(key);
      return {
        encode: (_loop, segment, base, run) => {
          const start = segment.componentStart(element, base);
          if (start >= 0) codec.encode(run, fragment, segment.chunk, start, segment.componentEnd(element, start));
        },
      };
    },
  };
}

/** The codes of one list in components of an element, such as the modifiers of a procedure (C003-3 to C003-6): `codes('HCPCS_MODIFIER', '-3', 4)`. */
export function codes(subType: string, firstPlace: string, most: number): Field<readonly Code[]> {
  const place = parsePlace(firstPlace);
  const { element = 0, isRelative, component: first = 1 } = place;
  const codec = codeCodec(subType);
  return {
    doc: { place: firstPlace, schema: { type: 'array', items: codec.schema } },
    bind(scope, key) {
      const location = locate(place, scope);
      if (location === undefined) return undefined;
      const fragment = keyFragment(key);
      const item = keyFragment(undefined);
      return {
        ...guardOf(location),
        step: { kind: 'components', key: fragment, location, element, isRelative, first, most, codec },
        encode: (loop, current, base, run) => {
          const found = findAt(location, loop, current);
          const at = isRelative ? base + element : element;
          let start = found?.componentStart(at, first) ?? -1;
          if (found === undefined || start < 0) return;
          const { out } = run;
          const open = openGroup(out, fragment);
          const last = found.end(at);
          for (let i = 0; i < most && start <= last; i++) {
            const end = found.componentEnd(at, start);
            if (start < end) codec.encode(run, item, found.chunk, start, end);
            start = end + 1;
          }
          closeGroup(out, fragment, open, ARRAY);
        },
        write: codesWriter({ subType, place, most }, scope, key),
      };
    },
  };
}

/** The components of an element as strings. */
export const texts = (place: string): Field<readonly string[]> => componentList(place, textCodec);

/** The components of an element as whole numbers. */
export const integers = (place: string): Field<readonly number[]> => componentList(place, integerCodec);
