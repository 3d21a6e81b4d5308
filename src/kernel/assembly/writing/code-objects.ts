/*
 * Reads code objects: a code, its list, its qualifier, and what else is said of it.
 */
import { BRACE_CLOSE, BRACE_OPEN, COMMA } from '../ascii';
import { BLOCK, MEMBER } from '../../writing/layout';
import { at, isAt, isTextAt, pass, passAbsent, passComma, passKey, passValue, readName, readText, textLength, textStart } from './json-text';
import { fail, hasFailed } from './out-rows';

// The code that was read last; a start of 0 is a part that is not there.
export let codeStart: i32 = 0;
export let codeLength: i32 = 0;
export let listStart: i32 = 0;
export let listLength: i32 = 0;
export let qualifierStart: i32 = 0;
export let qualifierLength: i32 = 0;

/** Members of code objects that have operations, and where their values are; those of an object stand above those of the object around it. */
let more: i32 = 0;
export let moreCount: i32 = 0;
const MOST_MORE: i32 = 1024;
export const MORE_BYTES: i32 = 8 * MOST_MORE;

export function placeMore(rows: i32): void {
  more = rows;
}

export function cutMoreTo(count: i32): void {
  moreCount = count;
}

export function moreMember(i: i32): i32 {
  return load<i32>(more + (i << 3));
}

export function moreValue(i: i32): i32 {
  return load<i32>(more + (i << 3), 4);
}

// Keys of every code object, set by `nameKeys`: the three parts, then those that are never written.
let codeKey: i32 = 0;
let listKey: i32 = 0;
let qualifierKey: i32 = 0;
let otherKeys: i32 = 0;
let otherCount: i32 = 0;

export function nameKeys(newCode: i32, newList: i32, newQualifier: i32, others: i32, count: i32): void {
  codeKey = newCode;
  listKey = newList;
  qualifierKey = newQualifier;
  otherKeys = others;
  otherCount = count;
}

/** The further member of the object that was met last. */
let lastMember: i32 = 0;

/** Reads a code object; `block` has its further members, 0 for none. */
export function readCode(block: i32, mayQualify: bool): void {
  codeStart = 0;
  listStart = 0;
  qualifierStart = 0;
  lastMember = 0;
  let nextOther = 0;
  pass(BRACE_OPEN);
  // Members have one order, so that equal objects have the same bytes: list, qualifier, code, what is known of it, and more.
  while (!hasFailed) {
    if (codeStart == 0) {
      if (isTextAt(codeKey)) readPart(0, codeKey);
      else if (qualifierStart == 0 && listStart == 0 && isTextAt(listKey)) readPart(1, listKey);
      else if (qualifierStart == 0 && mayQualify && isTextAt(qualifierKey)) readPart(2, qualifierKey);
      else fail();
    } else {
      const other = lastMember == 0 ? passOther(nextOther) : -1;
      if (other >= 0) nextOther = other + 1;
      else readMore(block);
    }
    if (isAt(BRACE_CLOSE)) break;
    passComma();
  }
  pass(BRACE_CLOSE);
  if (codeStart == 0) fail();
}

/** Gives the code that was read last a qualifier, where it says none: the text at an address, 0 for none. */
export function qualify(text: i32): void {
  if (text == 0) return fail();
  qualifierStart = text + 4;
  qualifierLength = load<i32>(text);
}

function readPart(part: i32, key: i32): void {
  passKey(key);
  if (part > 0 && passAbsent()) return;
  if (part == 1) readName();
  else readText();
  if (textLength == 0) return fail();
  if (part == 0) {
    codeStart = textStart;
    codeLength = textLength;
  } else if (part == 1) {
    listStart = textStart;
    listLength = textLength;
  } else {
    qualifierStart = textStart;
    qualifierLength = textLength;
  }
}

/** Passes a member that says what is known of the code, one from a number on; gives its number, -1 where there is none at the cursor. */
function passOther(from: i32): i32 {
  for (let i = from; i < otherCount; i++) {
    const key = load<i32>(otherKeys + (i << 2));
    if (!isTextAt(key)) continue;
    passKey(key);
    passValue(0);
    return i;
  }
  return -1;
}

function readMore(block: i32): void {
  if (block == 0 || moreCount == MOST_MORE) return fail();
  const count = load<i32>(block);
  let member = block + BLOCK.HEAD;
  for (let i = 0; i < count; i++, member += MEMBER.SIZE) {
    const key = load<i32>(member, MEMBER.KEY);
    if (!isTextAt(key)) continue;
    // They are written in the order of their declaration.
    if (member <= lastMember) return fail();
    lastMember = member;
    passKey(key);
    if (passAbsent()) return;
    const row = more + (moreCount++ << 3);
    store<i32>(row, member);
    store<i32>(row, at, 4);
    passValue(0);
    return;
  }
  fail();
}
