import { packCode } from '../common/pack-code';
import type { Segment } from '../x12/segment';
import type { Enumeration } from './enumeration';
import { textCodec } from './codecs/text.codec';
import type { BoundField, Field, Nesting, Scope, Write } from './field';
import { insideSegment } from './inside';
import { ARRAY, closeGroup, keyFragment, openGroup, writeJsonText } from './json-text';
import { findAt, guardOf, locate } from './locator';
import { parsePlace, type Place } from './place';
import { whenWritten } from './writing/out-segments';
import { nameRepetitionsWriter, repetitionsWriter } from './writing/repetitions-writer';

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
  return {
    ...guardOf(location),
    encode: (loop, segment, base, run) => {
      const found = findAt(location, loop, segment);
      if (found?.has(place.element ?? 0) === true) encode(loop, found, base, run);
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
