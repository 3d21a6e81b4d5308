/*
 * Adds up amounts, exactly; see ExactSum.
 */
import { DOT, LOWER_E, MINUS, PLUS, ZERO } from './ascii';
import { LOOP, OP, SUMMANDS } from '../layout';
import { bytes, endOf, firstOf, has, isSelected, loopRow, startOf } from './rows';
import { amountAt, DECIMALS, isDigit, WORD } from './values';

const LOWER_CASE: u8 = 0x20;
const MAX_DIGITS: i32 = 11;
const MAX_UNITS: i64 = 1 << 52;

/** The sum that `addUp` made, in ten-thousandths. */
export let total: i64 = 0;
let isExact: bool = false;

/** Adds up the summands of an operation. False where the host has to do so: for long numbers, and those with an exponent. */
export function addUp(op: i32, loop: i32): bool {
  total = 0;
  isExact = true;
  const count = load<i32>(op, OP.COUNT);
  let summands = load<i32>(op, OP.LIST);
  for (let i = 0; i < count; i++, summands += SUMMANDS.SIZE) {
    const definition = load<i32>(summands, SUMMANDS.DEFINITION);
    if (definition == 0) addOf(summands, loop);
    else
      for (let one = load<i32>(loopRow(loop), LOOP.CHILD); one >= 0; one = load<i32>(loopRow(one), LOOP.NEXT)) {
        if (load<i32>(loopRow(one), LOOP.DEFINITION) == definition) addOf(summands, one);
      }
  }
  return isExact && total < MAX_UNITS && total > -MAX_UNITS;
}

function addOf(summands: i32, loop: i32): void {
  const selection = load<i32>(summands);
  const count = load<i32>(summands, SUMMANDS.COUNT);
  const elements = load<i32>(summands, SUMMANDS.LIST);
  const to = load<i32>(loopRow(loop), LOOP.TO);
  for (let segment = firstOf(selection, loop); segment < to; segment++) {
    if (!isSelected(selection, segment)) continue;
    for (let i = 0; i < count; i++) {
      const element = load<i32>(elements + (i << 2));
      if (has(segment, element)) add(startOf(segment, element), endOf(segment, element));
    }
  }
}

/** Adds a number; text that is none counts as nothing. */
function add(start: i32, end: i32): void {
  let at = bytes + start;
  const last = bytes + end;
  if (start < end && end - start <= WORD) {
    const amount = amountAt(at, end - start);
    if (amount >= 0) {
      total += amount;
      return;
    }
  }
  const first = load<u8>(at);
  if (at < last && (first == MINUS || first == PLUS)) at++;
  let value: i64 = 0;
  let digits = 0;
  let decimals = -1;
  for (; at < last; at++) {
    const one = load<u8>(at);
    if (isDigit(one)) {
      if (digits++ < MAX_DIGITS) value = value * 10 + <i64>(one - ZERO);
      if (decimals >= 0) decimals++;
    } else if (one == DOT && decimals < 0) decimals = 0;
    else {
      if (digits > 0 && (one | LOWER_CASE) == LOWER_E) isExact = false;
      return;
    }
  }
  if (digits > MAX_DIGITS || decimals > DECIMALS) isExact = false;
  for (let i = max(decimals, 0); i < DECIMALS; i++) value *= 10;
  total += first == MINUS ? -value : value;
}
