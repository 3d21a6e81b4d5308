/*
 * Reads rows, which the kernel has written as JSON, into cells: see `row-program.ts`. Cells are places in memory: of the JSON itself, or of what the host
 * writes of values whose JSON is not their text. Rows are given to the host, or written as CSV.
 */
import { BACKSLASH, BRACE_CLOSE, BRACE_OPEN, BRACKET_CLOSE, BRACKET_OPEN, CARRIAGE_RETURN, COMMA, DOT, LINE_FEED, LOWER_N, MINUS, QUOTE, ZERO } from './ascii';
import { FORM, LEVEL, SLOTS, TEST } from '../row-layout';
import { isDigit } from './values';

/** An item of a level has its cells. */
@external('host', 'onItem')
declare function onItem(level: i32): void;
/** A row has the cells of so many levels. */
@external('host', 'onRow')
declare function onRow(levels: i32): void;
/** Items of a list have no column. */
@external('host', 'onLost')
declare function onLost(list: i32, count: i32): void;
/** Writes the text of a value of JSON at `out`; gives where it ended. */
@external('host', 'writeText')
declare function writeText(start: i32, end: i32, out: i32): i32;

// Kinds of shapes, as `SHAPE` of `row-program.ts` numbers them.
const CELL: i32 = 0;
const WHOLE_CELL: i32 = 1;
const OBJECT: i32 = 2;
const LIST: i32 = 3;

/** A slot with its quotes and colon. */
const SLOT_BYTES: i32 = 5;
const FIRST_DIGIT: i32 = 0x23;
const BASE: i32 = 0x5c - FIRST_DIGIT;

/** Where the tests begin, behind their number. */
const TESTS_LIST: i32 = 4;

/** More digits or decimals are not those that JavaScript shows. */
const MAX_DIGITS: i32 = 15;
const MAX_DECIMALS: i32 = 6;

/** Where the next text of the host is written. */
let textEnd: i32 = 0;

// The level that is read.
let starts: i32 = 0;
let ends: i32 = 0;
let bits: i32 = 0;
let filled: i32 = 0;

/** For each list of the plan the number of items without a column; and the lists that have some. */
let lostCounts: i32 = 0;
let lostLists: i32 = 0;
let lost: i32 = 0;
let sharedDepth: i32 = 0;
let losesShared: bool = false;
/** Whether the level that was read last has items. */
let hasItems: bool = false;

// The rows that are written.
/** The first level; 0 while rows are given to the host. */
let writtenLevels: i32 = 0;
let levelCount: i32 = 0;
let separatorByte: i32 = 0;
/** Where the next row is written; 0 after one that only the host can write. */
let rowAt: i32 = 0;
let rowLimit: i32 = 0;
let rowCount: i32 = 0;

/**
 * Reads the rows that are the object with an index in the JSON at `start`. From `room` on there is room for further text. False, with nothing given, where a
 * shared value has more items than columns: it loses them once only.
 */
export function readRows(levels: i32, index: i32, start: i32, room: i32, counts: i32, lists: i32): bool {
  writtenLevels = 0;
  return readRecord(levels, index, start, room, counts, lists);
}

function readRecord(levels: i32, index: i32, start: i32, room: i32, counts: i32, lists: i32): bool {
  forgetLost();
  textEnd = room;
  lostCounts = counts;
  lostLists = lists;
  sharedDepth = 0;
  losesShared = false;
  let at = start + 1;
  for (let i = 0; i < index; i++) at = skip(at) + 1;
  return readItem(levels, 0, at) != 0;
}

/*
 * What reads JSON at a place gives the place behind it.
 */

/** Gives 0 where the record cannot be given. */
function readItem(level: i32, index: i32, start: i32): i32 {
  let isGiven = false;
  let isInside = false;
  starts = load<i32>(level);
  ends = load<i32>(level, LEVEL.ENDS);
  bits = load<i32>(level, LEVEL.BITS);
  filled = 0;
  const cells = load<i32>(level, LEVEL.CELLS);
  for (let i = 0; i < cells; i += 64) store<i64>(bits + (i >> 3), 0);
  if (writtenLevels == 0) memory.fill(ends, 0, cells << 2);
  forgetLost();
  const slots = load<i32>(level, LEVEL.SLOTS);
  let at = member(start + 1);
  for (; load<u8>(at) == QUOTE; at = member(at)) {
    const slot = slotAt(at);
    at += SLOT_BYTES;
    if (slot != 0) at = value(shapeOf(slots, slot), at);
    else {
      if (!give(level, index)) return 0;
      isGiven = true;
      at = readLevel(level + LEVEL.SIZE, index + 1, 0, at);
      isInside = hasItems;
    }
  }
  if (!isGiven && !give(level, index)) return 0;
  if (!isInside) row(index + 1);
  return at + 1;
}

