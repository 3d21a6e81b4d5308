import { OutSegment, OWN_KEY } from '../../guide/out-loop';
import type { BoundField } from '../field';
import type { OutLocation } from './out-segments';
import type { OutPlace, WriteRun } from './write-run';

/** Repeated groups of elements. */
export interface GroupsToWrite {
  /** Writes an item; undefined for items that are never written. */
  readonly write: BoundField['write'];
  readonly layout: { readonly bases: readonly number[]; readonly size: number; readonly key: string };
  /** Undefined for groups of the current segment. */
  readonly location: OutLocation | undefined;
}

/**
 * Writes an item into the next free group of the last segment; into a new segment when there is none, or when an element that the
 * groups of a segment share has another value there.
 */
export function writeGroup({ write, layout, location }: GroupsToWrite, value: unknown, place: OutPlace, run: WriteRun): void {
  const { bases, size, key } = layout;
  const [first = 1] = bases;
  const draft = new OutSegment(undefined, OWN_KEY, [], undefined, place.path);
  write?.(value, { loop: place.loop, segment: draft, base: first, record: place.record, path: place.path }, run);
  const last = location === undefined ? place.segment : location.last(place);
  const free = last && bases.find((base) => !hasAny(last, base, size));
  if (last !== undefined && free !== undefined && sharesWith(draft, last, first, size)) return copy(draft, last, first, free, size);
  if (location !== undefined) return copy(draft, location.make(place, true), first, first, size);
  run.issue(place.path, undefined, {
    issueType: 'NUMBER_OF_ITEMS',
    fieldName: key,
    maxNumberOfItems: bases.length,
    message: `A segment has room for ${bases.length} of these; the others are not written`,
  });
}

function hasAny(segment: OutSegment, base: number, size: number): boolean {
  for (let i = base; i < base + size; i++) if (segment.has(i)) return true;
  return false;
}

/** True when the elements of a draft outside its group are those of the segment, or not there yet. */
function sharesWith(draft: OutSegment, segment: OutSegment, first: number, size: number): boolean {
  for (let element = 1; element <= draft.length; element++) {
    if (element === first) element += size;
    if (draft.has(element) && draft.text(element) !== segment.text(element)) return false;
  }
  return true;
}

function copy(draft: OutSegment, segment: OutSegment | undefined, first: number, base: number, size: number): void {
  for (let element = 1; element <= draft.length; element++) {
    const value = draft.elements[element - 1];
    if (value === undefined || value === '') continue;
    const isOfGroup = element >= first && element < first + size;
    segment?.setWhole(isOfGroup ? element - first + base : element, value);
  }
}
