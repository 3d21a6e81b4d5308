import type { Segment } from '../x12/segment';
import type { Codec } from './codecs/codec';
import { integerCodec } from './codecs/number.codec';
import { textCodec } from './codecs/text.codec';
import type { Field, Nesting } from './field';
import { insideSegment } from './inside';
import { ARRAY, closeGroup, keyFragment } from './json-text';
import { findAt, guardOf, locate } from './locator';
import { parsePlace, type Place } from './place';
import { componentsWriter } from './writing/components-writer';
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
        read: (loop, current, _base, context) => {
          const found = findAt(location, loop, current);
          const values: T[] = [];
          if (found !== undefined) {
            eachComponent(found, element, (start, end) => {
              const value = codec.read(found.chunk, start, end, context);
              if (value !== undefined) values.push(value);
            });
          }
          return values.length === 0 ? undefined : values;
        },
        encode: (loop, current, _base, run) => {
          const found = findAt(location, loop, current);
          if (found?.has(element) !== true) return;
          const { out } = run;
          const mark = out.length;
          out.raw(fragment);
          const open = out.length;
          eachComponent(found, element, (start, end) => codec.encode(run, item, found.chunk, start, end));
          closeGroup(out, mark, open, ARRAY);
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
        read: (_loop, segment, base, context) => {
          const start = segment.componentStart(element, base);
          return start < 0 ? undefined : codec.read(segment.chunk, start, segment.componentEnd(element, start), context);
        },
        encode: (_loop, segment, base, run) => {
          const start = segment.componentStart(element, base);
          if (start >= 0) codec.encode(run, fragment, segment.chunk, start, segment.componentEnd(element, start));
        },
      };
    },
  };
}

/** The components of an element as strings. */
export const texts = (place: string): Field<readonly string[]> => componentList(place, textCodec);

/** The components of an element as whole numbers. */
export const integers = (place: string): Field<readonly number[]> => componentList(place, integerCodec);