/** False, with nothing given, for a record that loses items of a shared value. */
function give(level: i32, index: i32): bool {
  if (losesShared && index == 0) return false;
  for (let i = 0; i < lost; i++) {
    const list = load<i32>(lostLists + (i << 2));
    onLost(list, load<i32>(lostCounts + (list << 2)));
  }
  store<i32>(level, filled, LEVEL.FILLED);
  if (writtenLevels == 0) onItem(index);
  else {
    store<i32>(level, 1, LEVEL.IS_FIRST);
    store<i32>(level, 0, LEVEL.LATER);
  }
  return true;
}

/**
 * As `readRows`, but writes the rows of some levels as CSV, each behind a line feed; gives where they end. 0 where the host has to write them: a cell is
 * to be in quotes, a row is empty, or there is no room. The number of rows is then at the limit.
 */
export function writeRows(levels: i32, count: i32, index: i32, start: i32, room: i32, counts: i32, lists: i32, separator: i32, out: i32, limit: i32): i32 {
  writtenLevels = levels;
  levelCount = count;
  separatorByte = separator;
  rowAt = out;
  rowLimit = limit;
  rowCount = 0;
  const isGiven = readRecord(levels, index, start, room, counts, lists);
  store<i32>(limit, rowCount);
  return isGiven && !losesShared ? rowAt : 0;
}

/** A row has the cells of so many levels. */
function row(count: i32): void {
  if (writtenLevels == 0) return onRow(count);
  if (rowAt == 0) return;
  const start = rowAt + 1;
  let out = start;
  let isBehind = false;
  store<u8>(rowAt, LINE_FEED);
  for (let i = 0; i < levelCount && out > 0; i++) {
    const level = writtenLevels + i * LEVEL.SIZE;
    const size = load<i32>(level, LEVEL.CELLS);
    if (size == 0) continue;
    if (isBehind) store<u8>(out++, <u8>separatorByte);
    isBehind = true;
    if (i >= count) {
      memory.fill(out, <u8>separatorByte, size - 1);
      out += size - 1;
    } else out = i == levelCount - 1 ? joinAll(level, 0, out) : joinHead(level, out);
  }
  rowAt = out == start || out >= rowLimit ? 0 : out;
  rowCount++;
}

/** Writes the cells of a level before the last. */
function joinHead(level: i32, out: i32): i32 {
  if (load<i32>(level, LEVEL.IS_FIRST) == 1) {
    store<i32>(level, 0, LEVEL.IS_FIRST);
    return joinAll(level, 0, out);
  }
  const later = load<i32>(level, LEVEL.LATER);
  if (later == 0) {
    const end = joinAll(level, load<i32>(level, LEVEL.EACH_ROW), out);
    store<i32>(level, out, LEVEL.LATER);
    store<i32>(level, end, LEVEL.LATER_END);
    return end;
  }
  const length = load<i32>(level, LEVEL.LATER_END) - later;
  if (out + length >= rowLimit) return 0;
  for (let i = 0; i < length; i += 16) v128.store(out + i, v128.load(later + i));
  return out + length;
}

/** Writes all cells of a level; 0 where it cannot. */
function joinAll(level: i32, only: i32, out: i32): i32 {
  const end = joinCells(level, 0, separatorByte, only, out, rowLimit);
  return load<i32>(level, LEVEL.JOINED) == load<i32>(level, LEVEL.CELLS) ? end : 0;
}

function forgetLost(): void {
  for (let i = 0; i < lost; i++) store<i32>(lostCounts + (load<i32>(lostLists + (i << 2)) << 2), 0);
  lost = 0;
}

function lose(list: i32): void {
  losesShared = losesShared || sharedDepth > 0;
  const count = lostCounts + (list << 2);
  if (load<i32>(count) == 0) store<i32>(lostLists + (lost++ << 2), list);
  store<i32>(count, load<i32>(count) + 1);
}

