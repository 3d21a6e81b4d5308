/*
 * Writes the JSON of a record from its rows, by the program that `program.ts` makes of its declaration.
 */
import { BACKSLASH, BRACE_CLOSE, BRACE_OPEN, BRACKET_CLOSE, BRACKET_OPEN, COMMA, LOWER_N, QUOTE, ZERO } from './ascii';
import { BLOCK, FORMAT, LOOP, OP, OPERATION, SHARED } from '../layout';
import { chooseBy } from './conditions';
import { compositeElement, compositeEnd, compositeList, compositeSegment, compositeStart, goTo, listOf, nextComposite, openComposites, suffixOf } from './codes';
import { bytes, componentEnd, componentStart, endOf, firstOf, firstSegmentOf, follow, has, isChild, isSelected, locate, lookUp, loopRow, NONE, pack, separateComponents, startOf } from './rows';
import { askForCode, askForField, askForTransaction, askForValue, askForVariant, beginAlone, describeCodes, describes, endAlone, hasAsked, isRefused, noteAsked } from './host';
import { continueHash, id, identify } from './ids';
import { amount, beginOutput, byte, close, copy, day, digits, endOutput, fragment, hasRoom, isFull, limit, limitTo, moveTo, out, quote } from './output';
import { addUp, total } from './sums';
import { DAY_LENGTH, dayAt, isJsonNumber, isShortInteger, periodFrom, periodTo } from './values';

let isTopLevel: bool = false;
let hasIssues: bool = false;

/** Says what is the same for many records; their ids begin with `a`, `b` and `c`. */
export function surround(componentSeparator: i32, describesCodes: i32, transactionsAreRecords: i32, a: i32, b: i32, c: i32): void {
  separateComponents(componentSeparator);
  describeCodes(describesCodes != 0);
  isTopLevel = transactionsAreRecords != 0;
  continueHash(a, b, c);
}

/** As `write`, for a record without issues of which the host has no objects. -1 also where the host has to write it. */
export function writeAlone(block: i32, loop: i32, from: i32, to: i32, number: i32, start: i32, firstLoop: i32, newLimit: i32): i32 {
  const usual = limit;
  limitTo(newLimit);
  beginAlone(firstLoop);
  const end = write(block, loop, from, to, number, 0, start);
  endAlone();
  limitTo(usual);
  return isRefused ? NONE : end;
}

/**
 * Writes the record of a loop from `start` on, given the rows and the number of its segments, and whether it has issues. Gives where it ended, -1
 * where there is no room.
 */
export function write(block: i32, loop: i32, from: i32, to: i32, number: i32, issues: i32, start: i32): i32 {
  hasIssues = issues != 0;
  identify(loop, from, to, number);
  beginOutput(start);
  run(block, loop, firstSegmentOf(loop), 0);
  return endOutput();
}

// Values

