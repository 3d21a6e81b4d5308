/*
 * Runs operations over the nodes of a record.
 */
import { ARG, CONCEPT, DAY, ID, KIND, MADE, MEMBER, NODE, OPERATION, PART, PATH, RULE } from '../machine-layout';
import { isKept, rememberNumber, takeNumbersBack, version as keptVersion } from './kept';
import { closingOf, endOfEntry, line, openingOf, useFragments } from './lines';
import { isDue, isMade, markTaken, nextTurn, remember, slotOf } from './made';
import { isEqual } from './texts';
import { after, findNode, firstOf, isText, lacks, memberOf } from './nodes';

/** Writes a string as text of FHIR at `out`, or as a code. Gives the byte after it; -1 where there is no room. */
@external('host', 'writeText')
declare function writeText(start: i32, end: i32, isCode: i32, out: i32): i32;
/** Writes an amount with the other sign over the digits that begin at an address. Gives the byte after it. */
@external('host', 'negate')
declare function negate(start: i32, end: i32): i32;
/** True for a string with the digits of a number. */
@external('host', 'isDecimal')
declare function isDecimal(start: i32, end: i32): i32;
/** Writes the words of the id of a resource, by its content, at the address that `takeId` named. True where it has to be written. */
@external('host', 'add')
declare function addResource(start: i32, end: i32): i32;
/** Uses a resource again: the words of its id are at the address that `takeId` named. True where it has to be written. */
@external('host', 'again')
declare function addAgain(): i32;

const QUOTE: u8 = 0x22;
const COMMA: u8 = 0x2c;
const DOT: u8 = 0x2e;
const MINUS: u8 = 0x2d;
const ZERO: u8 = 0x30;
const BLANK: u8 = 0x20;
const LETTER_A: u8 = 0x61;
const LETTER_E: u8 = 0x45;
const LETTER_T: u8 = 0x54;
const BRACE_OPEN: u8 = 0x7b;
const BRACE_CLOSE: u8 = 0x7d;
const BRACKET_OPEN: u8 = 0x5b;
const BRACKET_CLOSE: u8 = 0x5d;

// Constants of the program; set by `state`.
let subType: i32 = 0;
let code: i32 = 0;
let description: i32 = 0;
let listRules: i32 = 0;
let noRule: i32 = 0;
let display: i32 = 0;
let conceptText: i32 = 0;
let codingEnd: i32 = 0;
let valueOpening: i32 = 0;
let periodStart: i32 = 0;
let periodEnd: i32 = 0;
let kindKey: i32 = 0;
let kinds: i32 = 0;
let transactionKey: i32 = 0;
let currencyKey: i32 = 0;
let currencies: i32 = 0;
let defaultCurrency: i32 = 0;

// What is the same for a record.
let afterMoney: i32 = 0;
let afterQuantity: i32 = 0;
let record: i32 = 0;
let transaction: i32 = 0;

let node: i32 = 0;
let sequence: i32 = 0;
let out: i32 = 0;
let limit: i32 = 0;
let isFull: bool = false;
/** Values that are left out because FHIR does not allow them. */
let invalid: i32 = 0;

/** References of the record: the node, the operation, 1 for a resource, and the id of it. The newest takes the place of the oldest. */
const REFERENCES: i32 = 64;
const REFERENCE_SIZE: i32 = 16 + ID.LENGTH;
const references: i32 = <i32>memory.data(REFERENCES * REFERENCE_SIZE, 16);
const idAt: i32 = <i32>memory.data(ID.SIZE, 16);
let referenceCount: i32 = 0;

/** Where the host writes the words of the id of a resource that it takes. */
export function takeId(): i32 {
  return idAt;
}

/** Says where the constants of the program are. */
export function state(constants: i32): void {
  subType = load<i32>(constants);
  code = load<i32>(constants, 4);
  description = load<i32>(constants, 8);
  listRules = load<i32>(constants, 12);
  noRule = load<i32>(constants, 16);
  display = load<i32>(constants, 20);
  conceptText = load<i32>(constants, 24);
  codingEnd = load<i32>(constants, 28);
  valueOpening = load<i32>(constants, 32);
  periodStart = load<i32>(constants, 36);
  periodEnd = load<i32>(constants, 40);
  kindKey = load<i32>(constants, 44);
  kinds = load<i32>(constants, 48);
  transactionKey = load<i32>(constants, 52);
  currencyKey = load<i32>(constants, 56);
  currencies = load<i32>(constants, 60);
  defaultCurrency = load<i32>(constants, 64);
  useFragments(load<i32>(constants, 68), load<i32>(constants, 72), load<i32>(constants, 76));
}

