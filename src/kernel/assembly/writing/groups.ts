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

/** True where the elements of a draft outside its group are those of the segment. */
export function sharesWith(draft: i32, segment: i32, first: i32, own: i32, size: i32): bool {
  for (let cell = load<i32>(segment, OUT_SEGMENT.FIRST_CELL); cell != 0; cell = load<i32>(cell)) {
    const place = load<i32>(cell, CELL.PLACE);
    if (place / CELL.ELEMENT <= own && cellAt(draft, place) == 0) return false;
  }
  for (let cell = load<i32>(draft, OUT_SEGMENT.FIRST_CELL); cell != 0; cell = load<i32>(cell)) {
    const place = load<i32>(cell, CELL.PLACE);
    const element = place / CELL.ELEMENT;
    if (element >= first && element < first + size) continue;
    const other = cellAt(segment, place);
    if (other == 0 || !isText(other, load<i32>(cell, CELL.START), load<i32>(cell, CELL.LENGTH))) return false;
  }
  return true;
}

/** Copies the elements of a draft: those of its group to another base. */
export function copyDraft(draft: i32, segment: i32, first: i32, base: i32, size: i32): void {
  for (let cell = load<i32>(draft, OUT_SEGMENT.FIRST_CELL); cell != 0; cell = load<i32>(cell)) {
    const place = load<i32>(cell, CELL.PLACE);
    const element = place / CELL.ELEMENT;
    const isOfGroup = element >= first && element < first + size;
    const target = isOfGroup ? place + (base - first) * CELL.ELEMENT : place;
    setText(segment, target, load<i32>(cell, CELL.START), load<i32>(cell, CELL.LENGTH));
  }
}
