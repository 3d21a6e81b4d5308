/*
 * Writes values of a record as values of FHIR: texts, codes, days, numbers and concepts. False for a value that FHIR does not allow: nothing is written then.
 */
import { ARG, CONCEPT, DAY, KIND, NODE, RULE } from '../machine-layout';
import { BLANK, BRACE_CLOSE, byte, copy, digits, DOT, fragment, isDigit, isFull, json, LETTER_E, LETTER_T, MINUS, moveTo, noteFull, out, QUOTE } from './bytes';
import { findNode, isText, memberOf } from './nodes';
import { read } from './paths';
import { isEqual } from './texts';

/** Writes a string as text of FHIR at `out`, or as a code. Gives the byte after it; -1 where there is no room. */
@external('host', 'writeText')
declare function writeText(start: i32, end: i32, isCode: i32, out: i32): i32;
/** Writes an amount with the other sign over the digits that begin at an address. Gives the byte after it. */
@external('host', 'negate')
declare function negate(start: i32, end: i32): i32;
/** True for a string with the digits of a number. */
@external('host', 'isDecimal')
declare function isDecimal(start: i32, end: i32): i32;

// Constants of the program; set by `useConstants`.
/** The key of the list that a code is of. */
export let subType: i32 = 0;
let code: i32 = 0;
let description: i32 = 0;
let listRules: i32 = 0;
let noRule: i32 = 0;
let display: i32 = 0;
let conceptText: i32 = 0;
let codingEnd: i32 = 0;
let valueOpening: i32 = 0;

// The ends of amounts in the currency of the record.
let afterMoney: i32 = 0;
let afterQuantity: i32 = 0;

/** Values that are left out because FHIR does not allow them. */
export let invalid: i32 = 0;

/** Says where the constants of the program are. */
export function useConstants(constants: i32): void {
  subType = load<i32>(constants);
  code = load<i32>(constants, 4);
  description = load<i32>(constants, 8);
  listRules = load<i32>(constants, 12);
  noRule = load<i32>(constants, 16);
  display = load<i32>(constants, 20);
  conceptText = load<i32>(constants, 24);
  codingEnd = load<i32>(constants, 28);
  valueOpening = load<i32>(constants, 32);
}

/** Takes what follows amounts of a currency. */
export function useCurrency(currency: i32): void {
  afterMoney = load<i32>(currency);
  afterQuantity = load<i32>(currency, 4);
}

/** Counts a value that is left out. */
export function leaveOut(): void {
  invalid++;
}

/** Sets the count, or sets it back. */
export function countInvalid(count: i32): void {
  invalid = count;
}

function byHost(at: i32, isCode: i32): bool {
  const end = writeText(load<i32>(at), load<i32>(at, NODE.END), isCode, out);
  if (end < 0) noteFull();
  else if (end > out) {
    moveTo(end);
    return true;
  }
  return false;
}

export function text(at: i32): bool {
  const kind = load<i32>(at, NODE.KIND);
  if (kind == KIND.PLAIN) json(at);
  else if (kind == KIND.STRING) return byHost(at, 0);
  else if (kind == KIND.NUMBER || kind == KIND.BOOLEAN) {
    byte(QUOTE);
    json(at);
    byte(QUOTE);
  } else return false;
  return true;
}

function hasDoubleBlanks(at: i32): bool {
  const end = load<i32>(at, NODE.END) - 1;
  for (let i = load<i32>(at) + 1; i < end; i++) if (load<u8>(i) == BLANK && load<u8>(i, 1) == BLANK) return true;
  return false;
}

export function codeText(at: i32): bool {
  const kind = load<i32>(at, NODE.KIND);
  if (kind == KIND.STRING || (kind == KIND.PLAIN && hasDoubleBlanks(at))) return byHost(at, 1);
  if (kind != KIND.PLAIN) return false;
  json(at);
  return true;
}

/** Days that were valid, by some of their bytes. */
const validDays: i32 = <i32>memory.data(DAY.COUNT * DAY.SIZE, 16);

/** As `isDay`, for days that repeat. */
@inline
function isValidDay(start: i32): bool {
  const first = load<u64>(start);
  const last = load<u64>(start, 3);
  const known = validDays + ((load<u8>(start, 9) + load<u8>(start, 8) * 10 + load<u8>(start, 6) * 31) & (DAY.COUNT - 1)) * DAY.SIZE;
  if (load<u64>(known) == first && load<u64>(known, DAY.END) == last) return true;
  if (!isDay(start)) return false;
  store<u64>(known, first);
  store<u64>(known, last, DAY.END);
  return true;
}

/** True for a day of the calendar before the end of a string or a time. */
function isDay(start: i32): bool {
  const next = load<u8>(start, 10);
  if ((next != QUOTE && next != LETTER_T) || load<u8>(start, 4) != MINUS || load<u8>(start, 7) != MINUS) return false;
  const year = digits(start, 4);
  const month = digits(start + 5, 2);
  const day = digits(start + 8, 2);
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  if (month == 2) return day <= (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28);
  return day <= (month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31);
}