export function limitTo(newLimit: i32): void {
  limit = newLimit;
}

/** The number of the kind of a record; 0 for one that has no table. */
export function kindOf(at: i32): i32 {
  return findNode(kinds, memberOf(at, kindKey));
}

/** Begins a record; `head` is the transaction before it. */
export function begin(newRecord: i32, head: i32): void {
  record = newRecord;
  const around = memberOf(newRecord, transactionKey);
  transaction = around == 0 ? head : around;
  let currency = findNode(currencies, memberOf(newRecord, currencyKey));
  if (currency == 0) currency = defaultCurrency;
  afterMoney = load<i32>(currency);
  afterQuantity = load<i32>(currency, 4);
  referenceCount = 0;
  invalid = 0;
  takeNumbersBack();
  if (endOfEntry() != 0) nextTurn();
}

export function invalidCount(): i32 {
  return invalid;
}

/** Writes an element of a value from an address on. Gives where it ended: `start` for none, -1 where there is no room. */
export function write(op: i32, value: i32, start: i32): i32 {
  node = value;
  sequence = 0;
  out = start;
  isFull = false;
  const invalidBefore = invalid;
  if (!run(op)) out = start;
  if (!isFull) return out;
  invalid = invalidBefore;
  return -1;
}

/** Where the resource that was written last ends, before the end of its line. */
let resourceEnd: i32 = 0;

export function endOfResource(): i32 {
  return resourceEnd;
}

/**
 * Writes a resource as a line from an address on: its type, the string that is its id, a number that is added to the id or 0, the operation and its value.
 * Gives where it ended: `start` for none, -1 where there is no room.
 */
export function writeResource(type: i32, id: i32, number: i32, op: i32, value: i32, start: i32): i32 {
  node = value;
  sequence = 0;
  out = start;
  isFull = false;
  const invalidBefore = invalid;
  fragment(openingOf(type));
  writeId(id, number);
  byte(QUOTE);
  const open = out;
  if (!run(op)) out = start;
  else {
    if (!isFull) store<u8>(open, COMMA);
    resourceEnd = out;
    fragment(closingOf(type));
    const last = endOfEntry();
    if (last != 0) {
      writeId(id, number);
      fragment(last);
    }
  }
  if (!isFull) return out;
  invalid = invalidBefore;
  return -1;
}

function writeId(id: i32, number: i32): void {
  if (isText(id)) copy(load<i32>(id) + 1, load<i32>(id, NODE.END) - load<i32>(id) - 2);
  if (number == 0) return;
  byte(MINUS);
  integer(number);
}

// Bytes

/** Copies whole words: there is room behind `limit`, and readable memory behind everything. */
@inline
function copy(from: i32, length: i32): void {
  if (out + length > limit) isFull = true;
  else {
    for (let i = 0; i < length; i += 16) v128.store(out + i, v128.load(from + i));
    out += length;
  }
}

@inline
function fragment(at: i32): void {
  copy(at + 4, load<i32>(at));
}

@inline
function byte(value: u8): void {
  if (out >= limit) isFull = true;
  else store<u8>(out++, value);
}

function integer(value: i32): void {
  let digits = 1;
  for (let rest = value; rest >= 10; rest /= 10) digits++;
  if (out + digits > limit) {
    isFull = true;
    return;
  }
  let rest = value;
  for (let i = digits - 1; i >= 0; i--) {
    store<u8>(out + i, ZERO + <u8>(rest % 10));
    rest /= 10;
  }
  out += digits;
}

@inline
function json(at: i32): void {
  const start = load<i32>(at);
  copy(start, load<i32>(at, NODE.END) - start);
}

// Values

@inline
function read(path: i32): i32 {
  return load<i32>(path) == PATH.MEMBER ? memberOf(node, load<i32>(path, PATH.KEYS)) : follow(path);
}

function follow(path: i32): i32 {
  const from = load<i32>(path);
  let at = from == PATH.CURRENT ? node : from == PATH.RECORD ? record : transaction;
  const end = path + (load<i32>(path, PATH.COUNT) << 2);
  for (let key = path; key < end; key += 4) {
    at = memberOf(at, load<i32>(key, PATH.KEYS));
    if (at == 0) return 0;
  }
  return at;
}

