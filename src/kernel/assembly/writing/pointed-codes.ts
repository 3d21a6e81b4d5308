/*
 * Codes that pointers lead to, such as the diagnoses of a service line.
 */
import { ZERO } from '../ascii';
import { lookUp } from '../rows';
import { CELL, MEMBER, OUT_LOOP, OUT_SEGMENT } from '../../writing/layout';
import { codeLength, codeStart, listLength, listStart, qualifierLength, qualifierStart, readCode } from './code-objects';
import { fail, cellAt, hasFailed, placeOf } from './out-rows';
import { isPrepared, isText, packOf } from './out-values';

/** Components of a composite of codes. */
export const QUALIFIER: i32 = 1;
export const CODE: i32 = 2;

/** Checks that a pointer of the segment leads to a code. The segments of the codes have the slots of a table; their lists are texts by qualifier. */
export function checkPointed(member: i32, loop: i32, segment: i32): void {
  readCode(0, true);
  if (hasFailed) return;
  let holder = loop;
  for (let up = load<i32>(member, MEMBER.A); up > 0 && holder != 0; up--) holder = load<i32>(holder, OUT_LOOP.PARENT);
  if (holder == 0) return fail();
  const element = load<i32>(member, MEMBER.ELEMENT);
  for (let cell = load<i32>(segment, OUT_SEGMENT.FIRST_CELL); cell != 0; cell = load<i32>(cell)) {
    if (load<i32>(cell, CELL.PLACE) / CELL.ELEMENT != element) continue;
    if (load<i32>(cell, CELL.LENGTH) != 1) return fail();
    if (isPointedAt(member, holder, <i32>load<u8>(load<i32>(cell, CELL.START)) - <i32>ZERO)) return;
  }
  fail();
}

/** True where the code of a number is the one that was read last. */
function isPointedAt(member: i32, holder: i32, number: i32): bool {
  const listsOfQualifiers = load<i32>(member, MEMBER.TABLE);
  const slots = load<i32>(member, MEMBER.B);
  let count = 0;
  for (let segment = load<i32>(holder, OUT_LOOP.FIRST_SEGMENT); segment != 0; segment = load<i32>(segment, OUT_SEGMENT.NEXT)) {
    const slot = load<i32>(segment, OUT_SEGMENT.SLOT);
    if (slot == 0 || lookUp(slots, slot) == 0) continue;
    const length = load<i32>(segment, OUT_SEGMENT.LENGTH);
    for (let element = 1; element <= length; element++) {
      const qualifier = cellAt(segment, placeOf(element, QUALIFIER));
      if (qualifier == 0) continue;
      const list = lookUp(listsOfQualifiers, packOf(qualifier));
      if (list == 0 || ++count != number) continue;
      const code = cellAt(segment, placeOf(element, CODE));
      if (code == 0 || !isText(code, codeStart, codeLength)) return false;
      if (listStart != 0 && !isPrepared(list, listStart, listLength)) return false;
      return qualifierStart == 0 || isText(qualifier, qualifierStart, qualifierLength);
    }
  }
  return false;
}
