/*
 * Writes the members of JSON objects into segments and loops, by the program that the host makes of their declarations. Every function mirrors a
 * writer of the host (src/mapping/writing); what only the host can judge ends the record here.
 */
import { BRACE_CLOSE, BRACE_OPEN, BRACKET_CLOSE, BRACKET_OPEN, COMMA } from '../ascii';
import { lookUp, packAt } from '../rows';
import { BLOCK, CELL, CHILD, CODE_SEGMENT, CODEC, KIND, MEMBER, OUT_LOOP, OUT_SEGMENT, ROOM } from '../../writing/layout';
import { codeLength, codeStart, cutMoreTo, listLength, listStart, moreCount, moreMember, moreValue, qualifierLength, qualifierStart, qualify, readCode } from './code-objects';
import { at, isAt, isSame, isTextAt, moveTo, pass, passAbsent, passComma, passKey, passOtherKey, passValue, readName, readText, textLength, textStart } from './json-text';
import {
  addDay,
  expectDay,
  expectedFirst,
  expectedLast,
  firstLoop,
  firstMember,
  firstValue,
  isBefore,
  isDerived,
  lastLoop,
  lastMember,
  lastValue,
} from './days';
import { copyDraft, hasAny, noteGroup, sharesWith } from './groups';
import { checkPointed, CODE, QUALIFIER } from './pointed-codes';
import { checkSaid } from './said';
import { addLoop, addSegment, cellAt, childOf, declare, fail, findLast, hasElement, hasFailed, link, makeSegment, placeOf, segmentAt, setText } from './out-rows';
import { findName, isPrepared, isText, packPrepared, readInteger, waitingCount, writeValue } from './out-values';

/** The number of the object that was begun last. */
let objects: i32 = 0;
let depth: i32 = 0;
/** Lists around the value that is read. */
let lists: i32 = 0;

export function beginMembers(): void {
  wanted = 0;
  depth = 0;
  lists = 0;
}

/** Numbers another object, so that members know which others were met in it. */
export function numberObject(): i32 {
  return ++objects;
}

/** Reads an object, and writes its members. An object without any is left to the host. */
export function writeObject(block: i32, loop: i32, segment: i32, base: i32): void {
  pass(BRACE_OPEN);
  if (hasFailed || ++depth > ROOM.DEPTH) return fail();
  const number = numberObject();
  const end = block + BLOCK.HEAD + load<i32>(block) * MEMBER.SIZE;
  let next = block + BLOCK.HEAD;
  let isGiven = false;
  while (!hasFailed) {
    const member = findMember(block, next, end);
    if (member == 0) return fail();
    if (member < end) next = member + MEMBER.SIZE;
    passKey(load<i32>(member, MEMBER.KEY));
    if (!passAbsent()) {
      isGiven = true;
      meet(member, number);
      writeIn(member, number, loop, segment, base);
    }
    if (!isAt(COMMA)) break;
    passComma();
  }
  pass(BRACE_CLOSE);
  depth--;
  if (!isGiven) fail();
}

/** The member at the cursor: one behind those that came, or one that is not written; 0 for none. */
export function findMember(block: i32, next: i32, end: i32): i32 {
  for (let member = next; member < end; member += MEMBER.SIZE) if (isTextAt(load<i32>(member, MEMBER.KEY))) return member;
  const last = block + BLOCK.HEAD + load<i32>(block, BLOCK.ALL) * MEMBER.SIZE;
  for (let member = end; member < last; member += MEMBER.SIZE) if (isTextAt(load<i32>(member, MEMBER.KEY))) return member;
  return 0;
}

/** Notes where the value of a member is, for others of its object. */
@inline
export function meet(member: i32, object: i32): void {
  store<i32>(member, object, MEMBER.MET);
  store<i32>(member, at, MEMBER.VALUE);
}

/** Writes a member of an object, that was met. */
export function writeIn(member: i32, object: i32, loop: i32, segment: i32, base: i32): void {
  if (load<i32>(member, MEMBER.DAY) != 0 && lists == 1) addDay();
  write(member, object, loop, segment, base);
}

