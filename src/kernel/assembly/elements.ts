/*
 * Writes values of elements, for the operations that run no block.
 */
import { BACKSLASH, BRACE_CLOSE, BRACKET_CLOSE, BRACKET_OPEN, COMMA, LOWER_N, QUOTE, ZERO } from './ascii';
import { FORMAT, LOOP, OP, SEGMENT } from '../layout';
import { compositeEnd, compositeList, compositeStart, goTo, listOf, suffixOf } from './codes';
import { askForCode, askForValue, describes } from './host';
import { byte, close, copy, day, fragment, fragmentAndBytes, fragmentAndText, hasRoom, moveTo, out } from './output';
import { bytes, componentEnd, componentStart, endAt, endOf, firstOf, follow, has, isSelected, locate, lookUp, loopRow, markOf, NONE, pack, segmentRow, startAt, startOf } from './rows';
import { DAY_LENGTH, dayAt, isJsonNumber, isShortInteger, periodFrom, periodTo } from './values';

/** Writes the values of operations up to `end`, elements or components of one segment. */
@inline
export function elements(op: i32, end: i32, loop: i32, segment: i32, base: i32, first: i32): void {
  const found = locate(op, loop, segment, first);
  if (found < 0) return;
  const count = load<i32>(segmentRow(found), SEGMENT.COUNT);
  const mark = markOf(found, 0);
  for (let one = op; one < end && hasRoom(); one += OP.SIZE) {
    const number = load<i32>(one, OP.ELEMENT) + load<i32>(one, OP.RELATIVE) * base;
    if (number > count) continue;
    let from = startAt(mark + (number << 2));
    let to = endAt(mark + (number << 2));
    const component = load<i32>(one, OP.COMPONENT);
    if (component != 0) {
      from = componentStart(from, to, component);
      if (from < 0) continue;
      to = componentEnd(from, to);
    }
    if (from >= to) continue;
    const key = load<i32>(one, OP.KEY);
    // The most frequent format is no call.
    if (load<i32>(one, OP.FORMAT) == FORMAT.TEXT) fragmentAndText(key, from, to);
    else value(one, key, from, to);
  }
}

/** Writes a value in the format of an operation, after a key. */
function value(op: i32, key: i32, start: i32, end: i32): void {
  switch (load<i32>(op, OP.FORMAT)) {
    case FORMAT.TEXT:
      fragmentAndText(key, start, end);
      return;
    case FORMAT.NUMBER:
      if (!isJsonNumber(start, end)) break;
      fragmentAndBytes(key, start, end);
      return;
    case FORMAT.INTEGER:
      if (!isShortInteger(start, end)) break;
      fragmentAndBytes(key, start, end);
      return;
    case FORMAT.DATE: {
      const found = end - start == DAY_LENGTH ? dayAt(start) : NONE;
      if (found < 0) return;
      fragment(key);
      day(found);
      return;
    }
    case FORMAT.PERIOD_FROM:
    case FORMAT.PERIOD_TO: {
      const found = load<i32>(op, OP.FORMAT) == FORMAT.PERIOD_FROM ? periodFrom(start, end) : periodTo(start, end);
      if (found < 0) return;
      fragment(key);
      day(found);
      return;
    }
    case FORMAT.NAMED: {
      const name = lookUp(load<i32>(op, OP.TABLE), pack(start, end));
      const shown = name == 0 ? load<i32>(op, OP.OTHERWISE) : name;
      if (shown == 0) return;
      fragment(key);
      fragment(shown);
      return;
    }
    case FORMAT.CODE:
      fragment(key);
      code(load<i32>(op, OP.TABLE), start, end);
      byte(BRACE_CLOSE);
      return;
    default:
      break;
  }
  askForValue(op, start, end);
}

/** Writes a code object without its closing brace. A list is its number and what stands before a code. */
export function code(list: i32, start: i32, end: i32): void {
  const suffix = describes ? suffixOf(list, start, end) : 0;
  if (describes && suffix == 0) {
    askForCode(list, start, end);
    return;
  }
  fragmentAndText(load<i32>(list, 4), start, end);
  if (suffix != 0) fragment(suffix);
}

/** Writes a code by its qualifier, without the closing brace of its object. Gives its list; 0 for no code, -1 where the host has to write it. */
export function openCode(op: i32, segment: i32, base: i32): i32 {
  const number = load<i32>(op, OP.ELEMENT) + load<i32>(op, OP.RELATIVE) * base;
  const mark = markOf(segment, number);
  if (mark == 0) return 0;
  let start = startAt(mark);
  let end = endAt(mark);
  const component = load<i32>(op, OP.COMPONENT);
  if (component != 0) {
    start = componentStart(start, end, component);
    if (start < 0) return 0;
    end = componentEnd(start, end);
  }
  if (start >= end) return 0;
  const by = load<i32>(op, OP.A) + load<i32>(op, OP.B) * base;
  let qualifierStart = 0;
  let qualifierEnd = 0;
  const qualifier = markOf(segment, by);
  if (qualifier != 0) {
    qualifierStart = startAt(qualifier);
    qualifierEnd = endAt(qualifier);
    const part = load<i32>(op, OP.C);
    if (part != 0) {
      qualifierStart = componentStart(qualifierStart, qualifierEnd, part);
      qualifierEnd = qualifierStart < 0 ? NONE : componentEnd(qualifierStart, qualifierEnd);
    }
  }
  const list = listOf(load<i32>(op, OP.TABLE), qualifierStart, qualifierEnd, start, end);
  if (list <= 0) return list;
  fragment(load<i32>(op, OP.KEY));
  code(list, start, end);
  return list;
}

