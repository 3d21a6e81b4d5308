/*
 * Groups of elements that repeat in a segment.
 */
import { CELL, OUT_SEGMENT } from '../../writing/layout';
import { cellAt, hasElement, setText } from './out-rows';
import { isText } from './out-values';

/** True where a group has any element. */
export function hasAny(segment: i32, base: i32, size: i32): bool {
  for (let element = base; element < base + size; element++) if (hasElement(segment, element)) return true;
  return false;
}

/** True where the elements of a draft outside its group are those of the segment, and it has all that other groups have said there. */
export function sharesWith(draft: i32, segment: i32, first: i32, size: i32): bool {
  if ((load<i32>(segment, OUT_SEGMENT.GROUP_ELEMENTS) & ~elementsOutside(draft, first, size)) != 0) return false;
  for (let cell = load<i32>(draft, OUT_SEGMENT.FIRST_CELL); cell != 0; cell = load<i32>(cell)) {
    const place = load<i32>(cell, CELL.PLACE);
    const element = place / CELL.ELEMENT;
    if (element >= first && element < first + size) continue;
    const other = cellAt(segment, place);
    if (other == 0 || !isText(other, load<i32>(cell, CELL.START), load<i32>(cell, CELL.LENGTH))) return false;
  }
  return true;
}

/** The elements of a draft outside its group, as bits. */
function elementsOutside(draft: i32, first: i32, size: i32): i32 {
  let bits = 0;
  for (let cell = load<i32>(draft, OUT_SEGMENT.FIRST_CELL); cell != 0; cell = load<i32>(cell)) {
    const element = load<i32>(cell, CELL.PLACE) / CELL.ELEMENT;
    if (element < BITS && (element < first || element >= first + size)) bits |= 1 << element;
  }
  return bits;
}

const BITS: i32 = 32;

/** Notes what a draft says outside its group for the groups of a segment, which may be the draft itself. */
export function noteGroup(segment: i32, draft: i32, first: i32, size: i32): void {
  store<i32>(segment, load<i32>(segment, OUT_SEGMENT.GROUP_ELEMENTS) | elementsOutside(draft, first, size), OUT_SEGMENT.GROUP_ELEMENTS);
}

/** Copies the elements of a draft: those of its group to another base. */
export function copyDraft(draft: i32, segment: i32, first: i32, base: i32, size: i32): void {
  noteGroup(segment, draft, first, size);
  for (let cell = load<i32>(draft, OUT_SEGMENT.FIRST_CELL); cell != 0; cell = load<i32>(cell)) {
    const place = load<i32>(cell, CELL.PLACE);
    const element = place / CELL.ELEMENT;
    const isOfGroup = element >= first && element < first + size;
    const target = isOfGroup ? place + (base - first) * CELL.ELEMENT : place;
    setText(segment, target, load<i32>(cell, CELL.START), load<i32>(cell, CELL.LENGTH));
  }
}
