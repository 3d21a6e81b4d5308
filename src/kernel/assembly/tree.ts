/*
 * Writes the segments of a whole transaction set as a tree, by the layouts of `tree-tables.ts`. What may be written otherwise by the host refuses the tree.
 */
import { BRACE_CLOSE, BRACE_OPEN, BRACKET_CLOSE, BRACKET_OPEN, COLON, COMMA, DOT, MINUS, QUOTE, ZERO } from './ascii';
import { WALK_JSON_LIMIT } from '../areas';
import { LOOP, SEGMENT } from '../layout';
import { TREE, TREE_ELEMENT, TREE_VALUE } from '../tree-rows';
import { beginOutput, byte, close, copy, day, endOutput, fragment, hasRoom, limitTo, moveTo, out, quote } from './output';
import { bytes, componentEnd, endOf, has, lookUp, loopRow, marks, NONE, pack, partEnd, segmentRow, slotOf, startOf } from './rows';
import { DAY_LENGTH, dayAt, isDigit, isJsonNumber } from './values';

/** Makes the layout of the segments with a slot; gives its address. */
@external('host', 'treeOf')
declare function treeOf(slot: i32): i32;

/** Format qualifiers of a date time period, as `pack` has them. */
const D8: i32 = 0x24438;
const RD8: i32 = 0x3524438;

const MINUTE_LENGTH: i32 = 4;
const SECOND_LENGTH: i32 = 6;
const LAST_HOUR: i32 = 23;
const LAST_MINUTE: i32 = 59;
/** Longer counts are left to the host. */
const LONGEST_COUNT: i32 = 15;

/** Addresses of layouts by slot, 0 for those that were not met. */
let layouts: i32 = 0;
let repetition: i32 = 0;
let looks: i32 = 0;
let isRefused: bool = false;

/**
 * Writes the tree of a transaction set from `start` on: of the loop around all others, and of the segments that follow its child loops. Gives where it ended,
 * -1 where the host has to write it.
 */
export function writeTree(table: i32, root: i32, trailers: i32, end: i32, repetitionSeparator: i32, start: i32): i32 {
  limitTo(WALK_JSON_LIMIT);
  layouts = table;
  repetition = repetitionSeparator;
  isRefused = false;
  beginOutput(start);
  writeLoop(root, trailers, end, true);
  const written = endOutput();
  return isRefused ? NONE : written;
}

function layoutOf(segment: i32): i32 {
  const slot = slotOf(segment);
  const known = load<i32>(layouts + (slot << 2));
  return known != 0 ? known : treeOf(slot);
}

/** The layout of a loop is that of its first segment; so a segment behind child loops may stand in the place of one. */
@inline
function layoutOfLoop(loop: i32): i32 {
  return layoutOf(load<i32>(loopRow(loop)));
}

/** Writes a loop; segments from `trailers` to `end` follow its child loops, which only those of the root do. */
function writeLoop(loop: i32, trailers: i32, end: i32, isRoot: bool): void {
  const row = loopRow(loop);
  const from = load<i32>(row);
  const to = load<i32>(row, LOOP.TO);
  writeSegment(from, isRoot);
  if (!isGrouped(loop, trailers, end)) isRefused = true;
  let last = 0;
  let mark = 0;
  for (let segment = from + 1; segment < to && !isRefused; segment++) {
    const child = layoutOf(segment);
    mark = beginChild(child, last, mark);
    last = child;
    writeSegment(segment, false);
    byte(BRACE_CLOSE);
  }
  for (let one = load<i32>(row, LOOP.CHILD); one >= 0 && !isRefused; one = load<i32>(loopRow(one), LOOP.NEXT)) {
    const child = layoutOfLoop(one);
    mark = beginChild(child, last, mark);
    last = child;
    writeLoop(one, 0, 0, false);
  }
  for (let segment = trailers; segment < end && !isRefused; segment++) {
    const child = layoutOf(segment);
    mark = beginChild(child, last, mark);
    last = child;
    writeSegment(segment, false);
    byte(BRACE_CLOSE);
  }
  endKey(last, mark);
  byte(BRACE_CLOSE);
}

/** True for a loop whose children of one key follow one another. */
function isGrouped(loop: i32, trailers: i32, end: i32): bool {
  const row = loopRow(loop);
  const to = load<i32>(row, LOOP.TO);
  const look = ++looks;
  let last = 0;
  for (let segment = load<i32>(row) + 1; segment < to; segment++) {
    const child = layoutOf(segment);
    if (!mayFollow(child, last, look)) return false;
    last = child;
  }
  for (let one = load<i32>(row, LOOP.CHILD); one >= 0; one = load<i32>(loopRow(one), LOOP.NEXT)) {
    const child = layoutOfLoop(one);
    if (!mayFollow(child, last, look)) return false;
    last = child;
  }
  for (let segment = trailers; segment < end; segment++) {
    const child = layoutOf(segment);
    if (!mayFollow(child, last, look)) return false;
    last = child;
  }
  return true;
}

