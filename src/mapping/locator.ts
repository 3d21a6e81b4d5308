import type { LoopDef, SegmentDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import type { Scope } from './field';
import type { Place } from './place';

/** Tests whether a segment of the loop is the one that a place means. */
export type Matcher = (segment: Segment) => boolean;

/** Finds the segment that a place means; the first one where there are several. */
export type Locator = (loop: LoopNode, segment: Segment) => Segment | undefined;

/** The segment definitions of the loop that a place can mean; empty when the guide has none there. */
export function slotsOf(place: Place, loop: LoopDef): readonly SegmentDef[] {
  return [loop.trigger, ...loop.children.filter((child) => child.kind === 'segment')].filter(
    (def, i, all) => def.id === place.segment && all.indexOf(def) === i && canMatch(place, def),
  );
}

const codesOf = (def: SegmentDef): ReadonlySet<string> | undefined => def.qualifiers.find(({ component }) => component === undefined)?.codes;

function canMatch(place: Place, def: SegmentDef): boolean {
  const codes = codesOf(def);
  if (place.codes === undefined || codes === undefined) return true;
  if (place.isExcluding) return [...codes].some((code) => !place.codes?.includes(code));
  return place.codes.some((code) => codes.has(code));
}

/** True when every segment at the slot is meant, so that the qualifier need not be read again. */
function meansWholeSlot(place: Place, def: SegmentDef): boolean {
  if (place.codes === undefined) return true;
  const codes = codesOf(def);
  if (codes === undefined) return false;
  return [...codes].every((code) => place.codes?.includes(code) !== place.isExcluding);
}

/** Gives a test for the segments that a place means, undefined when the guide has no such segment in the loop. */
export function bindMatcher(place: Place, scope: Scope): Matcher | undefined {
  const slots = slotsOf(place, scope.loop);
  const [first, ...others] = slots;
  if (first === undefined) return undefined;
  if (others.length === 0 && meansWholeSlot(place, first)) return ({ slot }) => slot === first.slot;
  const whole = new Set(slots.filter((def) => meansWholeSlot(place, def)).map((def) => def.slot));
  const part = new Map(slots.filter((def) => !whole.has(def.slot)).map((def) => [def.slot, def.qualifiers[0]?.element ?? 1]));
  const codes = new Set(place.codes);
  return (segment) => {
    if (whole.has(segment.slot)) return true;
    const element = part.get(segment.slot);
    return element !== undefined && codes.has(segment.element(element)) !== place.isExcluding;
  };
}

/** Gives a way to find the segment of a place, undefined when the guide has no such segment in the loop. */
export function bindLocator(place: Place, scope: Scope): Locator | undefined {
  if (place.segment === undefined) return scope.segment === undefined ? undefined : (_loop, segment) => segment;
  const slots = slotsOf(place, scope.loop);
  const [first] = slots;
  if (first === undefined) return undefined;
  if (first === scope.loop.trigger && place.codes === undefined) return (loop) => loop.segments[0];
  if (slots.length === 1 && meansWholeSlot(place, first)) return locateSlot(first.slot);
  const matches = bindMatcher(place, scope);
  return matches && ((loop) => loop.segments.find(matches));
}

function locateSlot(slot: number): Locator {
  return (loop) => {
    for (const segment of loop.segments) if (segment.slot === slot) return segment;
    return undefined;
  };
}