/** Writes the codes that the components of an element point to; false where the host has to write them. */
export function pointedCodes(op: i32, loop: i32, segment: i32, first: i32): bool {
  const found = locate(op, loop, segment, first);
  if (found < 0) return true;
  const holder = follow(op, loop);
  if (holder == -2) return false;
  if (holder < 0) return true;
  const number = load<i32>(op, OP.ELEMENT);
  if (!has(found, number)) return true;
  const source = load<i32>(op, OP.LIST);
  const begin = out;
  fragment(load<i32>(op, OP.KEY));
  const open = out;
  const last = endOf(found, number);
  for (let start = startOf(found, number); start < last && hasRoom(); ) {
    const end = componentEnd(start, last);
    if (start < end) {
      const pointer = <i32>(load<u8>(bytes + start) - ZERO);
      if (end - start > 1 || pointer > 9) {
        moveTo(begin);
        return false;
      }
      if (pointer > 0 && goTo(source, holder, pointer)) {
        byte(COMMA);
        code(compositeList, compositeStart, compositeEnd);
        byte(BRACE_CLOSE);
      }
    }
    start = end + 1;
  }
  close(begin, open, BRACKET_OPEN, BRACKET_CLOSE);
  return true;
}

/** Writes components of an element as a list, from one on. */
export function components(op: i32, loop: i32, segment: i32, base: i32, first: i32): void {
  const found = locate(op, loop, segment, first);
  if (found < 0) return;
  const number = load<i32>(op, OP.ELEMENT) + load<i32>(op, OP.RELATIVE) * base;
  if (!has(found, number)) return;
  const last = endOf(found, number);
  let start = componentStart(startOf(found, number), last, load<i32>(op, OP.COMPONENT));
  if (start < 0) return;
  const begin = out;
  fragment(load<i32>(op, OP.KEY));
  const open = out;
  const most = load<i32>(op, OP.COUNT);
  for (let i = 0; i < most && start < last && hasRoom(); i++) {
    const end = componentEnd(start, last);
    if (start < end) value(op, load<i32>(op, OP.A), start, end);
    start = end + 1;
  }
  close(begin, open, BRACKET_OPEN, BRACKET_CLOSE);
}

/** Writes an element of the segments of a selection as lines of one text. */
export function joinedText(op: i32, loop: i32): void {
  const begin = out;
  const selection = load<i32>(op, OP.SELECTION);
  const number = load<i32>(op, OP.ELEMENT);
  const to = load<i32>(loopRow(loop), LOOP.TO);
  for (let segment = firstOf(selection, loop); segment < to && hasRoom(); segment++) {
    if (!isSelected(selection, segment) || !has(segment, number) || startOf(segment, number) >= endOf(segment, number)) continue;
    if (out == begin) {
      fragment(load<i32>(op, OP.KEY));
      byte(QUOTE);
    } else {
      byte(BACKSLASH);
      byte(LOWER_N);
    }
    copy(bytes + startOf(segment, number), endOf(segment, number) - startOf(segment, number));
  }
  if (out > begin) byte(QUOTE);
}

/** The first or last day that `lookForDay` has found, -1 for none. */
let rangeDay: i32 = 0;

/** Writes the first or last day of the dates and periods in a loop, or in its children of a definition. */
export function dayOfRange(op: i32, loop: i32): void {
  rangeDay = NONE;
  const definition = load<i32>(op, OP.B);
  if (definition == 0) lookForDay(op, loop);
  else
    for (let one = load<i32>(loopRow(loop), LOOP.CHILD); one >= 0; one = load<i32>(loopRow(one), LOOP.NEXT)) {
      if (load<i32>(loopRow(one), LOOP.DEFINITION) == definition) lookForDay(op, one);
    }
  if (rangeDay < 0) return;
  fragment(load<i32>(op, OP.KEY));
  day(rangeDay);
}

function lookForDay(op: i32, loop: i32): void {
  const selection = load<i32>(op, OP.SELECTION);
  const number = load<i32>(op, OP.ELEMENT);
  const isLast = load<i32>(op, OP.A) != 0;
  const to = load<i32>(loopRow(loop), LOOP.TO);
  for (let segment = firstOf(selection, loop); segment < to; segment++) {
    if (!isSelected(selection, segment) || !has(segment, number)) continue;
    const start = startOf(segment, number);
    const end = endOf(segment, number);
    widen(periodFrom(start, end), isLast);
    widen(periodTo(start, end), isLast);
  }
}

function widen(found: i32, isLast: bool): void {
  if (found < 0) return;
  if (rangeDay < 0 || (isLast ? found > rangeDay : found < rangeDay)) rangeDay = found;
}