/** False for a child whose key was written before, except for the next item of an array. */
function mayFollow(child: i32, last: i32, look: i32): bool {
  if (child == last) return load<i32>(child, TREE.IS_ARRAY) != 0;
  if (load<i32>(child, TREE.LOOK) == look) return false;
  store<i32>(child, look, TREE.LOOK);
  return true;
}

/** Begins a child: the next item of an array, or a key, which ends the one before. Gives where the value of the key begins. */
function beginChild(child: i32, last: i32, mark: i32): i32 {
  let value = mark;
  if (child != last) {
    endKey(last, mark);
    fragment(load<i32>(child, TREE.KEY));
    value = out;
  }
  if (load<i32>(child, TREE.IS_ARRAY) != 0) byte(COMMA);
  return value;
}

/** Closes an array: the comma of its first item becomes the bracket. */
function endKey(last: i32, mark: i32): void {
  if (last == 0 || load<i32>(last, TREE.IS_ARRAY) == 0) return;
  store<u8>(mark, BRACKET_OPEN);
  byte(BRACKET_CLOSE);
}

/** Writes a segment without its closing brace. */
function writeSegment(segment: i32, isRoot: bool): void {
  const layout = layoutOf(segment);
  const row = segmentRow(segment);
  const count = load<i32>(row, SEGMENT.COUNT);
  // What the guide does not know has no name there.
  if (count > load<i32>(layout, TREE.COUNT) || !hasRoom()) {
    isRefused = true;
    return;
  }
  fragment(isRoot ? load<i32>(layout, TREE.ROOT_OPENING) : load<i32>(layout));
  let element = load<i32>(layout, TREE.ELEMENTS);
  let mark = marks + (load<i32>(row) << 2);
  for (let number = 1; number <= count; number++, element += TREE_ELEMENT.SIZE) {
    mark += 4;
    const start = load<i32>(mark) + 1;
    const end = load<i32>(mark, 4);
    if (start >= end) continue;
    if (load<i32>(element, TREE_ELEMENT.VALUE) != TREE_VALUE.TEXT) writeElement(element, segment, number, start, end);
    else {
      fragment(load<i32>(element));
      quote(start, end);
    }
  }
}

/** Writes an element that is no text; nothing, not even its key, where it has no value. */
function writeElement(element: i32, segment: i32, number: i32, start: i32, end: i32): void {
  const begin = out;
  fragment(load<i32>(element));
  const open = out;
  const kind = load<i32>(element, TREE_ELEMENT.VALUE);
  if (kind == TREE_VALUE.PERIOD) writePeriod(element, segment, number, start, end);
  else if (kind == TREE_VALUE.LIST) {
    writeList(load<i32>(element, TREE_ELEMENT.A), start, end);
    close(begin, open, BRACKET_OPEN, BRACKET_CLOSE);
    return;
  } else writeValue(element, start, end);
  if (out == open) moveTo(begin);
}

function writeValue(element: i32, start: i32, end: i32): void {
  switch (load<i32>(element, TREE_ELEMENT.VALUE)) {
    case TREE_VALUE.DAY:
      writeDay(start, end);
      return;
    case TREE_VALUE.TIME:
      writeTime(start, end);
      return;
    case TREE_VALUE.DECIMAL:
      writeDecimal(start, end);
      return;
    case TREE_VALUE.COUNT:
      writeCount(start, end);
      return;
    case TREE_VALUE.CODE:
      writeCode(element, start, end);
      return;
    case TREE_VALUE.COMPOSITE:
      writeComposite(load<i32>(element, TREE_ELEMENT.A), load<i32>(element, TREE_ELEMENT.B), start, end);
      return;
    default:
      quote(start, end);
  }
}

function writeDay(start: i32, end: i32): void {
  const value = end - start == DAY_LENGTH ? dayAt(start) : NONE;
  if (value < 0) quote(start, end);
  else day(value);
}

/** A day, or the days of a range as far as they are there; a range that begins with a hyphen is text. */
function writePeriod(element: i32, segment: i32, number: i32, start: i32, end: i32): void {
  const format = number > 1 && has(segment, number - 1) ? formatOf(segment, number - 1) : 0;
  const hyphen = format == RD8 ? partEnd(start, end, MINUS) : start;
  if (hyphen > start && hyphen < end) {
    writeDay(start, hyphen);
    if (hyphen + 1 == end) return;
    fragment(load<i32>(element, TREE_ELEMENT.A));
    writeDay(hyphen + 1, end);
  } else if (format == D8) writeDay(start, end);
  else quote(start, end);
}