/** Writes the value at the cursor; false where its place is taken by another value. The cursor is behind it then. */
function write(member: i32, object: i32, loop: i32, segment: i32, base: i32): bool {
  const placed = load<i32>(member, MEMBER.PLACED);
  switch (load<i32>(member)) {
    case KIND.IGNORED:
      passValue(0);
      return true;
    case KIND.ELEMENT:
      return writeValue(member, segmentAt(placed, loop, segment), elementPlace(member, base));
    case KIND.OBJECT:
      writeObject(load<i32>(member, MEMBER.BLOCK), loop, segment, base);
      return true;
    case KIND.IN_SEGMENT:
      return write(load<i32>(member, MEMBER.ITEM), object, loop, segmentAt(placed, loop, segment), base);
    case KIND.IN_LOOP: {
      const target = follow(member, loop);
      return target != 0 && write(load<i32>(member, MEMBER.ITEM), object, target, 0, 0);
    }
    case KIND.SEGMENTS:
    case KIND.GROUPS:
    case KIND.LOOPS:
    case KIND.CODES:
    case KIND.POINTED:
    case KIND.COMPONENTS:
    case KIND.COMPONENT_CODES:
      writeList(member, object, loop, segment, base);
      return true;
    case KIND.CODE_AT_PLACE:
      return codeAtPlace(member, object, loop, segment, base);
    case KIND.CODE: {
      readCode(0, false);
      noteList(member);
      if (listStart != 0 && !isPrepared(load<i32>(member, MEMBER.TABLE), listStart, listLength)) fail();
      const item = load<i32>(member, MEMBER.ITEM);
      setCode(segmentAt(load<i32>(item, MEMBER.PLACED), loop, segment), elementPlace(item, base));
      return true;
    }
    case KIND.LINES:
      readText();
      setText(addSegment(loop, placed, 0), elementPlace(member, 0), textStart, textLength);
      return true;
    case KIND.CONSTANT: {
      const value = load<i32>(member, MEMBER.TABLE);
      const end = at + load<i32>(value);
      if (!isSame(value + 4, at, load<i32>(value))) fail();
      passValue(0);
      if (at != end) fail();
      return true;
    }
    case KIND.FIRST_OF: {
      const start = at;
      const count = load<i32>(member, MEMBER.COUNT);
      const list = load<i32>(member, MEMBER.LIST);
      for (let i = 0; i < count && !hasFailed; i++) {
        moveTo(start);
        if (write(load<i32>(list + (i << 2)), object, loop, segment, base)) return true;
      }
      fail();
      return true;
    }
    case KIND.DERIVED_DAY:
      expectDay(member, loop, load<i32>(member, MEMBER.A) != 0);
      return true;
    case KIND.UNLESS_GIVEN:
      return unlessGiven(member, object, loop, segment, base);
    case KIND.WHERE:
      if (isTrue(member, object)) return write(load<i32>(member, MEMBER.ITEM), object, loop, segment, base);
      passValue(0);
      return false;
    case KIND.BY_LIST:
      return write(itemOfList(member, object), object, loop, segment, base);
    case KIND.LATER:
      wanted = member;
      fail();
      return true;
    default:
      fail();
      return true;
  }
}

/** The member that the host has to compile, 0 for none. */
export let wanted: i32 = 0;

/** Tests other members of the object. The tests are rows of: the member, 0 for one that is absent, 1 for one that is given, or the text that it may not be. */
function isTrue(member: i32, object: i32): bool {
  const start = at;
  const tests = load<i32>(member, MEMBER.LIST);
  const count = load<i32>(member, MEMBER.COUNT) >> 1;
  let holds = true;
  for (let i = 0; i < count && holds && !hasFailed; i++) {
    const other = load<i32>(tests + (i << 3));
    const test = load<i32>(tests + (i << 3), 4);
    moveTo(start);
    const isGiven = goToMember(other, object) && !passAbsent();
    if (test <= 1) holds = isGiven == (test == 1);
    else if (isGiven) {
      readName();
      holds = !isPrepared(test, textStart, textLength);
    }
  }
  moveTo(start);
  return holds;
}

/** Writes a value where another member is not given; else that must say the same and more. */
function unlessGiven(member: i32, object: i32, loop: i32, segment: i32, base: i32): bool {
  const start = at;
  if (!goToMember(load<i32>(member, MEMBER.A), object) || passAbsent()) {
    moveTo(start);
    return write(load<i32>(member, MEMBER.ITEM), object, loop, segment, base);
  }
  checkSaid(start, at);
  moveTo(start);
  passValue(0);
  return true;
}