/** Reads the items of a level behind a step, and says whether there are any. */
function readLevel(level: i32, index: i32, step: i32, start: i32): i32 {
  const tests = load<i32>(load<i32>(level, LEVEL.STEP_LIST) + (step << 2));
  const isLast = step == load<i32>(level, LEVEL.STEPS) - 1;
  const isList = load<u8>(start) == BRACKET_OPEN;
  let isAny = false;
  let at = isList ? item(start + 1) : start;
  while (!isList || load<u8>(at) != BRACKET_CLOSE) {
    if (!isAccepted(tests, at)) at = skip(at);
    else if (isLast) {
      isAny = true;
      at = readItem(level, index, at);
    } else {
      at = member(at + 1);
      while (load<u8>(at) == QUOTE) {
        at = member(readLevel(level, index, step + 1, at + SLOT_BYTES));
        isAny = isAny || hasItems;
      }
      at++;
    }
    if (!isList) break;
    at = item(at);
  }
  hasItems = isAny;
  return isList ? at + 1 : at;
}

/** The next item of a list, or its end. */
@inline
function item(at: i32): i32 {
  return load<u8>(at) == COMMA ? at + 1 : at;
}

/** The next member of an object, or its end. */
@inline
function member(at: i32): i32 {
  let next = at;
  while (load<u8>(next) == COMMA) next++;
  return next;
}

/** The slot of a member. */
@inline
function slotAt(at: i32): i32 {
  return (<i32>load<u8>(at, 1) - FIRST_DIGIT) * BASE + <i32>load<u8>(at, 2) - FIRST_DIGIT;
}

@inline
function shapeOf(slots: i32, slot: i32): i32 {
  const number = slot - load<i32>(slots);
  return <u32>number < <u32>load<i32>(slots, SLOTS.COUNT) ? load<i32>(slots + SLOTS.LIST + (number << 2)) : 0;
}

function value(shape: i32, at: i32): i32 {
  if (shape == 0) return skip(at);
  switch (load<i32>(shape)) {
    case CELL:
      return cell(load<i32>(shape, FORM.COLUMN), false, at);
    case WHOLE_CELL:
      return cell(load<i32>(shape, FORM.COLUMN), true, at);
    case OBJECT:
      return object(shape, at);
    case LIST:
      return list(shape, at);
    default:
      return members(shape, at);
  }
}

function object(shape: i32, start: i32): i32 {
  const slots = load<i32>(shape, FORM.SLOTS);
  const isShared = load<i32>(shape, FORM.IS_SHARED);
  sharedDepth += isShared;
  let at = member(start + 1);
  for (; load<u8>(at) == QUOTE; at = member(at)) at = value(shapeOf(slots, slotAt(at)), at + SLOT_BYTES);
  sharedDepth -= isShared;
  return at + 1;
}

@inline
function setCell(column: i32, start: i32, end: i32): void {
  store<i32>(starts + (column << 2), start);
  store<i32>(ends + (column << 2), end);
  const byte = bits + (column >> 3);
  store<u8>(byte, <u8>(<i32>load<u8>(byte) | (1 << (column & 7))));
  filled++;
}

function cell(column: i32, isWhole: bool, start: i32): i32 {
  if (load<u8>(start) != QUOTE) return plainCell(column, isWhole, start);
  const end = markIn(start + 1);
  if (load<u8>(end) == BACKSLASH) {
    const behind = skip(start);
    textCell(column, start, behind);
    return behind;
  }
  if (end > start + 1) setCell(column, start + 1, end);
  return end + 1;
}

/** A number, or a name of JSON. Numbers of values that are read whole are those of JavaScript. */
function plainCell(column: i32, isWhole: bool, start: i32): i32 {
  const first = load<u8>(start);
  const end = skip(start);
  const last = load<u8>(end - 1);
  if (!isWhole) setCell(column, start, last == ZERO || last == DOT ? withoutTrailingZeros(start, end) : end);
  else if (isShownAsIs(start, end)) setCell(column, start, end);
  else if (first != LOWER_N && first != BRACE_OPEN && first != BRACKET_OPEN) textCell(column, start, end);
  return end;
}

/** Makes the text of a value of JSON a cell. */
function textCell(column: i32, start: i32, end: i32): void {
  const from = textEnd;
  textEnd = writeText(start, end, from);
  if (textEnd > from) setCell(column, from, textEnd);
}