function formatOf(segment: i32, number: i32): i32 {
  const start = startOf(segment, number);
  return pack(start, componentEnd(start, endOf(segment, number)));
}

/** A time with hundredths is left to the host. */
function writeTime(start: i32, end: i32): void {
  const length = end - start;
  if (length > SECOND_LENGTH) isRefused = true;
  const hasSeconds = length == SECOND_LENGTH;
  if (
    (!hasSeconds && length != MINUTE_LENGTH) ||
    !isUpTo(start, LAST_HOUR) ||
    !isUpTo(start + 2, LAST_MINUTE) ||
    (hasSeconds && !isUpTo(start + MINUTE_LENGTH, LAST_MINUTE))
  ) {
    quote(start, end);
    return;
  }
  byte(QUOTE);
  for (let i = start; i < end; i += 2) {
    if (i > start) byte(COLON);
    copy(bytes + i, 2);
  }
  byte(QUOTE);
}

/** True for two digits of a number up to one. */
function isUpTo(at: i32, last: i32): bool {
  const tens = load<u8>(bytes + at);
  const ones = load<u8>(bytes + at + 1);
  return isDigit(tens) && isDigit(ones) && <i32>(tens - ZERO) * 10 + <i32>(ones - ZERO) <= last;
}

/** A decimal as JSON has it; one with a plus, an exponent or anything else is left to the host. */
function writeDecimal(start: i32, end: i32): void {
  if (isJsonNumber(start, end)) {
    copy(bytes + start, end - start);
    if (partEnd(start, end, DOT) == end) writeTenths(end, end);
    return;
  }
  const isNegative = load<u8>(bytes + start) == MINUS;
  let whole = isNegative ? start + 1 : start;
  const point = digitsEnd(whole, end);
  const fraction = point < end && load<u8>(bytes + point) == DOT ? point + 1 : point;
  if (digitsEnd(fraction, end) != end || (whole == point && fraction == end)) {
    isRefused = true;
    return;
  }
  while (whole < point && load<u8>(bytes + whole) == ZERO) whole++;
  if (isNegative) byte(MINUS);
  if (whole == point) byte(ZERO);
  else copy(bytes + whole, point - whole);
  writeTenths(fraction, end);
}

/** Writes digits behind the point, or a zero where there are none. */
function writeTenths(start: i32, end: i32): void {
  byte(DOT);
  if (start == end) byte(ZERO);
  else copy(bytes + start, end - start);
}

function digitsEnd(start: i32, end: i32): i32 {
  let at = start;
  while (at < end && isDigit(load<u8>(bytes + at))) at++;
  return at;
}

function writeCount(start: i32, end: i32): void {
  if (end - start > LONGEST_COUNT) {
    quote(start, end);
    return;
  }
  for (let i = start; i < end; i++) {
    if (isDigit(load<u8>(bytes + i))) continue;
    quote(start, end);
    return;
  }
  let first = start;
  while (first < end - 1 && load<u8>(bytes + first) == ZERO) first++;
  copy(bytes + first, end - first);
}

/** A code that does not pack is left to the host where its list has codes of that length. */
function writeCode(element: i32, start: i32, end: i32): void {
  const list = load<i32>(element, TREE_ELEMENT.B);
  fragment(load<i32>(element, TREE_ELEMENT.A));
  quote(start, end);
  const packed = pack(start, end);
  const suffix = packed == NONE ? 0 : lookUp(list + 4, packed);
  if (suffix != 0) fragment(suffix);
  if (packed == NONE && end - start <= load<i32>(list)) isRefused = true;
  byte(BRACE_CLOSE);
}

/** Writes the repetitions of an element, each after a comma. */
function writeList(item: i32, from: i32, end: i32): void {
  for (let start = from; start <= end && hasRoom(); ) {
    const to = repetition < 0 ? end : partEnd(start, end, <u8>repetition);
    if (start < to) {
      const begin = out;
      byte(COMMA);
      const open = out;
      writeValue(item, start, to);
      if (out == open) moveTo(begin);
    }
    start = to + 1;
  }
}

/** A component that the guide does not know is left to the host. */
function writeComposite(count: i32, parts: i32, from: i32, end: i32): void {
  const open = out;
  let start = from;
  let part = parts;
  for (let i = 0; i < count && start <= end && hasRoom(); i++, part += TREE_ELEMENT.SIZE) {
    const to = componentEnd(start, end);
    if (start < to) {
      fragment(load<i32>(part));
      writeValue(part, start, to);
    }
    start = to + 1;
  }
  if (start < end) isRefused = true;
  if (out == open) return;
  store<u8>(open, BRACE_OPEN);
  byte(BRACE_CLOSE);
}
