/*
 * Tests the conditions under which rules of a transaction set find nothing; see `CleanWhen`. Amounts that are not simple leave it to the rule.
 */
import { DOT, MINUS, ZERO } from './ascii';
import { AROUND, CLEAN_KIND, CLEAN_WHEN, RULE, TERM } from '../check-layout';
import { DEF, LOOP, SEGMENT } from '../layout';
import { defOf, keyOf } from './open-loops';
import { bytes, endOf, has, loopRow, pack, segmentRow, startOf } from './rows';
import { amountAt, DECIMALS, isDigit, WORD } from './values';

/** Amounts with more digits or decimals are left to the rule. */
const MAX_DIGITS: i32 = 11;

/** True once an amount was met that is not simple. */
let isUnclear: bool = false;
/** The value that elements must have. */
let sameStart: i32 = 0;
let sameEnd: i32 = 0;
/** True once there was one of them at a place. */
let isMet: bool = false;

/** True where none of the rules that are on finds anything in a loop. */
export function areRulesKept(loop: i32, on: i32): bool {
  const def = defOf(loop);
  let rule = load<i32>(def, DEF.RULE_LIST);
  for (let left = load<i32>(def, DEF.RULES); left > 0; left--, rule += RULE.SIZE) {
    if ((load<i32>(rule) & on) != 0 && !isClean(load<i32>(rule, RULE.CLEAN_WHEN), loop)) return false;
  }
  return true;
}

function isClean(condition: i32, loop: i32): bool {
  const count = load<i32>(condition, CLEAN_WHEN.COUNT);
  const list = load<i32>(condition, CLEAN_WHEN.LIST);
  const defs = load<i32>(condition, CLEAN_WHEN.DEFS);
  switch (load<i32>(condition)) {
    case CLEAN_KIND.ANY:
      for (let i = 0; i < count; i++) if (isClean(load<i32>(list + (i << 2)), loop)) return true;
      return false;
    case CLEAN_KIND.ALL:
      for (let i = 0; i < count; i++) if (!isClean(load<i32>(list + (i << 2)), loop)) return false;
      return true;
    case CLEAN_KIND.SAME:
      sameEnd = 0;
      for (let i = 0, place = list; i < count; i++, place += TERM.SIZE) {
        isMet = false;
        if (!areSame(loop, place, 1) || !isMet) return false;
      }
      return true;
    case CLEAN_KIND.ONCE: {
      let met = 0;
      for (let child = firstChild(loop); child >= 0; child = nextOf(child)) if (isOneOf(defs, child)) met++;
      return met < 2;
    }
    case CLEAN_KIND.WITHOUT:
      return !hasLoop(defs, loop);
    case CLEAN_KIND.COUNTS:
      return areCounted(condition, defs, loop);
    case CLEAN_KIND.EACH:
      return isZeroBelow(loop, defs, 1, list, count);
    default:
      return isZero(list, count, loop);
  }
}

@inline
function firstChild(loop: i32): i32 {
  return load<i32>(loopRow(loop), LOOP.CHILD);
}

@inline
function nextOf(loop: i32): i32 {
  return load<i32>(loopRow(loop), LOOP.NEXT);
}

function isOneOf(defs: i32, loop: i32): bool {
  const def = defOf(loop);
  for (let i = load<i32>(defs); i > 0; i--) if (load<i32>(defs + (i << 2)) == def) return true;
  return false;
}

function hasLoop(defs: i32, loop: i32): bool {
  for (let child = firstChild(loop); child >= 0; child = nextOf(child)) if (isOneOf(defs, child) || hasLoop(defs, child)) return true;
  return false;
}

function areCounted(condition: i32, defs: i32, loop: i32): bool {
  let next = 0;
  for (let child = firstChild(loop); child >= 0; child = nextOf(child)) {
    if (!isOneOf(defs, child)) continue;
    const segment = findKey(child, load<i32>(condition, CLEAN_WHEN.KEY));
    if (segment < 0 || numberAt(segment, load<i32>(condition, CLEAN_WHEN.ELEMENT)) != ++next) return false;
  }
  return true;
}

function findKey(loop: i32, key: i32): i32 {
  const row = loopRow(loop);
  const to = load<i32>(row, LOOP.TO);
  for (let segment = load<i32>(row); segment < to; segment++) if (keyOf(segment) == key) return segment;
  return -1;
}

/** A number of a few digits, -1 for anything else. */
function numberAt(segment: i32, element: i32): i32 {
  if (!has(segment, element)) return -1;
  const start = startOf(segment, element);
  const end = endOf(segment, element);
  if (start == end || end - start > 9) return -1;
  let number = 0;
  for (let i = start; i < end; i++) {
    const one = load<u8>(bytes + i);
    if (!isDigit(one)) return -1;
    number = number * 10 + <i32>(one - ZERO);
  }
  return number;
}