/** True for a number whose JSON is what JavaScript shows. */
function isShownAsIs(start: i32, end: i32): bool {
  const first = load<u8>(start) == MINUS ? start + 1 : start;
  let point = end;
  for (let i = first; i < end; i++) {
    const byte = load<u8>(i);
    if (byte == DOT && point == end && i > first) point = i;
    else if (!isDigit(byte)) return false;
  }
  const decimals = point == end ? 0 : end - point - 1;
  if (end - first > MAX_DIGITS || decimals > MAX_DECIMALS || first == end) return false;
  if (point < end && (decimals == 0 || load<u8>(end - 1) == ZERO)) return false;
  return load<u8>(first) != ZERO || (point == first + 1 && (first == start || point < end));
}

/** Where a decimal ends when zeros behind its point are left out, as in `cells.ts`. */
function withoutTrailingZeros(start: i32, end: i32): i32 {
  let hasPoint = false;
  for (let i = start; i < end; i++) {
    const byte = load<u8>(i);
    // Exponents stay as they are.
    if ((byte | 0x20) == 0x65) return end;
    if (byte == DOT) hasPoint = true;
  }
  if (!hasPoint) return end;
  let last = end;
  while (load<u8>(last - 1) == ZERO) last--;
  return load<u8>(last - 1) == DOT ? last - 1 : last;
}

function list(shape: i32, start: i32): i32 {
  const isList = load<u8>(start) == BRACKET_OPEN;
  if (!isList && load<i32>(shape, FORM.IS_PLACE) == 0) return skip(start);
  const count = load<i32>(shape, FORM.ITEMS);
  const items = load<i32>(shape, FORM.ITEM_LIST);
  const tests = load<i32>(shape, FORM.TESTS);
  let index = 0;
  let at = isList ? item(start + 1) : start;
  while (!isList || load<u8>(at) != BRACKET_CLOSE) {
    if (!isAccepted(tests, at)) at = skip(at);
    else if (index == count) {
      if (load<i32>(shape, FORM.IS_DESCRIPTION) == 0) lose(load<i32>(shape, FORM.NAME));
      at = skip(at);
    } else {
      const before = filled;
      at = value(load<i32>(items + (index << 2)), at);
      if (filled > before || load<i32>(shape, FORM.SKIPS_EMPTY) == 0) index++;
    }
    if (!isList) break;
    at = item(at);
  }
  return isList ? at + 1 : at;
}

/** Reads members of a value that is read whole. */
function members(shape: i32, start: i32): i32 {
  const ofWhole = load<i32>(shape, FORM.OF_WHOLE_LIST);
  for (let i = 0, count = load<i32>(shape, FORM.OF_WHOLE); i < count; i++) value(load<i32>(ofWhole + (i << 2)), start);
  const count = load<i32>(shape, FORM.KEYS);
  if (count == 0 || load<u8>(start) != BRACE_OPEN) return skip(start);
  const keys = load<i32>(shape, FORM.KEY_LIST);
  const items = load<i32>(shape, FORM.ITEM_LIST);
  let at = member(start + 1);
  while (load<u8>(at) == QUOTE) {
    const key = at;
    const from = closingQuote(key + 1) + 2;
    at = 0;
    for (let i = 0; i < count; i++) if (isAt(load<i32>(keys + (i << 2)), key)) at = value(load<i32>(items + (i << 2)), from);
    at = member(at == 0 ? skip(from) : at);
  }
  return at + 1;
}

/** True where the object at a place passes all tests. */
function isAccepted(tests: i32, start: i32): bool {
  if (tests == 0) return true;
  if (load<u8>(start) != BRACE_OPEN) return false;
  const count = load<i32>(tests);
  let passed = 0;
  for (let key = member(start + 1); passed < count; ) {
    if (load<u8>(key) != QUOTE) return false;
    const at = closingQuote(key + 1) + 2;
    const test = testOf(tests, key);
    if (test != 0) {
      if (!accepts(test, at)) return false;
      passed++;
    }
    key = member(skip(at));
  }
  return true;
}

function testOf(tests: i32, key: i32): i32 {
  let test = tests + TESTS_LIST;
  for (let left = load<i32>(tests); left > 0; left--, test += TEST.SIZE) if (isAt(load<i32>(test), key)) return test;
  return 0;
}

function accepts(test: i32, at: i32): bool {
  const accepted = load<i32>(test, TEST.ACCEPTED_LIST);
  for (let i = load<i32>(test, TEST.ACCEPTED) - 1; i >= 0; i--) if (isAt(load<i32>(accepted + (i << 2)), at)) return true;
  return false;
}

