import { formatDate, readDate8 } from '../common/dates';
import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import type { Field } from './field';
import { memberFragment } from './json-text';
import { isSelected, select } from './locator';
import { parsePlace } from './place';

/** The earliest or latest date (CCYYMMDD) of a place in all child loops with the id. */
export function dateOf(which: 'min' | 'max', loopId: string, placeText: string): Field<string> {
  const place = parsePlace(placeText);
  const element = place.element ?? 2;
  const isBetter = which === 'min' ? (a: number, b: number) => a < b : (a: number, b: number) => a > b;
  return {
    doc: { place: `${which} of loop ${loopId} ${placeText}`, schema: { type: 'string', format: 'date' } },
    bind(scope, key) {
      const def = scope.loop.children.find((child) => child.kind === 'loop' && child.id === loopId);
      if (def?.kind !== 'loop') return undefined;
      const selection = select(place, { guide: scope.guide, loop: def, segment: undefined });
      if (selection === undefined) return undefined;
      const { position } = selection;
      const find = (loop: LoopNode): number => {
        let best = -1;
        for (const child of loop.loops) {
          if (child.def !== def || (position >= 0 && child.first[position] === undefined)) continue;
          for (const segment of child.segments) {
            const value = isSelected(selection, segment) ? dateAt(segment, element) : -1;
            if (value >= 0 && (best < 0 || isBetter(value, best))) best = value;
          }
        }
        return best;
      };
      const fragment = memberFragment(key);
      return {
        read: (loop) => {
          const value = find(loop);
          return value < 0 ? undefined : formatDate(value);
        },
        encode: (loop, _segment, _base, { out }) => {
          const value = find(loop);
          if (value < 0) return;
          out.raw(fragment);
          out.date(value);
        },
      };
    },
  };
}

function dateAt(segment: Segment, element: number): number {
  return readDate8(segment.chunk.bytes, segment.start(element), segment.end(element));
}