/** True where the sum is zero in all loops that the rest of a path leads to. */
function isZeroBelow(loop: i32, path: i32, step: i32, terms: i32, count: i32): bool {
  if (step > load<i32>(path)) return isZero(terms, count, loop);
  const defs = load<i32>(path + (step << 2));
  for (let child = firstChild(loop); child >= 0; child = nextOf(child))
    if (isOneOf(defs, child) && !isZeroBelow(child, path, step + 1, terms, count)) return false;
  return true;
}

/** True where an element has the same value as those before it in all loops that the rest of its path leads to. */
function areSame(loop: i32, place: i32, step: i32): bool {
  const path = load<i32>(place, TERM.PATH);
  if (step <= load<i32>(path)) {
    const defs = load<i32>(path + (step << 2));
    for (let child = firstChild(loop); child >= 0; child = nextOf(child)) if (isOneOf(defs, child) && !areSame(child, place, step + 1)) return false;
    return true;
  }
  const key = load<i32>(place);
  const element = load<i32>(load<i32>(place, TERM.ELEMENTS), 4);
  const row = loopRow(loop);
  const to = load<i32>(row, LOOP.TO);
  for (let segment = load<i32>(row); segment < to; segment++) if (keyOf(segment) == key && !isSame(segment, element)) return false;
  return true;
}

function isSame(segment: i32, element: i32): bool {
  if (!has(segment, element)) return false;
  isMet = true;
  const start = startOf(segment, element);
  const end = endOf(segment, element);
  if (sameEnd == 0) {
    sameStart = start;
    sameEnd = end;
    return true;
  }
  if (end - start != sameEnd - sameStart) return false;
  for (let i = 0; start + i < end; i++) if (load<u8>(bytes + start + i) != load<u8>(bytes + sameStart + i)) return false;
  return true;
}

function isZero(terms: i32, count: i32, loop: i32): bool {
  let sum: i64 = 0;
  isUnclear = false;
  for (let i = 0, term = terms; i < count; i++, term += TERM.SIZE) {
    const path = load<i32>(term, TERM.PATH);
    const from = path == AROUND ? load<i32>(loopRow(loop), LOOP.PARENT) : loop;
    if (from < 0) return false;
    const ofTerm = path == 0 || path == AROUND ? sumIn(from, term) : sumBelow(loop, path, 1, term);
    if (isUnclear) return false;
    sum += <i64>load<i32>(term, TERM.TIMES) * ofTerm;
  }
  return sum == 0;
}

function sumBelow(loop: i32, path: i32, step: i32, term: i32): i64 {
  if (step > load<i32>(path)) return sumIn(loop, term);
  const defs = load<i32>(path + (step << 2));
  let sum: i64 = 0;
  for (let child = firstChild(loop); child >= 0; child = nextOf(child)) if (isOneOf(defs, child)) sum += sumBelow(child, path, step + 1, term);
  return sum;
}

function sumIn(loop: i32, term: i32): i64 {
  const row = loopRow(loop);
  const key = load<i32>(term);
  const elements = load<i32>(term, TERM.ELEMENTS);
  const code = load<i32>(term, TERM.CODE);
  const from = load<i32>(row);
  const to = load<i32>(term, TERM.OPENS) == 0 ? load<i32>(row, LOOP.TO) : min(from + 1, load<i32>(row, LOOP.TO));
  let sum: i64 = 0;
  for (let segment = from; segment < to; segment++) {
    if (keyOf(segment) != key || (code != 0 && !startsWith(segment, code))) continue;
    const count = load<i32>(segmentRow(segment), SEGMENT.COUNT);
    for (let i = 1, length = load<i32>(elements); i <= length; i++) {
      const element = load<i32>(elements + (i << 2));
      if (element <= count) sum += amountOf(startOf(segment, element), endOf(segment, element));
    }
    if (code != 0) return sum;
  }
  return sum;
}

/** True for a segment whose first element is a code. */
function startsWith(segment: i32, code: i32): bool {
  return has(segment, 1) && pack(startOf(segment, 1), endOf(segment, 1)) == code;
}

/** An amount in ten-thousandths, as `ExactSum` reads it. */
function amountOf(start: i32, end: i32): i64 {
  if (start == end) return 0;
  if (end - start <= WORD) {
    const amount = amountAt(bytes + start, end - start);
    if (amount >= 0) return amount;
  }
  const isNegative = load<u8>(bytes + start) == MINUS;
  let value: i64 = 0;
  let digits = 0;
  let decimals = -1;
  for (let i = isNegative ? start + 1 : start; i < end; i++) {
    const one = load<u8>(bytes + i);
    if (isDigit(one)) {
      value = value * 10 + <i64>(one - ZERO);
      digits++;
      if (decimals >= 0) decimals++;
    } else if (one == DOT && decimals < 0) decimals = 0;
    else {
      isUnclear = true;
      return 0;
    }
  }
  if (digits == 0 || digits > MAX_DIGITS || decimals > DECIMALS) {
    isUnclear = true;
    return 0;
  }
  for (let i = max(decimals, 0); i < DECIMALS; i++) value *= 10;
  return isNegative ? -value : value;
}
