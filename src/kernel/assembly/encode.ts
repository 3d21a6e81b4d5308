/*
 * Writes the JSON of a record from its rows, by the program that `program.ts` makes of its declaration.
 */
import { BRACE_CLOSE, BRACE_OPEN, BRACKET_CLOSE, BRACKET_OPEN, COMMA } from './ascii';
import { JSON_AT, JSON_LIMIT, WALK_JSON_LIMIT } from '../areas';
import { BLOCK, GUARD, LOOP, OP, OPERATION, SHARED } from '../layout';
import { compositeElement, compositeEnd, compositeList, compositeSegment, compositeStart, forgetPointed, nextComposite, openComposites } from './codes';
import { chooseBy } from './conditions';
import { code, components, dayOfRange, elements, joinedText, openCode, pointedCodes } from './elements';
import { askForField, askForTransaction, askForVariant, beginAlone, describeCodes, endAlone, hasAsked, isRefused, noteAsked } from './host';
import { continueHash, id, identify } from './ids';
import { amount, beginOutput, byte, close, copy, digits, endOutput, fragment, hasRoom, isFull, limitTo, moveTo, out } from './output';
import { endOf, firstOf, firstSegmentOf, follow, has, isChild, isSelected, locate, loopRow, NONE, numberOf, separateComponents, startOf } from './rows';
import { addUp, total } from './sums';

/** True where transactions are records. */
let isTopLevel: bool = false;
/** True for a record with issues. */
let hasIssues: bool = false;
/** True for a record that is written before its issues are known. */
let awaitsIssues: bool = false;
/** Where these belong; 0 or below where that is not one place among its members. */
export let issuesAt: i32 = 0;
/** The first and the last of the operations of its members, and where it begins. */
let firstMember: i32 = 0;
let lastMember: i32 = 0;
let recordAt: i32 = 0;

/** Says what is the same for many records; their ids begin with `a`, `b` and `c`. */
export function surround(componentSeparator: i32, describesCodes: i32, transactionsAreRecords: i32, a: i32, b: i32, c: i32): void {
  separateComponents(componentSeparator);
  describeCodes(describesCodes != 0);
  isTopLevel = transactionsAreRecords != 0;
  continueHash(a, b, c);
}

/**
 * Writes the record of a loop, or of one segment in it, into the area for JSON, given the rows of its segments, the number of the first, and whether it has issues.
 * Gives where it ended, -1 where there is no room.
 */
export function write(block: i32, loop: i32, from: i32, to: i32, number: i32, issues: i32): i32 {
  limitTo(JSON_LIMIT);
  hasIssues = issues != 0;
  awaitsIssues = false;
  return writeFrom(JSON_AT, block, loop, from, to, number);
}

/**
 * As `write`, from a place in the JSON of the walk on, for a record of which the host has no objects, without its issues: see `issuesAt`. -1 also where the host
 * has to write it.
 */
export function writeAlone(block: i32, loop: i32, from: i32, to: i32, number: i32, start: i32, firstLoop: i32): i32 {
  limitTo(WALK_JSON_LIMIT);
  hasIssues = false;
  awaitsIssues = true;
  issuesAt = 0;
  recordAt = start;
  const members = load<i32>(block + BLOCK.HEAD, OP.BLOCK);
  firstMember = members + BLOCK.HEAD;
  lastMember = members + BLOCK.HEAD + (load<i32>(members) - 1) * OP.SIZE;
  beginAlone(firstLoop);
  const end = writeFrom(start, block, loop, from, to, number);
  endAlone();
  return isRefused ? NONE : end;
}

function writeFrom(start: i32, block: i32, loop: i32, from: i32, to: i32, number: i32): i32 {
  identify(loop, from, to, number);
  forgetPointed();
  beginOutput(start);
  run(block, loop, from, 0);
  return endOutput();
}

// Operations

/** Runs a block: the operations of a record, each after a comma of its own. */
function run(block: i32, loop: i32, segment: i32, base: i32): void {
  const row = loopRow(loop);
  const places = load<i32>(row, LOOP.PLACES);
  const isLeaf = load<i32>(row, LOOP.CHILD) < 0;
  const end = endOfBlock(block);
  for (let op = block + BLOCK.HEAD; op < end; ) {
    const guard = load<i32>(op, OP.GUARD);
    let first = segment;
    if (guard >= 0) first = load<i32>(places + (guard << 2));
    if (guard >= 0 ? first < 0 : guard == GUARD.LOOPS && isLeaf) {
      op += load<i32>(op, OP.SKIP);
      continue;
    }
    const next = op + load<i32>(op, OP.SAME);
    if (load<i32>(op) == OPERATION.VALUE) elements(op, next, loop, segment, base, first);
    else if (hasRoom()) step(op, loop, segment, base, first);
    else return;
    op = next;
  }
}

@inline
function endOfBlock(block: i32): i32 {
  return block + BLOCK.HEAD + load<i32>(block) * OP.SIZE;
}

/** As `run`, until something was written. */
function runFirst(block: i32, loop: i32, segment: i32, base: i32): void {
  const mark = out;
  const places = load<i32>(loopRow(loop), LOOP.PLACES);
  const end = endOfBlock(block);
  for (let op = block + BLOCK.HEAD; op < end && out == mark; op += OP.SIZE) {
    const guard = load<i32>(op, OP.GUARD);
    const first = guard >= 0 ? load<i32>(places + (guard << 2)) : segment;
    if (first >= 0) step(op, loop, segment, base, first);
  }
}

function step(op: i32, loop: i32, segment: i32, base: i32, first: i32): void {
  switch (load<i32>(op)) {
    case OPERATION.VALUE:
      elements(op, op + OP.SIZE, loop, segment, base, first);
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
      if (awaitsIssues) noteIssues(op);
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

/** An object in the record would begin or end with issues: only those among its own members, behind the first, can be written later. */
function noteIssues(op: i32): void {
  issuesAt = issuesAt == 0 && op >= firstMember && op <= lastMember && out > recordAt ? out : NONE;
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

/** False where the host has to write the code. */
function qualifiedCode(op: i32, loop: i32, segment: i32, base: i32, first: i32): bool {
  const found = locate(op, loop, segment, first);
  if (found < 0) return true;
  const list = openCode(op, found, base);
  if (list <= 0) return list == 0;
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