/** A time is left out: X12 has no time zones, without which FHIR has no times. */
export function day(at: i32): bool {
  const start = load<i32>(at);
  if (!isText(at) || !isValidDay(start + 1)) {
    leaveOut();
    return false;
  }
  copy(start, 11);
  byte(QUOTE);
  return true;
}

export function number(at: i32, form: i32): bool {
  const start = load<i32>(at);
  const end = load<i32>(at, NODE.END);
  const isNumber = load<i32>(at, NODE.KIND) == KIND.NUMBER;
  if (!isNumber && (!isText(at) || isDecimal(start, end) == 0)) {
    leaveOut();
    return false;
  }
  if (form == 3) byte(QUOTE);
  else if (form != 0) fragment(valueOpening);
  const from = out;
  if (isNumber) copy(start, end - start);
  else copy(start + 1, end - start - 2);
  if (form == 3) byte(QUOTE);
  else if (form == 4 && !isFull) moveTo(negate(from, out));
  if (form == 1 || form == 4) fragment(afterMoney);
  else if (form == 2) fragment(afterQuantity);
  return true;
}

/** Puts a dot into the code that ends with a quote at the end, unless it has one or is too short. */
function insertDot(start: i32, form: i32): void {
  const place = form == 4 ? (load<u8>(start) == LETTER_E ? 4 : 3) : form;
  const end = out - 1;
  if (end - start <= place) return;
  for (let i = start; i < end; i++) if (load<u8>(i) == DOT) return;
  byte(QUOTE);
  if (isFull) return;
  for (let i = end; i > start + place; i--) store<u8>(i, load<u8>(i - 1));
  store<u8>(start + place, DOT);
}

/** Concepts that do not depend on the surroundings of the code object, by its JSON. */
let concepts: i32 = 0;

export function placeConcepts(start: i32): void {
  concepts = start;
}

function conceptSlot(start: i32, length: i32): i32 {
  let hash = length;
  for (let at = start; at < start + length - 8; at += 8) hash = (hash ^ <i32>load<u64>(at) ^ <i32>(load<u64>(at) >> 32)) * 0x9e3779b1;
  const last = load<u64>(start + length - 8);
  hash = (hash ^ <i32>last ^ <i32>(last >> 24)) * 0x9e3779b1;
  return concepts + <i32>(<u32>hash >> CONCEPT.HASH_SHIFT) * CONCEPT.SIZE;
}

/** Writes the concept of a code object. It is copied where the same was written before. */
export function cachedConcept(op: i32, at: i32): bool {
  const label = load<i32>(op, ARG.B);
  const start = load<i32>(at);
  const length = load<i32>(at, NODE.END) - start;
  if (length > CONCEPT.MAX_TEXT || length < 8 || load<i32>(op, ARG.C) == 0) return concept(at, label);
  const slot = conceptSlot(start, length);
  if (load<i32>(slot) == length && load<i32>(slot, CONCEPT.OPERATION) == op && isEqual(start, slot + CONCEPT.TEXT, length)) {
    copy(slot + CONCEPT.WRITTEN, load<i32>(slot, CONCEPT.LENGTH));
    return true;
  }
  const from = out;
  if (!concept(at, label)) return false;
  const written = out - from;
  if (isFull || written > CONCEPT.MAX_LENGTH) return true;
  store<i32>(slot, length);
  store<i32>(slot, op, CONCEPT.OPERATION);
  store<i32>(slot, written, CONCEPT.LENGTH);
  memory.copy(slot + CONCEPT.TEXT, start, length);
  memory.copy(slot + CONCEPT.WRITTEN, from, written);
  return true;
}

function concept(at: i32, label: i32): bool {
  const list = memberOf(at, subType);
  const codeAt = memberOf(at, code);
  if (codeAt == 0) return false;
  let rule = findNode(listRules, list);
  if (rule == 0) rule = noRule;
  const start = out;
  fragment(load<i32>(rule));
  const codeStart = out + 1;
  if (!codeText(codeAt)) {
    moveTo(start);
    return false;
  }
  const dot = load<i32>(rule, RULE.DOT);
  if (dot != 0 && !isFull) insertDot(codeStart, dot);
  const twoDigits = load<i32>(rule, RULE.TWO_DIGITS);
  if (twoDigits != 0 && out == codeStart + 3 && isDigit(load<u8>(codeStart)) && isDigit(load<u8>(codeStart + 1))) {
    moveTo(start);
    fragment(twoDigits);
    codeText(codeAt);
  }
  withText(display, memberOf(at, description));
  fragment(codingEnd);
  if (label != 0) withText(conceptText, read(label));
  byte(BRACE_CLOSE);
  return true;
}

/** Writes a member with text, if there is some. */
function withText(opening: i32, at: i32): void {
  if (at == 0) return;
  const start = out;
  fragment(opening);
  if (!text(at)) moveTo(start);
}
