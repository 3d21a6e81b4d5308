/*
 * Whether a segment is as its guide has it: the same as `isCleanSegment` and `CodeChecks`, by the tables that `check-tables.ts` makes. What is not
 * found clean here is checked by the host, which alone reports.
 */
import { DOT, MINUS, ZERO } from './ascii';
import { CHECK, CODED, GOOD, NOTE, VALUE_CHECK, VALUE_TRAIT } from '../check-layout';
import { PROBE, SEGMENT } from '../layout';
import { bytes, componentEnd, componentStart, endAt, endOf, has, lookUp, markOf, NONE, pack, segmentRow, separator, startAt, startOf, VECTOR } from './rows';
import { bytesAt, DAY_LENGTH, dayAt, digitsIn, isDigit, isPeriod, WORD } from './values';

/** Makes the check of a slot; gives its address, or CHECK.NONE. */
@external('host', 'checkOf')
declare function checkOf(slot: i32): i32;
/** 1 for a value, or a code with its qualifier, about which nothing is to be reported. */
@external('host', 'isGood')
declare function isGood(check: i32, start: i32, end: i32, byStart: i32, byEnd: i32): i32;

// Kinds of values, as `KIND` of `element-check.ts` numbers them.
const CODE: i32 = 1;
const WHOLE: i32 = 3;
const DECIMAL: i32 = 4;
const DATE: i32 = 5;
const TIME: i32 = 6;
const PERIOD: i32 = 7;
const ANY: i32 = 8;
const COMPOSITE: i32 = 9;

// Packed formats of periods; those of others are left to the host.
const D8: i32 = 0x24438;
const RD8: i32 = 0x3524438;

let checks: i32 = 0;
let looksAtCodes: bool = false;
let repetition: i32 = 0;
let good: i32 = 0;

/** Says where the values stand that the host found good. */
export function rememberIn(table: i32): void {
  good = table;
}

/** Says what is checked. */
export function checkBy(table: i32, codes: bool, repetitionSeparator: i32): void {
  checks = table;
  looksAtCodes = codes;
  repetition = repetitionSeparator;
}

export function isClean(segment: i32, slot: i32): bool {
  let check = load<i32>(checks + (slot << 2));
  if (check == 0) {
    check = checkOf(slot);
    store<i32>(checks + (slot << 2), check);
  }
  if (check == CHECK.NONE) return true;
  const count = load<i32>(segmentRow(segment), SEGMENT.COUNT);
  if (count > load<i32>(check)) return false;
  const last = check + CHECK.HEAD + load<i32>(check, CHECK.LAST_REQUIRED) * VALUE_CHECK.SIZE;
  let formatStart = 0;
  let formatEnd = 0;
  let one = check + CHECK.HEAD;
  let mark = count == 0 ? 0 : markOf(segment, 1);
  for (let left = count; left > 0; left--, one += VALUE_CHECK.SIZE, mark += 4) {
    const start = startAt(mark);
    const end = endAt(mark);
    const traits = load<i32>(one, VALUE_CHECK.TRAITS);
    if (start >= end) {
      if ((traits & VALUE_TRAIT.REQUIRED) != 0) return false;
      continue;
    }
    const isCleanElement =
      (traits & VALUE_TRAIT.ODD) == 0 ? isCleanValue(one, start, end, formatStart, formatEnd) : isCleanOdd(one, start, end, formatStart, formatEnd);
    if (!isCleanElement) return false;
    if ((traits & VALUE_TRAIT.FORMAT) != 0) {
      formatStart = start;
      formatEnd = end;
    }
  }
  for (; one < last; one += VALUE_CHECK.SIZE) if ((load<i32>(one, VALUE_CHECK.TRAITS) & VALUE_TRAIT.REQUIRED) != 0) return false;
  return areNotesKept(check, segment, count) && (!looksAtCodes || areCodesGood(check, segment));
}

function isCleanOdd(check: i32, start: i32, end: i32, formatStart: i32, formatEnd: i32): bool {
  if ((load<i32>(check, VALUE_CHECK.TRAITS) & VALUE_TRAIT.UNUSED) != 0) return false;
  return load<i32>(check) == COMPOSITE ? isCleanComposite(check, start, end) : areCleanRepeats(check, start, end, formatStart, formatEnd);
}

