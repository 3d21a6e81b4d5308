import type { LoopNode } from '../guide/loop-node';
import type { Field } from './field';
import { memberFragment } from './json-text';
import { isSelected, select } from './locator';
import { parsePlace } from './place';

/** The texts of an element in all segments of a place, such as NTE02 of several notes, joined by line feeds. */
export function joined(placeText: string): Field<string> {
  const place = parsePlace(placeText);
  const { element = 1 } = place;
  return {
    doc: { place: placeText, schema: { type: 'string' } },
    bind(scope, key) {
      const selection = select(place, scope);
      if (selection === undefined) return undefined;
      const fragment = memberFragment(key);
      const read = ({ segments }: LoopNode): string | undefined => {
        const texts = segments.filter((segment) => isSelected(selection, segment) && segment.has(element)).map((segment) => segment.element(element));
        return texts.length === 0 ? undefined : texts.join('\n');
      };
      return {
        ...(selection.position >= 0 ? { position: selection.position } : {}),
        read,
        encode: (loop, _segment, _base, { out }) => {
          const text = read(loop);
          if (text === undefined) return;
          out.raw(fragment);
          out.text(JSON.stringify(text));
        },
      };
    },
  };
}