/** True where some text stands at a place; JSON that ends with a quote is all of a string. */
function isAt(expected: i32, start: i32): bool {
  const length = load<i32>(expected);
  for (let i = 0; i < length; i += 16) {
    const differs = ~i8x16.bitmask(i8x16.eq(v128.load(expected + 4 + i), v128.load(start + i)));
    if ((differs & (length - i >= 16 ? 0xffff : (1 << (length - i)) - 1)) != 0) return false;
  }
  return true;
}

/** Goes behind a value. */
function skip(start: i32): i32 {
  let at = start;
  let depth = 0;
  do {
    const byte = load<u8>(at++);
    if (byte == QUOTE) at = closingQuote(at) + 1;
    else if (byte == BRACE_OPEN || byte == BRACKET_OPEN) depth++;
    else if (byte == BRACE_CLOSE || byte == BRACKET_CLOSE) depth--;
    else if (depth == 0) while (!isEnd(load<u8>(at))) at++;
  } while (depth > 0);
  return at;
}

@inline
function isEnd(byte: u8): bool {
  return byte == COMMA || byte == BRACE_CLOSE || byte == BRACKET_CLOSE;
}

@inline
function marksIn(start: i32): i32 {
  const bytes = v128.load(start);
  return i8x16.bitmask(v128.or(i8x16.eq(bytes, i8x16.splat(QUOTE)), i8x16.eq(bytes, i8x16.splat(BACKSLASH))));
}

/** Where the next quote or backslash is. */
@inline
function markIn(start: i32): i32 {
  let end = start;
  let found = marksIn(end);
  while (found == 0) found = marksIn((end += 16));
  return end + ctz(found);
}

/** Where the string ends that goes on at a place. */
function closingQuote(start: i32): i32 {
  let end = markIn(start);
  while (load<u8>(end) == BACKSLASH) end = markIn(end + 2);
  return end;
}

/**
 * Writes cells of a level from one on, each after a separator but the first of the level, up to one that CSV has in quotes or for which there is no
 * room; gives where they end. With `only`, cells without a bit there are empty.
 */
export function joinCells(level: i32, first: i32, separator: i32, only: i32, start: i32, limit: i32): i32 {
  const starts = load<i32>(level);
  const ends = load<i32>(level, LEVEL.ENDS);
  const bits = load<i32>(level, LEVEL.BITS);
  const count = load<i32>(level, LEVEL.CELLS);
  const separators = i8x16.splat(<u8>separator);
  let out = start;
  // The first cell of which nothing is written.
  let next = first;
  for (let i = first & ~63; i < count; i += 64) {
    let left = load<u64>(bits + (i >> 3));
    if (only != 0) left &= load<u64>(only + (i >> 3));
    if (i < first) left &= <u64>-1 << (first - i);
    for (; left != 0; left &= left - 1) {
      const column = i + <i32>ctz(left);
      const from = load<i32>(starts + (column << 2));
      const length = load<i32>(ends + (column << 2)) - from;
      if (out + length + column - next >= limit) break;
      out = separate(out, next, column, separators);
      next = column;
      const mark = out;
      if (column > 0) store<u8>(out++, <u8>separator);
      if (!copyCell(from, length, out, separators)) {
        store<i32>(level, column, LEVEL.JOINED);
        return mark;
      }
      out += length;
      next++;
    }
    if (left != 0) break;
    // Cells without a value, up to the end of the level, come last.
    if (i + 64 >= count && out + count - next < limit) {
      out = separate(out, next, count, separators);
      next = count;
    }
  }
  store<i32>(level, next, LEVEL.JOINED);
  return out;
}

/** Writes the separators of empty cells, up to another one. */
@inline
function separate(out: i32, from: i32, to: i32, separators: v128): i32 {
  const count = to - max(from, 1);
  for (let i = 0; i < count; i += 16) v128.store(out + i, separators);
  return out + max(count, 0);
}

/** Copies a cell; false where CSV has it in quotes. */
@inline
function copyCell(from: i32, length: i32, out: i32, separators: v128): bool {
  for (let i = 0; i < length; i += 16) {
    const bytes = v128.load(from + i);
    const breaks = v128.or(i8x16.eq(bytes, i8x16.splat(LINE_FEED)), i8x16.eq(bytes, i8x16.splat(CARRIAGE_RETURN)));
    const marks = i8x16.bitmask(v128.or(v128.or(i8x16.eq(bytes, separators), i8x16.eq(bytes, i8x16.splat(QUOTE))), breaks));
    if ((marks & (length - i >= 16 ? 0xffff : (1 << (length - i)) - 1)) != 0) return false;
    v128.store(out + i, bytes);
  }
  return true;
}