/** Goes to the value of another member: one that was met, or one behind the value at the cursor. */
function goToMember(other: i32, object: i32): bool {
  if (load<i32>(other, MEMBER.MET) == object) {
    moveTo(load<i32>(other, MEMBER.VALUE));
    return true;
  }
  const key = load<i32>(other, MEMBER.KEY);
  passValue(0);
  while (isAt(COMMA) && !hasFailed) {
    passComma();
    if (isTextAt(key)) {
      passKey(key);
      return true;
    }
    passOtherKey();
    passValue(0);
  }
  return false;
}

/** What is written for the list that the code of another member says. The items are pairs of a name and an item. */
function itemOfList(member: i32, object: i32): i32 {
  const other = load<i32>(member, MEMBER.A);
  if (other == member) {
    const start = at;
    readCode(0, true);
    noteList(member);
    moveTo(start);
  }
  const items = load<i32>(member, MEMBER.LIST);
  const count = load<i32>(member, MEMBER.COUNT) >> 1;
  if (load<i32>(other, MEMBER.MET) == object) {
    for (let i = 0; i < count; i++) {
      const name = load<i32>(items + (i << 3));
      if (isPrepared(name, load<i32>(other, MEMBER.SAID), load<i32>(other, MEMBER.SAID_LENGTH))) return load<i32>(items + (i << 3), 4);
    }
  }
  return load<i32>(member, MEMBER.ITEM);
}

/** Notes the list of the code that was read last. */
@inline
function noteList(member: i32): void {
  store<i32>(member, listStart, MEMBER.SAID);
  store<i32>(member, listStart == 0 ? 0 : listLength, MEMBER.SAID_LENGTH);
}

@inline
function elementPlace(member: i32, base: i32): i32 {
  return placeOf(load<i32>(member, MEMBER.ELEMENT) + load<i32>(member, MEMBER.RELATIVE) * base, load<i32>(member, MEMBER.COMPONENT));
}

/** Sets the code that was read last. */
function setCode(segment: i32, place: i32): void {
  const cell = cellAt(segment, place);
  if (cell == 0) setText(segment, place, codeStart, codeLength);
  else if (!isText(cell, codeStart, codeLength)) fail();
}

/** Goes up, and then down to a child that is made where it is not there. 0 for a loop that is written already. */
function follow(member: i32, loop: i32): i32 {
  let target = loop;
  for (let up = load<i32>(member, MEMBER.A); up > 0 && target != 0; up--) target = load<i32>(target, OUT_LOOP.PARENT);
  if (target == 0) {
    fail();
    return 0;
  }
  const down = load<i32>(member, MEMBER.LIST);
  return down == 0 ? target : childOf(target, load<i32>(down), load<i32>(down, CHILD.PLACED));
}

/** Reads an array, item by item. */
function writeList(member: i32, object: i32, loop: i32, segment: i32, base: i32): void {
  const kind = load<i32>(member);
  if (kind == KIND.CODES && load<i32>(member, MEMBER.D) != 0) {
    codeInList(member, object, loop, true);
    return;
  }
  pass(BRACKET_OPEN);
  lists++;
  let count = 0;
  const place = elementPlace(member, base);
  const placed = load<i32>(member, MEMBER.PLACED);
  const target = kind == KIND.COMPONENTS || kind == KIND.COMPONENT_CODES || kind == KIND.POINTED ? segmentAt(placed, loop, segment) : 0;
  if (kind == KIND.COMPONENTS && hasElement(target, place / CELL.ELEMENT)) fail();
  while (!hasFailed) {
    if (!passAbsent()) {
      switch (kind) {
        case KIND.SEGMENTS:
          write(load<i32>(member, MEMBER.ITEM), object, loop, addSegment(loop, placed, 0), base);
          break;
        case KIND.GROUPS:
          writeGroup(member, object, loop, segment);
          break;
        case KIND.LOOPS:
          writeInLoop(member, loop);
          break;
        case KIND.CODES:
          codeInList(member, object, loop, count == 0);
          break;
        case KIND.POINTED:
          checkPointed(member, loop, target);
          break;
        case KIND.COMPONENTS:
          if (load<i32>(member, MEMBER.CODEC) == CODEC.TEXT) readText();
          else readInteger();
          if (count == ROOM.COMPONENTS) fail();
          setText(target, place + count, textStart, textLength);
          break;
        default:
          if (count == load<i32>(member, MEMBER.COUNT)) fail();
          readCode(0, false);
          if (listStart != 0 && !isPrepared(load<i32>(member, MEMBER.TABLE), listStart, listLength)) fail();
          if (cellAt(target, place + count) != 0) fail();
          setText(target, place + count, codeStart, codeLength);
      }
      count++;
    } else if (kind == KIND.COMPONENT_CODES) fail();
    if (!isAt(COMMA)) break;
    passComma();
  }
  pass(BRACKET_CLOSE);
  lists--;
  if (count == 0) fail();
}