function isCleanComposite(composite: i32, start: i32, end: i32): bool {
  const count = load<i32>(composite, VALUE_CHECK.COMPONENTS);
  let one = load<i32>(composite, VALUE_CHECK.LIST);
  let from = start;
  let number = 0;
  let formatStart = 0;
  let formatEnd = 0;
  for (let i = start; i <= end; i++) {
    if (i < end) {
      const byte = load<u8>(bytes + i);
      if (<i32>byte == repetition) return false;
      if (byte != separator) continue;
    }
    if (number++ == count) return false;
    const traits = load<i32>(one, VALUE_CHECK.TRAITS);
    if (from == i) {
      if ((traits & VALUE_TRAIT.REQUIRED) != 0) return false;
    } else if ((traits & VALUE_TRAIT.UNUSED) != 0 || !isCleanValue(one, from, i, formatStart, formatEnd)) return false;
    if ((traits & VALUE_TRAIT.FORMAT) != 0) {
      formatStart = from;
      formatEnd = i;
    }
    from = i + 1;
    one += VALUE_CHECK.SIZE;
  }
  for (; number < count; number++, one += VALUE_CHECK.SIZE) if ((load<i32>(one, VALUE_CHECK.TRAITS) & VALUE_TRAIT.REQUIRED) != 0) return false;
  return true;
}

function areCleanRepeats(check: i32, start: i32, end: i32, formatStart: i32, formatEnd: i32): bool {
  const most = load<i32>(check, VALUE_CHECK.MAX_REPEATS);
  let from = start;
  let count = 1;
  for (let i = start; i < end; i++) {
    if (<i32>load<u8>(bytes + i) != repetition) continue;
    if (++count > most || !isCleanValue(check, from, i, formatStart, formatEnd)) return false;
    from = i + 1;
  }
  return isCleanValue(check, from, end, formatStart, formatEnd);
}

function isCleanValue(check: i32, start: i32, end: i32, formatStart: i32, formatEnd: i32): bool {
  if ((load<i32>(check, VALUE_CHECK.TRAITS) & VALUE_TRAIT.BY_HOST) != 0) return isKnownGood(load<i32>(check, VALUE_CHECK.NUMBER), start, end, formatStart, formatEnd);
  switch (load<i32>(check)) {
    case CODE:
      return lookUp(load<i32>(check, VALUE_CHECK.CODES), pack(start, end)) != 0;
    case WHOLE:
      return isCleanNumber(check, start, end, true);
    case DECIMAL:
      return isCleanNumber(check, start, end, false);
    case DATE:
      if (!hasLength(check, end - start)) return false;
      return end - start == DAY_LENGTH ? dayAt(start) >= 0 : isKnownGood(load<i32>(check, VALUE_CHECK.NUMBER), start, end, 0, 0);
    case TIME:
      return hasLength(check, end - start) && isTime(start, end);
    case ANY:
      return true;
    case PERIOD:
      if (!hasLength(check, end - start) || !isCleanText(start, end)) return false;
      const format = pack(formatStart, formatEnd);
      if (format == D8) return end - start == DAY_LENGTH && dayAt(start) >= 0;
      if (format == RD8) return isPeriod(start, end) && dayAt(start) >= 0 && dayAt(start + DAY_LENGTH + 1) >= 0;
      return isKnownGood(load<i32>(check, VALUE_CHECK.NUMBER), start, end, formatStart, formatEnd);
    default:
      return hasLength(check, end - start) && isCleanText(start, end);
  }
}

@inline
function hasLength(check: i32, length: i32): bool {
  return length >= load<i32>(check, VALUE_CHECK.MIN) && length <= load<i32>(check, VALUE_CHECK.MAX);
}

/** The bytes are printable: the kernel walks no others. */
function isCleanText(start: i32, end: i32): bool {
  const components = i8x16.splat(separator);
  const repetitions = repetition < 0 ? components : i8x16.splat(<u8>repetition);
  for (let at = start; at < end; at += VECTOR) {
    const text = v128.load(bytes + at);
    const found = i8x16.bitmask(v128.or(i8x16.eq(text, components), i8x16.eq(text, repetitions)));
    if (found != 0 && at + ctz<i32>(found) < end) return false;
  }
  return true;
}

function isCleanNumber(check: i32, start: i32, end: i32, isWhole: bool): bool {
  const from = load<u8>(bytes + start) == MINUS ? start + 1 : start;
  if (from < end && end - from <= WORD) {
    const count = digitsIn(bytes + from, end - from);
    return count > 0 && (!isWhole || count == end - from) && hasLength(check, count);
  }
  let digits = 0;
  let hasPoint = isWhole;
  for (let i = start; i < end; i++) {
    const byte = load<u8>(bytes + i);
    if (isDigit(byte)) digits++;
    else if (byte == DOT && !hasPoint) hasPoint = true;
    else if (byte != MINUS || i > start) return false;
  }
  return digits > 0 && hasLength(check, digits);
}

function isTime(start: i32, end: i32): bool {
  const length = end - start;
  if (length != 4 && (length < 6 || length > 8)) return false;
  for (let i = start; i < end; i++) if (!isDigit(load<u8>(bytes + i))) return false;
  return twoDigits(start) < 24 && twoDigits(start + 2) < 60 && (length == 4 || twoDigits(start + 4) < 60);
}

