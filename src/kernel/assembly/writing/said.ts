/*
 * Compares what a member says with what another member of its object says.
 */
import { BACKSLASH, BRACKET_CLOSE, BRACKET_OPEN, COLON, COMMA, LOWER_N, QUOTE, SPACE } from '../ascii';
import { at, isAt, isSame, moveTo, pass, passComma, passString, passValue } from './json-text';
import { fail, hasFailed } from './out-rows';

/** Checks that each line of the texts at one place is among the texts of the value at another place. The cursor moves. */
export function checkSaid(value: i32, other: i32): void {
  moveTo(other);
  passValue(0);
  const otherEnd = at;
  moveTo(value);
  if (isAt(QUOTE)) return checkLines(value, other, otherEnd);
  pass(BRACKET_OPEN);
  while (!hasFailed) {
    const item = at;
    passString();
    const next = at;
    if (!hasFailed) checkLines(item, other, otherEnd);
    moveTo(next);
    if (!isAt(COMMA)) break;
    passComma();
  }
  pass(BRACKET_CLOSE);
}

function checkLines(text: i32, other: i32, otherEnd: i32): void {
  let start = text + 1;
  let end = start;
  while (true) {
    const byte = load<u8>(end);
    if (byte != QUOTE && byte != BACKSLASH) {
      if (byte < SPACE || byte >= BEYOND_ASCII) return fail();
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

const BEYOND_ASCII: u8 = 0x80;

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
    if (hasFailed) return false;
    if (load<u8>(at) != COLON && at - one - 2 == length && isSame(one + 1, start, length)) return true;
    one = at;
  }
  return false;
}