/** Writes an item into the next free group of the last segment, or of a new one. */
function writeGroup(member: i32, object: i32, loop: i32, segment: i32): void {
  const placed = load<i32>(member, MEMBER.PLACED);
  const bases = load<i32>(member, MEMBER.LIST);
  const count = load<i32>(member, MEMBER.COUNT);
  const size = load<i32>(member, MEMBER.A);
  const first = load<i32>(bases);
  const draft = makeSegment(0, 0);
  const waiting = waitingCount;
  write(load<i32>(member, MEMBER.ITEM), object, loop, draft, first);
  // A name that waits for its code would be written into the draft.
  if (hasFailed || waitingCount > waiting) return fail();
  const last = placed == 0 ? segment : findLast(loop, load<i32>(placed));
  if (last != 0) {
    for (let i = 0; i < count; i++) {
      const base = load<i32>(bases + (i << 2));
      if (hasAny(last, base, size)) continue;
      if (!sharesWith(draft, last, first, size)) break;
      copyDraft(draft, last, first, base, size);
      return;
    }
  }
  if (placed == 0) return fail();
  noteGroup(draft, draft, first, size);
  declare(draft, placed, load<i32>(placed));
  link(loop, draft);
}

/** Writes an item into a new loop, which its first member may choose. The loops are CHILD rows. */
function writeInLoop(member: i32, loop: i32): void {
  let chosen = load<i32>(member, MEMBER.LIST);
  const table = load<i32>(member, MEMBER.TABLE);
  if (table != 0) {
    const keys = load<i32>(member, MEMBER.B);
    const code = codeOfItem(keys, load<i32>(member, MEMBER.COUNT));
    if (hasFailed) return;
    const row = code < 0 ? 0 : lookUp(table, code);
    if (row == 0) return fail();
    chosen = row;
  }
  const made = addLoop(loop, load<i32>(chosen), load<i32>(chosen, CHILD.PLACED));
  writeObject(load<i32>(chosen, CHILD.BLOCK), made, 0, 0);
}

/**
 * Writes the days of the unit that do not follow from those of its items, in its own loop. Where they follow they are not written, and where they must they
 * are left to the host.
 */
export function writeDays(object: i32): void {
  if (isDerived() || hasFailed) return;
  const first = expectedFirst;
  const last = expectedLast;
  if (first != 0 && last != 0 && isBefore(last, first)) return fail();
  if (first != 0) writeOwnDay(firstMember, firstValue, firstLoop, object);
  if (last != 0) writeOwnDay(lastMember, lastValue, lastLoop, object);
}

function writeOwnDay(member: i32, value: i32, loop: i32, object: i32): void {
  const item = load<i32>(member, MEMBER.ITEM);
  if (item == 0) return fail();
  moveTo(value);
  write(item, object, loop, 0, 0);
}

/** The code that the first member of an item says, packed. The cursor stays. */
function codeOfItem(keys: i32, count: i32): i32 {
  const start = at;
  let code = -1;
  pass(BRACE_OPEN);
  for (let i = 0; i < count && !hasFailed; i++) {
    const member = load<i32>(keys + (i << 2));
    const key = load<i32>(member, MEMBER.KEY);
    if (!isTextAt(key)) continue;
    passKey(key);
    readName();
    const table = load<i32>(member, MEMBER.TABLE);
    if (table == 0) code = packAt(textStart, textLength);
    else {
      const name = findName(table, textStart, textLength);
      const text = name == 0 ? 0 : load<i32>(name);
      code = text == 0 ? -1 : packPrepared(text);
    }
    break;
  }
  if (code <= 0) fail();
  moveTo(start);
  return code;
}