@inline
function twoDigits(at: i32): i32 {
  return <i32>(load<u8>(bytes + at) - ZERO) * 10 + <i32>(load<u8>(bytes + at, 1) - ZERO);
}

@inline
function isThere(segment: i32, element: i32): bool {
  return has(segment, element) && startOf(segment, element) < endOf(segment, element);
}

function areNotesKept(check: i32, segment: i32, present: i32): bool {
  let note = load<i32>(check, CHECK.NOTE_LIST);
  for (let left = load<i32>(check, CHECK.NOTES); left > 0; left--) {
    const count = load<i32>(note, NOTE.COUNT);
    const elements = note + NOTE.ELEMENTS;
    if (present < load<i32>(note, NOTE.LEAST)) {
      note = elements + (count << 2);
      continue;
    }
    let found = 0;
    for (let i = 0; i < count; i++) if (isThere(segment, load<i32>(elements + (i << 2)))) found++;
    const isFirst = isThere(segment, load<i32>(elements));
    switch (load<i32>(note)) {
      case 0x50: // P
        if (found != 0 && found != count) return false;
        break;
      case 0x52: // R
        if (found == 0) return false;
        break;
      case 0x43: // C
        if (isFirst && found != count) return false;
        break;
      case 0x4c: // L
        if (isFirst && found < 2) return false;
        break;
      default: // E
        if (found > 1) return false;
    }
    note = elements + (count << 2);
  }
  return true;
}

function areCodesGood(check: i32, segment: i32): bool {
  let one = load<i32>(check, CHECK.CODED_LIST);
  for (let left = load<i32>(check, CHECK.CODED); left > 0; left--, one += CODED.SIZE) {
    const element = load<i32>(one);
    if (!isThere(segment, element)) continue;
    const component = load<i32>(one, CODED.COMPONENT);
    const by = load<i32>(one, CODED.BY);
    const elementEnd = endOf(segment, element);
    const start = component == 0 ? startOf(segment, element) : componentStart(startOf(segment, element), elementEnd, component);
    if (start < 0) continue;
    const end = component == 0 ? elementEnd : componentEnd(start, elementEnd);
    if (start >= end) continue;
    let byStart = 0;
    let byEnd = 0;
    if (by != 0 && component == 0 && has(segment, by)) {
      byStart = startOf(segment, by);
      byEnd = endOf(segment, by);
    } else if (by != 0 && component != 0) {
      byStart = componentStart(startOf(segment, element), elementEnd, by);
      byEnd = byStart < 0 ? NONE : componentEnd(byStart, elementEnd);
    }
    if (!isKnownGood(load<i32>(one, CODED.NUMBER), start, end, byStart, byEnd)) return false;
  }
  return true;
}

/** Asks the host about values and their qualifiers, and remembers the good ones. */
function isKnownGood(check: i32, start: i32, end: i32, byStart: i32, byEnd: i32): bool {
  const length = end - start;
  const by = byEnd - byStart;
  if (length + by > GOOD.MAX_LENGTH) return isGood(check, start, end, byStart, byEnd) != 0;
  let hash = check * 0x9e3779b1 + by;
  hash = hashOf(hashOf(hash, start, end), byStart, byEnd);
  hash ^= hash >>> 15;
  const lengths = (by << 8) | length;
  let row = 0;
  for (let i = 0; i < PROBE.COUNT; i++) {
    const one = good + ((hash + i) & (GOOD.ROWS - 1)) * GOOD.SIZE;
    const known = load<i32>(one);
    const value = one + GOOD.BYTES;
    if (known == check && load<i32>(one, GOOD.LENGTHS) == lengths && isSame(value, start, end) && isSame(value + length, byStart, byEnd)) return true;
    if (row == 0 || known == 0) row = one;
    if (known == 0) break;
  }
  if (isGood(check, start, end, byStart, byEnd) == 0) return false;
  const value = row + GOOD.BYTES;
  store<i32>(row, check);
  store<i32>(row, lengths, GOOD.LENGTHS);
  memory.copy(value, bytes + start, length);
  memory.copy(value + length, bytes + byStart, by);
  return true;
}

function hashOf(hash: i32, start: i32, end: i32): i32 {
  if (start < end && end - start <= WORD) {
    const word = bytesAt(bytes + start, end - start);
    return ((hash ^ <i32>word) * 0x01000193) ^ (<i32>(word >> 32) * 0x9e3779b1);
  }
  for (let i = start; i < end; i++) hash = (hash ^ load<u8>(bytes + i)) * 0x01000193;
  return hash;
}

function isSame(known: i32, start: i32, end: i32): bool {
  if (start < end && end - start <= WORD) return bytesAt(known, end - start) == bytesAt(bytes + start, end - start);
  for (let i = start; i < end; i++, known++) if (load<u8>(known) != load<u8>(bytes + i)) return false;
  return true;
}
