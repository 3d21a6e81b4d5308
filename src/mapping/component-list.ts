import type { Segment } from '../x12/segment';
import { codeCodec } from './code';
import type { Code } from './code-json';
import type { Codec } from './codecs/codec';
import { integerCodec } from './codecs/number.codec';
import { textCodec } from './codecs/text.codec';
import type { Field, Nesting } from './field';
import { insideSegment } from './inside';
import { ARRAY, closeGroup, keyFragment, openGroup } from './json-text';
import { findAt, guardOf, locate } from './locator';
import { parsePlace, type Place } from './place';
import { codesWriter, componentsWriter } from './writing/components-writer';
import { OutLocation } from './writing/out-segments';

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
