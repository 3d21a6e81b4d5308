/*
 * Runs operations over the nodes of a record.
 */
import { ARG, ID, KIND, MADE, MEMBER, NODE, OPERATION, PART } from '../machine-layout';
import { beginAt, BRACE_CLOSE, BRACE_OPEN, BRACKET_CLOSE, BRACKET_OPEN, byte, COMMA, copy, digits, fragment, integer, isFull, LETTER_A, MINUS, moveTo, out, QUOTE, ZERO } from './bytes';
import { isKept, rememberNumber, takeNumbersBack, version as keptVersion } from './kept';
import { closingOf, endOfEntry, line, openingOf, useFragments } from './lines';
import { isDue, isMade, markTaken, nextTurn, remember, slotOf } from './made';
import { after, findNode, firstOf, isText, lacks, memberOf } from './nodes';
import { beginPaths, goTo, node, read } from './paths';
import { cachedConcept, codeText, countInvalid, day, invalid, leaveOut, number, subType, text, useConstants, useCurrency } from './values';

/** Writes the words of the id of a resource, by its content, at the address that `takeId` named. True where it has to be written. */
@external('host', 'add')
declare function addResource(start: i32, end: i32): i32;
/** Uses a resource again: the words of its id are at the address that `takeId` named. True where it has to be written. */
@external('host', 'again')
declare function addAgain(): i32;

// Constants of the program; set by `state`.
let periodStart: i32 = 0;
let periodEnd: i32 = 0;
let kindKey: i32 = 0;
let kinds: i32 = 0;
let transactionKey: i32 = 0;
let currencyKey: i32 = 0;
let currencies: i32 = 0;
let defaultCurrency: i32 = 0;

/** How many items of the list were numbered. */
let sequence: i32 = 0;

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
  useConstants(constants);
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

/** The number of the kind of a record; 0 for one that has no table. */
export function kindOf(at: i32): i32 {
  return findNode(kinds, memberOf(at, kindKey));
}

/** Begins a record; `head` is the transaction before it. */
export function begin(newRecord: i32, head: i32): void {
  const around = memberOf(newRecord, transactionKey);
  beginPaths(newRecord, around == 0 ? head : around);
  let currency = findNode(currencies, memberOf(newRecord, currencyKey));
  if (currency == 0) currency = defaultCurrency;
  useCurrency(currency);
  referenceCount = 0;
  countInvalid(0);
  takeNumbersBack();
  if (endOfEntry() != 0) nextTurn();
}

export function invalidCount(): i32 {
  return invalid;
}

/** Writes an element of a value from an address on. Gives where it ended: `start` for none, -1 where there is no room. */
export function write(op: i32, value: i32, start: i32): i32 {
  goTo(value);
  sequence = 0;
  beginAt(start);
  const invalidBefore = invalid;
  if (!run(op)) moveTo(start);
  if (!isFull) return out;
  countInvalid(invalidBefore);
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
  goTo(value);
  sequence = 0;
  beginAt(start);
  const invalidBefore = invalid;
  fragment(openingOf(type));
  writeId(id, number);
  byte(QUOTE);
  const open = out;
  if (!run(op)) moveTo(start);
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
  countInvalid(invalidBefore);
  return -1;
}

function writeId(id: i32, number: i32): void {
  if (isText(id)) copy(load<i32>(id) + 1, load<i32>(id, NODE.END) - load<i32>(id) - 2);
  if (number == 0) return;
  byte(MINUS);
  integer(number);
}

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
    moveTo(start);
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
      moveTo(before);
    }
    if (load<i32>(member, MEMBER.ABSENCE) != 0) absent |= bit;
  }
  if (!isWanted) {
    moveTo(start);
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
  goTo(at);
  const isWritten = run(op);
  goTo(around);
  return isWritten;
}

/** Writes an element of a list, after a comma unless it writes commas itself. */
@inline
function element(op: i32, hasComma: i32): bool {
  if (hasComma == 0) return run(op);
  const start = out;
  byte(COMMA);
  if (run(op)) return true;
  moveTo(start);
  return false;
}

function each(values: i32, op: i32, from: i32, hasComma: i32): bool {
  const around = node;
  let isWritten = false;
  let place = 0;
  for (let at = firstOf(values); at != 0; at = after(at, values)) {
    if (place++ < from) continue;
    goTo(at);
    if (element(op, hasComma)) isWritten = true;
  }
  goTo(around);
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
    moveTo(start);
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
  if (!hasStart) moveTo(start);
  const end = out;
  fragment(periodEnd);
  const endDay = out;
  const hasEnd = run(load<i32>(op, ARG.B));
  if (!hasEnd) moveTo(end);
  else if (hasStart && !isFull && isBefore(endDay, startDay)) {
    // FHIR does not allow it.
    leaveOut();
    moveTo(end);
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
  moveTo(before);
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
      moveTo(out - 2);
    }
    if (out == codeStart) {
      moveTo(start);
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
    if (found == 0) leaveOut();
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
    moveTo(start);
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