/** Writes a code into the next free composite of its kind. The places are CODE_SEGMENT rows. */
function codeInList(member: i32, object: i32, loop: i32, isFirst: bool): void {
  const from = moreCount;
  readCode(load<i32>(member, MEMBER.BLOCK), true);
  if (hasFailed) return;
  const next = at;
  if (qualifierStart == 0) qualify(qualifierOf(member, load<i32>(member + (isFirst ? MEMBER.B : MEMBER.C))));
  const key = hasFailed ? -1 : packAt(qualifierStart, qualifierLength);
  if (key < 0) return fail();
  const places = load<i32>(member, MEMBER.LIST);
  const count = load<i32>(member, MEMBER.COUNT);
  let segment = 0;
  let base = 1;
  for (let i = 0; i < count && segment == 0; i++) {
    const place = load<i32>(places + (i << 2));
    const last = findLast(loop, load<i32>(place));
    if (last == 0) continue;
    const used = load<i32>(last, OUT_SEGMENT.LENGTH);
    if (!allows(place, used, key)) continue;
    segment = last;
    base = used + 1;
  }
  if (segment == 0) {
    let chosen = 0;
    for (let i = 0; i < count && chosen == 0; i++) if (allows(load<i32>(places + (i << 2)), 0, key)) chosen = load<i32>(places + (i << 2));
    if (chosen == 0) return fail();
    segment = addSegment(loop, load<i32>(chosen, CODE_SEGMENT.PLACED), load<i32>(chosen));
  }
  setText(segment, placeOf(base, QUALIFIER), qualifierStart, qualifierLength);
  setText(segment, placeOf(base, CODE), codeStart, codeLength);
  writeMore(from, object, loop, segment, base);
  moveTo(next);
}

function allows(place: i32, composite: i32, qualifier: i32): bool {
  return composite < load<i32>(place, CODE_SEGMENT.COUNT) && lookUp(load<i32>(place + (composite << 2), CODE_SEGMENT.TABLES), qualifier) != 0;
}

/** The text of the qualifier of the list that the code names; `usual` where it names none. 0 for a list of another kind. */
function qualifierOf(member: i32, usual: i32): i32 {
  if (listStart == 0) return usual;
  const name = findName(load<i32>(member, MEMBER.TABLE), listStart, listLength);
  return name == 0 ? 0 : load<i32>(name);
}

/** Writes the further members of a code object, those from `from` on. */
function writeMore(from: i32, object: i32, loop: i32, segment: i32, base: i32): void {
  const to = moreCount;
  for (let i = from; i < to && !hasFailed; i++) {
    moveTo(moreValue(i));
    write(moreMember(i), object, loop, segment, base);
  }
  cutMoreTo(from);
}

/** Writes a code and the qualifier of its list; false where another code is there. */
function codeAtPlace(member: i32, object: i32, loop: i32, segment: i32, base: i32): bool {
  const target = segmentAt(load<i32>(member, MEMBER.PLACED), loop, segment);
  const isRelative = load<i32>(member, MEMBER.RELATIVE) != 0;
  const element = load<i32>(member, MEMBER.ELEMENT) + (isRelative ? base : 0);
  const place = placeOf(element, load<i32>(member, MEMBER.COMPONENT));
  if (cellAt(target, place) != 0) {
    passValue(0);
    return false;
  }
  const from = moreCount;
  readCode(load<i32>(member, MEMBER.BLOCK), true);
  if (hasFailed) return true;
  noteList(member);
  const next = at;
  if (qualifierStart == 0) qualify(qualifierOf(member, load<i32>(member, MEMBER.D)));
  if (hasFailed) return true;
  const by = load<i32>(member, MEMBER.A) + (load<i32>(member, MEMBER.B) != 0 ? base : 0);
  setText(target, placeOf(by, load<i32>(member, MEMBER.C)), qualifierStart, qualifierLength);
  setText(target, place, codeStart, codeLength);
  writeMore(from, object, loop, target, element);
  moveTo(next);
  return true;
}
