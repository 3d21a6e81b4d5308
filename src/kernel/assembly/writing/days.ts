/*
 * Days that follow from those of items: the first and last day of a claim are those of its lines.
 */
import { at, isSame, moveTo } from './json-text';
import { fail } from './out-rows';
import { DAY, readDay } from './out-values';

// Addresses of days as text; 0 for none.
let first: i32 = 0;
let last: i32 = 0;
export let expectedFirst: i32 = 0;
export let expectedLast: i32 = 0;

// The members that say the expected days, where their values are, and the loop of the record.
export let firstMember: i32 = 0;
export let firstValue: i32 = 0;
export let firstLoop: i32 = 0;
export let lastMember: i32 = 0;
export let lastValue: i32 = 0;
export let lastLoop: i32 = 0;

export function clearDays(): void {
  first = 0;
  last = 0;
  expectedFirst = 0;
  expectedLast = 0;
}

/** Reads a day that should be the first or the last of those of the items. */
export function expectDay(member: i32, loop: i32, isLast: bool): void {
  const start = at;
  const day = readDay();
  // There is one record that has such days.
  if ((isLast ? expectedLast : expectedFirst) != 0) return fail();
  if (isLast) {
    expectedLast = day;
    lastMember = member;
    lastValue = start;
    lastLoop = loop;
  } else {
    expectedFirst = day;
    firstMember = member;
    firstValue = start;
    firstLoop = loop;
  }
}

/** Notes the day at the cursor, which stays. */
export function addDay(): void {
  const start = at;
  const day = readDay();
  moveTo(start);
  if (first == 0 || isBefore(day, first)) first = day;
  if (last == 0 || isBefore(last, day)) last = day;
}

@inline
export function isBefore(one: i32, other: i32): bool {
  return bswap<u64>(load<u64>(one)) < bswap<u64>(load<u64>(other));
}

/** True where the expected days are those of the items. */
export function isDerived(): bool {
  if (expectedLast != 0 && (last == 0 || !isSame(expectedLast, last, DAY))) return false;
  if (expectedFirst == 0) return expectedLast == 0 || first == 0;
  return first != 0 && isSame(expectedFirst, first, DAY);
}
