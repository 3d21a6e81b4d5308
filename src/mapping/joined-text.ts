import type { ByteWriter } from '../common/byte-writer';
import { Fragment } from '../common/fragment';
import type { Field } from './field';
import { keyFragment, writeJsonText } from './json-text';
import { guardOfSelection, isSelected, select } from './locator';
import { parsePlace } from './place';
import type { Segment } from '../x12/segment';
import { OutLocation } from './writing/out-segments';

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
