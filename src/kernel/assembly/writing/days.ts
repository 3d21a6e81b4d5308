/*
 * Days that follow from those of items: the first and last day of a claim are those of its lines.
 */
import { MEMBER } from '../../writing/layout';
import { at, isSame, moveTo } from './json-text';
import { fail } from './out-rows';
import { DAY, readDay } from './out-values';

// Addresses of days as text; 0 for none.
let first: i32 = 0;
let last: i32 = 0;
let expectedFirst: i32 = 0;
let expectedLast: i32 = 0;

export function clearDays(): void {
  first = 0;
  last = 0;
  expectedFirst = 0;
  expectedLast = 0;
}

/** Reads a day that must be the first or the last of those of the items. */
export function expectDay(isLast: bool): void {
  const day = readDay();
  if (isLast) expectedLast = day;
  else expectedFirst = day;
}

/** Notes the day at the cursor, which stays. */
export function addDay(member: i32): void {
  const start = at;
  if (load<i32>(member, MEMBER.DAY) == 0) return;
  const day = readDay();
  moveTo(start);
  if (first == 0 || isBefore(day, first)) first = day;
  if (last == 0 || isBefore(last, day)) last = day;
}

@inline
function isBefore(one: i32, other: i32): bool {
  return bswap<u64>(load<u64>(one)) < bswap<u64>(load<u64>(other));
}

export function checkDays(): void {
  // A last day alone may be that of the object itself.
  if (expectedLast != 0 && expectedFirst == 0) return fail();
  if (expectedFirst != 0 && (first == 0 || !isSame(expectedFirst, first, DAY))) fail();
  if (expectedLast != 0 && (last == 0 || !isSame(expectedLast, last, DAY))) fail();
}