function byHost(at: i32, isCode: i32): bool {
  const end = writeText(load<i32>(at), load<i32>(at, NODE.END), isCode, out);
  if (end < 0) isFull = true;
  else if (end > out) {
    out = end;
    return true;
  }
  return false;
}

function text(at: i32): bool {
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

function codeText(at: i32): bool {
  const kind = load<i32>(at, NODE.KIND);
  if (kind == KIND.STRING || (kind == KIND.PLAIN && hasDoubleBlanks(at))) return byHost(at, 1);
  if (kind != KIND.PLAIN) return false;
  json(at);
  return true;
}

/** The number of some digits; negative where one is none. */
function digits(start: i32, count: i32): i32 {
  let number = 0;
  for (let i = start; i < start + count; i++) {
    const digit = <i32>load<u8>(i) - <i32>ZERO;
    if (digit < 0 || digit > 9) return -1;
    number = 10 * number + digit;
  }
  return number;
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
function day(at: i32): bool {
  const start = load<i32>(at);
  if (!isText(at) || !isValidDay(start + 1)) {
    invalid++;
    return false;
  }
  copy(start, 11);
  byte(QUOTE);
  return true;
}

function number(at: i32, form: i32): bool {
  const start = load<i32>(at);
  const end = load<i32>(at, NODE.END);
  const isNumber = load<i32>(at, NODE.KIND) == KIND.NUMBER;
  if (!isNumber && (!isText(at) || isDecimal(start, end) == 0)) {
    invalid++;
    return false;
  }
  if (form == 3) byte(QUOTE);
  else if (form != 0) fragment(valueOpening);
  const from = out;
  if (isNumber) copy(start, end - start);
  else copy(start + 1, end - start - 2);
  if (form == 3) byte(QUOTE);
  else if (form == 4 && !isFull) out = negate(from, out);
  if (form == 1 || form == 4) fragment(afterMoney);
  else if (form == 2) fragment(afterQuantity);
  return true;
}

@inline
function isDigit(value: u8): bool {
  return <u8>(value - ZERO) < 10;
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
function cachedConcept(op: i32, at: i32): bool {
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
    out = start;
    return false;
  }
  const dot = load<i32>(rule, RULE.DOT);
  if (dot != 0 && !isFull) insertDot(codeStart, dot);
  const twoDigits = load<i32>(rule, RULE.TWO_DIGITS);
  if (twoDigits != 0 && out == codeStart + 3 && isDigit(load<u8>(codeStart)) && isDigit(load<u8>(codeStart + 1))) {
    out = start;
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
  if (!text(at)) out = start;
}

// Operations

function object(op: i32): bool {
  const start = out;
  if (!members(op)) return false;
  if (!isFull) store<u8>(start, BRACE_OPEN);
  byte(BRACE_CLOSE);
  return true;
}

function smallObject(op: i32): bool {
  const start = out;
  fragment(load<i32>(op, ARG.A));
  if (!run(load<i32>(op, ARG.B))) {
    out = start;
    return false;
  }
  byte(BRACE_CLOSE);
  return true;
}

/** Writes the members of an object, each with a comma before it. */
function members(op: i32): bool {
  const start = out;
  const from = op + ARG.C;
  const end = from + load<i32>(op, ARG.B) * MEMBER.SIZE;
  let isWanted = false;
  let absent: u64 = 0;
  fragment(load<i32>(op, ARG.A));
  for (let member = from, bit: u64 = 1; member < end; member += MEMBER.SIZE, bit <<= 1) {
    const needs = load<i32>(member, MEMBER.NEEDS);
    if (needs == 0 || !lacks(node, needs)) {
      const before = out;
      fragment(load<i32>(member));
      if (run(load<i32>(member, MEMBER.WRITE))) {
        isWanted = isWanted || load<i32>(member, MEMBER.IS_WANTED) != 0;
        continue;
      }
      out = before;
    }
    if (load<i32>(member, MEMBER.ABSENCE) != 0) absent |= bit;
  }
  if (!isWanted) {
    out = start;
    return false;
  }
  for (let member = from; absent != 0; member += MEMBER.SIZE, absent >>= 1) if ((absent & 1) != 0) fragment(load<i32>(member, MEMBER.ABSENCE));
  return true;
}

function several(op: i32): bool {
  const end = op + ARG.B + load<i32>(op, ARG.A) * PART.SIZE;
  let isWritten = false;
  for (let part = op + ARG.B; part < end; part += PART.SIZE) {
    const needs = load<i32>(part, PART.NEEDS);
    if ((needs == 0 || !lacks(node, needs)) && element(load<i32>(part), load<i32>(part, PART.HAS_COMMA))) isWritten = true;
  }
  return isWritten;
}

function list(op: i32): bool {
  const start = out;
  const around = sequence;
  sequence = 0;
  const isWritten = several(op);
  sequence = around;
  if (!isWritten) return false;
  if (!isFull) store<u8>(start, BRACKET_OPEN);
  byte(BRACKET_CLOSE);
  return true;
}

/** Runs an operation for another value. */
function runAt(op: i32, at: i32): bool {
  if (at == 0) return false;
  const around = node;
  node = at;
  const isWritten = run(op);
  node = around;
  return isWritten;
}

/** Writes an element of a list, after a comma unless it writes commas itself. */
@inline
function element(op: i32, hasComma: i32): bool {
  if (hasComma == 0) return run(op);
  const start = out;
  byte(COMMA);
  if (run(op)) return true;
  out = start;
  return false;
}

function each(values: i32, op: i32, from: i32, hasComma: i32): bool {
  const around = node;
  let isWritten = false;
  let place = 0;
  for (let at = firstOf(values); at != 0; at = after(at, values)) {
    if (place++ < from) continue;
    node = at;
    if (element(op, hasComma)) isWritten = true;
  }
  node = around;
  return isWritten;
}

function firstWith(values: i32, key: i32, wanted: i32): i32 {
  let at = firstOf(values);
  if (wanted != 0) while (at != 0 && findNode(wanted, memberOf(at, key)) == 0) at = after(at, values);
  return at;
}

function numbered(op: i32): bool {
  const start = out;
  fragment(load<i32>(op, ARG.A));
  integer(sequence + 1);
  if (!members(load<i32>(op, ARG.B))) {
    out = start;
    return false;
  }
  byte(BRACE_CLOSE);
  if (isKept(node)) rememberNumber(node);
  store<i32>(node, ++sequence, NODE.NUMBER);
  return true;
}

function period(op: i32): bool {
  const start = out;
  fragment(periodStart);
  const startDay = out;
  const hasStart = run(load<i32>(op, ARG.A));
  if (!hasStart) out = start;
  const end = out;
  fragment(periodEnd);
  const endDay = out;
  const hasEnd = run(load<i32>(op, ARG.B));
  if (!hasEnd) out = end;
  else if (hasStart && !isFull && isBefore(endDay, startDay)) {
    // FHIR does not allow it.
    invalid++;
    out = end;
  }
  if (out == start) return false;
  if (!isFull) store<u8>(start, BRACE_OPEN);
  byte(BRACE_CLOSE);
  return true;
}

/** True for a day that is before another. */
function isBefore(a: i32, b: i32): bool {
  for (let i = 1; i < 11; i++) if (load<u8>(a + i) != load<u8>(b + i)) return load<u8>(a + i) < load<u8>(b + i);
  return false;
}

function reference(op: i32): bool {
  const used = min(referenceCount, REFERENCES);
  for (let i = 0; i < used; i++) {
    const known = references + i * REFERENCE_SIZE;
    if (load<i32>(known) == node && load<i32>(known, 4) == op) return writeReference(op, known);
  }
  const hasResource = resource(op);
  const known = references + (referenceCount++ % REFERENCES) * REFERENCE_SIZE;
  store<i32>(known, node);
  store<i32>(known, op, 4);
  store<i32>(known, hasResource ? 1 : 0, 8);
  memory.copy(known + 16, idAt + ID.DIGITS, ID.LENGTH);
  return writeReference(op, known);
}

function writeReference(op: i32, known: i32): bool {
  if (load<i32>(known, 8) == 0) return false;
  fragment(load<i32>(op, ARG.A));
  copy(known + 16, ID.LENGTH);
  fragment(load<i32>(op, ARG.B));
  return true;
}

/** Hands the resource of the current value to the host, which has its id then. False for a value that gives none. */
function resource(op: i32): bool {
  const type = load<i32>(op, ARG.D);
  const table = load<i32>(op, ARG.E);
  const start = load<i32>(node);
  const end = load<i32>(node, NODE.END);
  let slot = 0;
  if (table > 0) {
    // Mostly it is the one of the record before, and of the same node where that is kept.
    slot = load<i32>(op, ARG.G);
    const isSame = load<i32>(op, ARG.H) == node && load<i32>(op, ARG.I) == keptVersion && isKept(node);
    if (isSame && load<i32>(op, ARG.J) == load<i32>(slot, MADE.VERSION)) return takeAgain(slot, type);
    let isKnown = slot != 0 && isMade(slot, table, start, end);
    if (!isKnown) {
      slot = slotOf(table, start, end);
      store<i32>(op, slot, ARG.G);
      isKnown = slot != 0 && isMade(slot, table, start, end);
    }
    if (isKnown) {
      store<i32>(op, node, ARG.H);
      store<i32>(op, keptVersion, ARG.I);
      store<i32>(op, load<i32>(slot, MADE.VERSION), ARG.J);
      return takeAgain(slot, type);
    }
    store<i32>(op, 0, ARG.H);
  }
  // It is written behind the resource that refers to it, and removed again.
  const before = out;
  fragment(load<i32>(op, ARG.C));
  const hasResource = run(load<i32>(op, ARG.F)) && !isFull;
  if (hasResource) {
    const isNew = addResource(before, out) != 0;
    writeDigits();
    if (isNew) line(type, idAt + ID.DIGITS, before, out);
  }
  if (slot != 0 && !isFull) remember(slot, table, start, end, idAt, before, hasResource ? out : before);
  out = before;
  return hasResource;
}

/** Writes the digits of the id behind its words. */
function writeDigits(): void {
  let at = idAt + ID.DIGITS;
  for (let word = 0; word < ID.WORDS; word++) {
    const bits = load<u32>(idAt + (word << 2));
    for (let shift = 28; shift >= 0; shift -= 4) {
      const digit = <u8>((bits >> shift) & 0xf);
      store<u8>(at++, digit < 10 ? ZERO + digit : LETTER_A - 10 + digit);
    }
  }
}

/** False where the value of the slot gave no resource. */
function takeAgain(slot: i32, type: i32): bool {
  const length = load<i32>(slot, MADE.CONTENT_LENGTH);
  if (length == 0) return false;
  memory.copy(idAt, slot + MADE.ID, ID.SIZE);
  if (isDue(slot)) {
    const start = slot + MADE.TEXT + load<i32>(slot, MADE.LENGTH);
    if (addAgain() != 0) line(type, idAt + ID.DIGITS, start, start + length);
    markTaken(slot);
  }
  return true;
}

function joinedCode(op: i32): bool {
  const start = out;
  fragment(load<i32>(op, ARG.A));
  const codeStart = out;
  const end = op + ARG.D + (load<i32>(op, ARG.C) << 2);
  for (let path = op + ARG.D; path < end; path += 4) {
    // Quotes around each part are removed.
    const before = out;
    if (codeText(read(load<i32>(path))) && !isFull) {
      memory.copy(before, before + 1, out - before - 2);
      out -= 2;
    }
    if (out == codeStart) {
      out = start;
      return false;
    }
  }
  fragment(load<i32>(op, ARG.B));
  return true;
}

/** The number in a list of what a pointer points to; 0 for nothing. Values of some sub types are counted from 1. */
function target(pointer: i32, values: i32, subTypes: i32): i32 {
  let left = integerAt(pointer);
  for (let at = firstOf(values); at != 0; at = after(at, values)) {
    if (findNode(subTypes, memberOf(at, subType)) == 0) continue;
    if (--left == 0) return load<i32>(at, NODE.NUMBER);
  }
  return 0;
}

/** A number of few digits; 0 for any other value. */
function integerAt(at: i32): i32 {
  const length = load<i32>(at, NODE.END) - load<i32>(at);
  return load<i32>(at, NODE.KIND) == KIND.NUMBER && length < 9 ? max(0, digits(load<i32>(at), length)) : 0;
}

function pointers(numbers: i32, values: i32, subTypes: i32): bool {
  let seen: u64 = 0;
  let isWritten = false;
  for (let at = firstOf(numbers); at != 0; at = after(at, numbers)) {
    const found = target(at, values, subTypes);
    if (found == 0) invalid++;
    else if (found > 63 || (seen & (<u64>1 << found)) == 0) {
      seen |= found > 63 ? 0 : <u64>1 << found;
      byte(COMMA);
      integer(found);
      isWritten = true;
    }
  }
  return isWritten;
}

function lookUp(op: i32): bool {
  const at = read(load<i32>(op, ARG.A));
  let found = at == 0 ? load<i32>(op, ARG.D) : findNode(load<i32>(op, ARG.B), at);
  if (found == 0 && at != 0) found = load<i32>(op, ARG.C);
  if (found == 0) return false;
  fragment(found);
  return true;
}

function codeOf(op: i32): bool {
  const at = read(load<i32>(op, ARG.A));
  if (at == 0) return false;
  const start = out;
  fragment(load<i32>(op, ARG.B));
  if (!codeText(at)) {
    out = start;
    return false;
  }
  fragment(load<i32>(op, ARG.C));
  return true;
}

function firstWritten(op: i32): bool {
  const end = op + ARG.B + (load<i32>(op, ARG.A) << 3);
  for (let choice = op + ARG.B; choice < end; choice += 8) {
    const needs = load<i32>(choice, 4);
    if ((needs == 0 || !lacks(node, needs)) && run(load<i32>(choice))) return true;
  }
  return false;
}

/** Writes an element. False when the record has no value for it: nothing is written then. */
function run(op: i32): bool {
  const a = load<i32>(op, ARG.A);
  switch (load<i32>(op)) {
    case OPERATION.CONSTANT:
      fragment(a);
      return true;
    case OPERATION.TEXT: {
      const at = read(a);
      return at != 0 && text(at);
    }
    case OPERATION.CODE:
      return codeOf(op);
    case OPERATION.CONCEPT: {
      const at = read(a);
      return at != 0 && cachedConcept(op, at);
    }
    case OPERATION.DAY: {
      const at = read(a);
      return at != 0 && day(at);
    }
    case OPERATION.NUMBER: {
      const at = read(a);
      return at != 0 && number(at, load<i32>(op, ARG.B));
    }
    case OPERATION.LOOKUP:
      return lookUp(op);
    case OPERATION.OBJECT:
      return object(op);
    case OPERATION.SMALL_OBJECT:
      return smallObject(op);
    case OPERATION.FIRST:
      return firstWritten(op);
    case OPERATION.LIST:
      return list(op);
    case OPERATION.SEVERAL:
      return several(op);
    case OPERATION.WITH_COMMA:
      return element(a, 1);
    case OPERATION.EACH:
      return each(read(a), load<i32>(op, ARG.B), load<i32>(op, ARG.C), load<i32>(op, ARG.D));
    case OPERATION.FIRST_OF:
      return runAt(load<i32>(op, ARG.B), firstWith(read(a), load<i32>(op, ARG.C), load<i32>(op, ARG.D)));
    case OPERATION.AT: {
      const at = read(a);
      return load<i32>(at, NODE.KIND) == KIND.OBJECT && runAt(load<i32>(op, ARG.B), at);
    }
    case OPERATION.NUMBERED:
      return numbered(op);
    case OPERATION.NUMBER_OF: {
      const found = load<i32>(node, NODE.NUMBER);
      if (found > 0) integer(found);
      return found > 0;
    }
    case OPERATION.WHEN:
      return (findNode(load<i32>(op, ARG.B), read(a)) == 0) == (load<i32>(op, ARG.D) != 0) && run(load<i32>(op, ARG.C));
    case OPERATION.WHEN_GIVEN:
      return (read(a) == 0) == (load<i32>(op, ARG.C) != 0) && run(load<i32>(op, ARG.B));
    case OPERATION.CHOOSE: {
      const chosen = findNode(load<i32>(op, ARG.B), read(a));
      return run(chosen == 0 ? load<i32>(op, ARG.C) : chosen);
    }
    case OPERATION.PERIOD:
      return period(op);
    case OPERATION.RECORD_REFERENCE: {
      const at = read(load<i32>(op, ARG.B));
      fragment(a);
      if (at != 0) copy(load<i32>(at) + 1, load<i32>(at, NODE.END) - load<i32>(at) - 2);
      fragment(load<i32>(op, ARG.C));
      return true;
    }
    case OPERATION.REFERENCE:
      return reference(op);
    case OPERATION.JOINED_CODE:
      return joinedCode(op);
    case OPERATION.POINTERS:
      return pointers(read(a), read(load<i32>(op, ARG.B)), load<i32>(op, ARG.C));
    default:
      return false;
  }
}
