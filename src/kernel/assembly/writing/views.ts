/*
 * Members that say what another member of their object may say too.
 */
import { BACKSLASH, COLON, LOWER_N, QUOTE } from '../ascii';
import { at, isSame, moveTo, passString, passValue } from './json-text';
import { fail } from './out-rows';

/** Members, and where their values are; those of an object stand above those of the object around it. */
let views: i32 = 0;
export let viewCount: i32 = 0;
const MOST_VIEWS: i32 = 1024;
export const VIEW_BYTES: i32 = 8 * MOST_VIEWS;

export function placeViews(rows: i32): void {
  views = rows;
}

export function cutViewsTo(count: i32): void {
  viewCount = count;
}

export function addView(member: i32, value: i32): void {
  if (viewCount == MOST_VIEWS) return fail();
  const row = views + (viewCount++ << 3);
  store<i32>(row, member);
  store<i32>(row, value, 4);
}

export function viewMember(i: i32): i32 {
  return load<i32>(views + (i << 3));
}

export function viewValue(i: i32): i32 {
  return load<i32>(views + (i << 3), 4);
}

/** Checks that each line of a text is among the texts of another value. The cursor moves. */
export function checkSaid(value: i32, other: i32): void {
  moveTo(other);
  passValue(0);
  const otherEnd = at;
  if (load<u8>(value) != QUOTE) return fail();
  let start = value + 1;
  let end = start;
  while (true) {
    const byte = load<u8>(end);
    if (byte != QUOTE && byte != BACKSLASH) {
      if (byte < 0x20 || byte >= 0x80) return fail();
      end++;
      continue;
    }
    if (end > start && !isSaid(start, end - start, other, otherEnd)) return fail();
    if (byte == QUOTE) return;
    if (load<u8>(end, 1) != LOWER_N) return fail();
    end += 2;
    start = end;
  }
}

/** True where a text is one of the values between two places. */
function isSaid(start: i32, length: i32, from: i32, to: i32): bool {
  let one = from;
  while (one < to) {
    if (load<u8>(one) != QUOTE) {
      one++;
      continue;
    }
    moveTo(one);
    passString();
    if (load<u8>(at) != COLON && at - one - 2 == length && isSame(one + 1, start, length)) return true;
    one = at > one ? at : one + 1;
  }
  return false;
}
