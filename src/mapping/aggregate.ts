import { formatDate } from '../common/dates';
import { readPeriod } from './codecs/period.codec';
import type { LoopDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { Field, Scope } from './field';
import { memberFragment } from './json-text';
import { inLoop } from './nested';
import { isSelected, select, type Selection } from './locator';
import { parsePlace, type Place } from './place';

/** The earliest and the latest of some dates, as yyyymmdd; -1 when there is none. */
interface DateRange {
  readonly min: number;
  readonly max: number;
}

/** Looks through the child loops of a definition. The two fields of a range ask one after the other, so the last answer is kept. */
class DateRangeFinder {
  private lastLoop: LoopNode | undefined;
  private lastRange: DateRange = { min: -1, max: -1 };

  find(loop: LoopNode, def: LoopDef, selection: Selection, element: number): DateRange {
    if (this.lastLoop === loop) return this.lastRange;
    let min = -1;
    let max = -1;
    for (const child of loop.loops) {
      if (child.def !== def || (selection.position >= 0 && child.first[selection.position] === undefined)) continue;
      for (const segment of child.segments) {
        if (selection.slot >= 0 && segment.slot !== selection.slot) continue;
        if (!isSelected(selection, segment)) continue;
        const { from, to } = readPeriod(segment.chunk.bytes, segment.start(element), segment.end(element));
        const first = from < 0 ? to : from;
        if (first >= 0 && (min < 0 || first < min)) min = first;
        max = Math.max(max, from, to);
      }
    }
    this.lastLoop = loop;
    this.lastRange = { min, max };
    return this.lastRange;
  }
}

/**
 * The earliest and the latest day of a place (dates or periods) in all child loops with the id, as two fields:
 * `dateRange('serviceDate', '2110', 'DTM[472]02')` gives serviceDateFrom and serviceDateTo.
 */
export function dateRange<K extends string>(
  key: K,
  loopId: string,
  placeText: string,
): { readonly [P in `${K}From`]: Field<string> } & { readonly [P in `${K}To`]: Field<string> } {
  const place = parsePlace(placeText);
  const finder = new DateRangeFinder();
  const fields = {
    [`${key}From`]: rangeField(
      `first of loop ${loopId} ${placeText}`,
      loopId,
      place,
      (loop, def, selection) => finder.find(loop, def, selection, place.element ?? 2).min,
    ),
    [`${key}To`]: rangeField(
      `last of loop ${loopId} ${placeText}`,
      loopId,
      place,
      (loop, def, selection) => finder.find(loop, def, selection, place.element ?? 2).max,
    ),
  };
  return asRange<K>(fields);
}

/** The two keys are the computed ones above. */
function asRange<K extends string>(fields: object): { readonly [P in `${K}From`]: Field<string> } & { readonly [P in `${K}To`]: Field<string> } {
  return fields as { readonly [P in `${K}From`]: Field<string> } & { readonly [P in `${K}To`]: Field<string> };
}

type FindDate = (loop: LoopNode, def: LoopDef, selection: Selection) => number;

function rangeField(placeText: string, loopId: string, place: Place, find: FindDate): Field<string> {
  return {
    doc: { place: placeText, schema: { type: 'string', format: 'date' } },
    bind(scope, key) {
      const target = findChildLoop(scope, loopId, place);
      if (target === undefined) return undefined;
      const { def, selection } = target;
      const fragment = memberFragment(key);
      return {
        read: (loop) => {
          const value = find(loop, def, selection);
          return value < 0 ? undefined : formatDate(value);
        },
        encode: (loop, _segment, _base, { out }) => {
          const value = find(loop, def, selection);
          if (value < 0) return;
          out.raw(fragment);
          out.date(value);
        },
      };
    },
  };
}

function findChildLoop(scope: Scope, loopId: string, place: Place): { readonly def: LoopDef; readonly selection: Selection } | undefined {
  const def = scope.loop.children.find((child) => child.kind === 'loop' && child.id === loopId);
  if (def?.kind !== 'loop') return undefined;
  const selection = select(place, inLoop(scope, def));
  return selection && { def, selection };
}