function value(op: i32, key: i32, start: i32, end: i32): void {
  switch (load<i32>(op, OP.FORMAT)) {
    case FORMAT.TEXT:
      fragment(key);
      quote(start, end);
      return;
    case FORMAT.NUMBER:
      if (!isJsonNumber(start, end)) break;
      fragment(key);
      copy(bytes + start, end - start);
      return;
    case FORMAT.INTEGER:
      if (!isShortInteger(start, end)) break;
      fragment(key);
      copy(bytes + start, end - start);
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

/** A code object without its closing brace. A list is its number and what stands before a code. */
function code(list: i32, start: i32, end: i32): void {
  const suffix = describes ? suffixOf(list, start, end) : 0;
  if (describes && suffix == 0) {
    askForCode(list, start, end);
    return;
  }
  fragment(load<i32>(list, 4));
  quote(start, end);
  if (suffix != 0) fragment(suffix);
}

// Operations

/** Runs a block: the operations of a record, each after a comma of its own. */
function run(block: i32, loop: i32, segment: i32, base: i32): void {
  const count = load<i32>(block);
  const places = load<i32>(loopRow(loop), LOOP.PLACES);
  let op = block + BLOCK.HEAD;
  for (let i = 0; i < count; i++, op += OP.SIZE) {
    const guard = load<i32>(op, OP.GUARD);
    let first = segment;
    if (guard >= 0) {
      first = load<i32>(places + (guard << 2));
      if (first < 0) continue;
    }
    if (!hasRoom()) return;
    if (load<i32>(op) == OPERATION.VALUE) element(op, loop, segment, base, first);
    else step(op, loop, segment, base, first);
  }
}

/** As `run`, until something was written. */
function runFirst(block: i32, loop: i32, segment: i32, base: i32): void {
  const mark = out;
  const count = load<i32>(block);
  const places = load<i32>(loopRow(loop), LOOP.PLACES);
  let op = block + BLOCK.HEAD;
  for (let i = 0; i < count && out == mark; i++, op += OP.SIZE) {
    const guard = load<i32>(op, OP.GUARD);
    const first = guard >= 0 ? load<i32>(places + (guard << 2)) : segment;
    if (first >= 0) step(op, loop, segment, base, first);
  }
}

@inline
function element(op: i32, loop: i32, segment: i32, base: i32, first: i32): void {
  const found = locate(op, loop, segment, first);
  if (found < 0) return;
  const number = load<i32>(op, OP.ELEMENT) + load<i32>(op, OP.RELATIVE) * base;
  if (!has(found, number)) return;
  let start = startOf(found, number);
  let end = endOf(found, number);
  const component = load<i32>(op, OP.COMPONENT);
  if (component != 0) {
    start = componentStart(start, end, component);
    if (start < 0) return;
    end = componentEnd(start, end);
  }
  if (start < end) value(op, load<i32>(op, OP.KEY), start, end);
}

function step(op: i32, loop: i32, segment: i32, base: i32, first: i32): void {
  switch (load<i32>(op)) {
    case OPERATION.VALUE:
      element(op, loop, segment, base, first);
      return;
    case OPERATION.OBJECT:
      object(op, loop, segment, base, first);
      return;
    case OPERATION.EACH:
      each(op, loop);
      return;
    case OPERATION.GROUPS:
      groups(op, loop, segment);
      return;
    case OPERATION.LOOPS:
      children(op, loop);
      return;
    case OPERATION.CONSTANT:
      fragment(load<i32>(op, OP.KEY));
      return;
    case OPERATION.FIRST_OF:
      runFirst(load<i32>(op, OP.BLOCK), loop, segment, base);
      return;
    case OPERATION.VARIANT: {
      const chosen = askForVariant(op, loop, segment);
      if (chosen >= 0) run(load<i32>(load<i32>(op, OP.LIST) + (chosen << 2)), loop, segment, base);
      return;
    }
    case OPERATION.ELSEWHERE: {
      const target = follow(op, loop);
      if (target == -2) break;
      if (target >= 0 && firstSegmentOf(target) >= 0) run(load<i32>(op, OP.BLOCK), target, firstSegmentOf(target), 0);
      return;
    }
    case OPERATION.FIRST_SEGMENT:
      firstSegment(op, loop);
      return;
    case OPERATION.UNLESS_TOP_LEVEL:
      if (!isTopLevel) run(load<i32>(op, OP.BLOCK), loop, segment, base);
      return;
    case OPERATION.IF_TOP_LEVEL:
      if (isTopLevel) run(load<i32>(op, OP.BLOCK), loop, segment, base);
      return;
    case OPERATION.SHARED: {
      const target = follow(op, loop);
      if (target == -2) break;
      if (target >= 0) shared(op, target);
      return;
    }
    case OPERATION.ISSUES:
      if (!hasIssues) return;
      break;
    case OPERATION.ID:
      if (!id(load<i32>(op, OP.KEY), loop, segment)) break;
      return;
    case OPERATION.QUALIFIED_CODE:
      if (!qualifiedCode(op, loop, segment, base, first)) break;
      return;
    case OPERATION.COMPOSITES:
      composites(op, loop);
      return;
    case OPERATION.POINTED_CODES:
      if (!pointedCodes(op, loop, segment, first)) break;
      return;
    case OPERATION.COMPONENTS:
      components(op, loop, segment, base, first);
      return;
    case OPERATION.JOINED_TEXT:
      joinedText(op, loop);
      return;
    case OPERATION.DAY_OF_RANGE:
      dayOfRange(op, loop);
      return;
    case OPERATION.IF_THERE: {
      const found = locate(op, loop, segment, first);
      if (found < 0 || !has(found, load<i32>(op, OP.ELEMENT))) return;
      break;
    }
    case OPERATION.ALONG:
      along(op, loop);
      return;
    case OPERATION.SUM:
      if (!addUp(op, loop)) break;
      fragment(load<i32>(op, OP.KEY));
      amount(total);
      return;
    case OPERATION.ITEM_NUMBER:
      fragment(load<i32>(op, OP.KEY));
      digits(numberOf(loop), 1);
      return;
    case OPERATION.OF_TRANSACTION:
      askForTransaction(op, loop, segment, base);
      return;
    case OPERATION.CHOICE: {
      const chosen = chooseBy(op, loop, segment);
      if (chosen != 0) run(chosen, loop, segment, base);
      return;
    }
    default:
      break;
  }
  askForField(op, loop, segment, base);
}

/** Writes an object of an ancestor; what was written of the same ancestor for the record before is copied. */
function shared(op: i32, loop: i32): void {
  const ancestor = load<i32>(loopRow(loop), LOOP.ANCESTOR);
  const kept = load<i32>(op, OP.LIST);
  if (ancestor != 0 && load<i32>(kept) == ancestor) {
    copy(kept + SHARED.JSON, load<i32>(kept, SHARED.LENGTH));
    return;
  }
  const asked = hasAsked;
  noteAsked(false);
  const start = out;
  fragment(load<i32>(op, OP.KEY));
  const open = out;
  if (firstSegmentOf(loop) >= 0) run(load<i32>(op, OP.BLOCK), loop, firstSegmentOf(loop), 0);
  if (out == open) moveTo(start);
  const length = out - start;
  const isKept = ancestor != 0 && !hasAsked && !isFull && !isRefused && length <= SHARED.MAX_LENGTH;
  store<i32>(kept, isKept ? ancestor : 0);
  noteAsked(hasAsked || asked);
  if (!isKept) return;
  store<i32>(kept, length, SHARED.LENGTH);
  memory.copy(kept + SHARED.JSON, start, length);
}

function object(op: i32, loop: i32, segment: i32, base: i32, first: i32): void {
  const found = locate(op, loop, segment, first);
  if (found < 0) return;
  const start = out;
  fragment(load<i32>(op, OP.KEY));
  const open = out;
  run(load<i32>(op, OP.BLOCK), loop, found, base);
  if (out == open && load<i32>(op, OP.LIST) != 0) runFirst(load<i32>(op, OP.LIST), loop, found, base);
  close(start, open, BRACE_OPEN, BRACE_CLOSE);
}

function each(op: i32, loop: i32): void {
  const start = out;
  fragment(load<i32>(op, OP.KEY));
  const open = out;
  const selection = load<i32>(op, OP.SELECTION);
  let except = load<i32>(op, OP.EXCEPT);
  const to = load<i32>(loopRow(loop), LOOP.TO);
  // What is left out may stand before the first of the selection.
  for (let segment = except == 0 ? firstOf(selection, loop) : load<i32>(loopRow(loop)); segment < to; segment++) {
    if (except != 0 && isSelected(except, segment)) except = 0;
    else if (isSelected(selection, segment)) run(load<i32>(op, OP.BLOCK), loop, segment, 0);
  }
  close(start, open, BRACKET_OPEN, BRACKET_CLOSE);
}

function groups(op: i32, loop: i32, segment: i32): void {
  const start = out;
  fragment(load<i32>(op, OP.KEY));
  const open = out;
  const selection = load<i32>(op, OP.SELECTION);
  if (selection == 0) groupsOf(op, loop, segment);
  else {
    const to = load<i32>(loopRow(loop), LOOP.TO);
    for (let one = firstOf(selection, loop); one < to; one++) if (isSelected(selection, one)) groupsOf(op, loop, one);
  }
  close(start, open, BRACKET_OPEN, BRACKET_CLOSE);
}

function groupsOf(op: i32, loop: i32, segment: i32): void {
  const count = load<i32>(op, OP.COUNT);
  const bases = load<i32>(op, OP.LIST);
  const size = load<i32>(op, OP.A);
  for (let i = 0; i < count; i++) {
    const base = load<i32>(bases + (i << 2));
    if (!has(segment, base)) return;
    for (let number = base; number < base + size && has(segment, number); number++) {
      if (startOf(segment, number) >= endOf(segment, number)) continue;
      run(load<i32>(op, OP.BLOCK), loop, segment, base);
      break;
    }
  }
}

function children(op: i32, loop: i32): void {
  const start = out;
  fragment(load<i32>(op, OP.KEY));
  const open = out;
  const count = load<i32>(op, OP.COUNT);
  const list = load<i32>(op, OP.LIST);
  for (let one = load<i32>(loopRow(loop), LOOP.CHILD); one >= 0; one = load<i32>(loopRow(one), LOOP.NEXT)) {
    for (let i = 0; i < count; i++) {
      const child = list + i * 12;
      if (!isChild(child, one)) continue;
      if (firstSegmentOf(one) >= 0) run(load<i32>(child, 8), one, firstSegmentOf(one), 0);
      break;
    }
  }
  if (out == open && load<i32>(op, OP.A) != 0) {
    byte(BRACKET_OPEN);
    byte(BRACKET_CLOSE);
  } else close(start, open, BRACKET_OPEN, BRACKET_CLOSE);
}

function along(op: i32, loop: i32): void {
  const start = out;
  fragment(load<i32>(op, OP.KEY));
  const open = out;
  const steps = load<i32>(op, OP.LIST);
  goAlong(loop, steps, steps + (load<i32>(op, OP.COUNT) << 2), load<i32>(op, OP.BLOCK));
  close(start, open, BRACKET_OPEN, BRACKET_CLOSE);
}

/** Steps have the two numbers of a child. */
function goAlong(loop: i32, step: i32, end: i32, block: i32): void {
  const next = step + 8;
  for (let one = load<i32>(loopRow(loop), LOOP.CHILD); one >= 0; one = load<i32>(loopRow(one), LOOP.NEXT)) {
    if (!isChild(step, one)) continue;
    if (next < end) goAlong(one, next, end, block);
    else if (firstSegmentOf(one) >= 0) run(block, one, firstSegmentOf(one), 0);
  }
}

function firstSegment(op: i32, loop: i32): void {
  const mark = out;
  const selection = load<i32>(op, OP.SELECTION);
  const to = load<i32>(loopRow(loop), LOOP.TO);
  for (let segment = firstOf(selection, loop); segment < to && out == mark; segment++) {
    if (isSelected(selection, segment)) run(load<i32>(op, OP.BLOCK), loop, segment, 0);
  }
}

function qualifiedCode(op: i32, loop: i32, segment: i32, base: i32, first: i32): bool {
  const found = locate(op, loop, segment, first);
  if (found < 0) return true;
  const number = load<i32>(op, OP.ELEMENT) + load<i32>(op, OP.RELATIVE) * base;
  if (!has(found, number)) return true;
  let start = startOf(found, number);
  let end = endOf(found, number);
  const component = load<i32>(op, OP.COMPONENT);
  if (component != 0) {
    start = componentStart(start, end, component);
    if (start < 0) return true;
    end = componentEnd(start, end);
  }
  if (start >= end) return true;
  const by = load<i32>(op, OP.A) + load<i32>(op, OP.B) * base;
  let qualifierStart = 0;
  let qualifierEnd = 0;
  if (has(found, by)) {
    qualifierStart = startOf(found, by);
    qualifierEnd = endOf(found, by);
    const part = load<i32>(op, OP.C);
    if (part != 0) {
      qualifierStart = componentStart(qualifierStart, qualifierEnd, part);
      qualifierEnd = qualifierStart < 0 ? NONE : componentEnd(qualifierStart, qualifierEnd);
    }
  }
  const list = listOf(load<i32>(op, OP.TABLE), qualifierStart, qualifierEnd, start, end);
  if (list < 0) return false;
  if (list == 0) return true;
  fragment(load<i32>(op, OP.KEY));
  code(list, start, end);
  const block = load<i32>(op, OP.BLOCK);
  if (block != 0) run(block, loop, found, load<i32>(op, OP.ELEMENT));
  byte(BRACE_CLOSE);
  return true;
}

function composites(op: i32, loop: i32): void {
  const source = load<i32>(op, OP.LIST);
  if (!openComposites(source, loop)) return;
  const start = out;
  fragment(load<i32>(op, OP.KEY));
  if (load<i32>(op, OP.A) != 0) {
    if (!nextComposite(source, loop)) {
      moveTo(start);
      return;
    }
    code(compositeList, compositeStart, compositeEnd);
    byte(BRACE_CLOSE);
    return;
  }
  const open = out;
  const block = load<i32>(op, OP.BLOCK);
  while (hasRoom() && nextComposite(source, loop)) {
    byte(COMMA);
    code(compositeList, compositeStart, compositeEnd);
    if (block != 0) run(block, loop, compositeSegment, compositeElement);
    byte(BRACE_CLOSE);
  }
  close(start, open, BRACKET_OPEN, BRACKET_CLOSE);
}

/** False where the host has to write the codes. */
function pointedCodes(op: i32, loop: i32, segment: i32, first: i32): bool {
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

function components(op: i32, loop: i32, segment: i32, base: i32, first: i32): void {
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

function joinedText(op: i32, loop: i32): void {
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

let rangeDay: i32 = 0;

function dayOfRange(op: i32, loop: i32): void {
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

/** The number of a loop among those of its kind in the loop around it, from 1. */
function numberOf(loop: i32): i32 {
  const definition = load<i32>(loopRow(loop), LOOP.DEFINITION);
  const parent = load<i32>(loopRow(loop), LOOP.PARENT);
  let number = 1;
  for (let one = load<i32>(loopRow(parent), LOOP.CHILD); one >= 0 && one != loop; one = load<i32>(loopRow(one), LOOP.NEXT)) {
    if (load<i32>(loopRow(one), LOOP.DEFINITION) == definition) number++;
  }
  return number;
}
