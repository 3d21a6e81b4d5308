/*
 * Makes the text of an element of a value of JSON.
 */
import { COLON, DOT, MINUS, ZERO } from '../ascii';
// Only what reads at addresses: the areas of rows.ts are those of the kernel that reads.
import { lookUp, packAt } from '../rows';
import { dayOfDigits } from '../values';
import { CELL, CODEC, MEMBER, NAME, NAMES } from '../../writing/layout';
import { isSame, readName, readNumber, readText, setRead, textLength, textStart } from './json-text';
import { cellAt, fail, hasFailed, makeText, setPrepared, setText } from './out-rows';

/** Names whose code has to be beside them, or may be: checked when all members of the unit were read. */
let waiting: i32 = 0;
export let waitingCount: i32 = 0;

/** A row of those: the segment, the place, the address of the NAME. */
const WAITING_SIZE: i32 = 12;
const MOST_WAITING: i32 = 4096;
export const WAITING_BYTES: i32 = WAITING_SIZE * MOST_WAITING;

export function placeWaiting(rows: i32): void {
  waiting = rows;
}

export function clearWaiting(): void {
  waitingCount = 0;
}

/** Writes the value at the cursor; false where its place is taken by another one. */
export function writeValue(member: i32, segment: i32, place: i32): bool {
  const codec = load<i32>(member, MEMBER.CODEC);
  const cell = cellAt(segment, place);
  if (codec == CODEC.NAMED) {
    writeName(member, segment, place, cell);
    return true;
  }
  if (codec <= CODEC.FREE_TEXT) readText();
  else if (codec == CODEC.NUMBER) readNumber();
  else if (codec == CODEC.INTEGER) readInteger();
  else if (codec == CODEC.TIME) readTime();
  else if (codec == CODEC.DATE_TIME) readDateTime();
  else if (codec == CODEC.TIME_OF_DAY) {
    readTime();
    if (cell != 0) {
      appendTime(segment, place, cell);
      return true;
    }
  } else return writeDay(codec, segment, place, cell);
  if (cell == 0) {
    setText(segment, place, textStart, textLength);
    return true;
  }
  if (isText(cell, textStart, textLength)) return true;
  if (codec == CODEC.FREE_TEXT) return false;
  fail();
  return true;
}

/** Reads a whole number. */
export function readInteger(): void {
  readNumber();
  for (let i = 0; i < textLength; i++) if (load<u8>(textStart + i) == DOT) return fail();
}

@inline
export function isText(cell: i32, start: i32, length: i32): bool {
  return load<i32>(cell, CELL.LENGTH) == length && isSame(load<i32>(cell, CELL.START), start, length);
}

/** True where a prepared text has the bytes of another one. */
@inline
export function isPrepared(text: i32, start: i32, length: i32): bool {
  return load<i32>(text) == length && isSame(text + 4, start, length);
}

const DAY_TEXT: i32 = 10;
export const DAY: i32 = 8;
const PERIOD: i32 = 17;

/** Reads yyyy-mm-dd as yyyymmdd into new memory; what is no day of the calendar is left to the host. */
export function readDay(): i32 {
  readName();
  return makeDay(textStart, textLength);
}

function makeDay(start: i32, length: i32): i32 {
  const day = makeText(PERIOD);
  if (length != DAY_TEXT || load<u8>(start, 4) != MINUS || load<u8>(start, 7) != MINUS) {
    fail();
    return day;
  }
  store<u32>(day, load<u32>(start));
  store<u16>(day, load<u16>(start, 5), 4);
  store<u16>(day, load<u16>(start, 8), 6);
  if (dayOfDigits(day) < 0) fail();
  return day;
}

const SECONDS: i32 = 8;
const MINUTES: i32 = 5;
const TIME_MARK: u8 = 0x54;

/** Reads HH:mm or HH:mm:ss as HHMM or HHMMSS; no seconds are not shown. */
function readTime(): void {
  readName();
  makeTime(textStart, textLength, makeText(PERIOD), 0);
}

/** Writes a time behind so many bytes of a text, which becomes the text that was read. */
function makeTime(start: i32, length: i32, text: i32, before: i32): void {
  if ((length != MINUTES && length != SECONDS) || load<u8>(start, 2) != COLON || (length == SECONDS && load<u8>(start, 5) != COLON)) return fail();
  const target = text + before;
  store<u16>(target, load<u16>(start));
  store<u16>(target, load<u16>(start, 3), 2);
  let digits = 4;
  if (pairAt(target) > 23 || pairAt(target + 2) > 59) return fail();
  if (length == SECONDS) {
    store<u16>(target, load<u16>(start, 6), 4);
    const seconds = pairAt(target + 4);
    if (seconds > 59) return fail();
    if (seconds > 0) digits = 6;
  }
  setRead(text, before + digits);
}

/** Reads yyyy-mm-dd, or that with T and a time. */
function readDateTime(): void {
  readName();
  const start = textStart;
  const length = textLength;
  const text = makeDay(start, length > DAY_TEXT && load<u8>(start, DAY_TEXT) == TIME_MARK ? DAY_TEXT : length);
  if (length > DAY_TEXT) makeTime(start + DAY_TEXT + 1, length - DAY_TEXT - 1, text, DAY);
  else setRead(text, DAY);
}

/** Writes the time that was read behind what is there. */
function appendTime(segment: i32, place: i32, cell: i32): void {
  const before = load<i32>(cell, CELL.LENGTH);
  const text = makeText(before + textLength);
  if (hasFailed) return;
  memory.copy(text, load<i32>(cell, CELL.START), before);
  memory.copy(text + before, textStart, textLength);
  setText(segment, place, text, before + textLength);
}

function pairAt(place: i32): i32 {
  const first = <i32>load<u8>(place) - <i32>ZERO;
  const second = <i32>load<u8>(place, 1) - <i32>ZERO;
  if (<u32>first > 9 || <u32>second > 9) fail();
  return first * 10 + second;
}

function writeDay(codec: i32, segment: i32, place: i32, cell: i32): bool {
  const day = readDay();
  if (codec == CODEC.DATE || codec == CODEC.PERIOD_FROM) {
    if (cell == 0) setText(segment, place, day, DAY);
    else if (codec == CODEC.PERIOD_FROM || !isText(cell, day, DAY)) fail();
    return true;
  }
  // A last day needs a first one, and one alone.
  if (cell == 0 || load<i32>(cell, CELL.LENGTH) != DAY) {
    fail();
    return true;
  }
  if (codec == CODEC.LAST_DAY && isText(cell, day, DAY)) return true;
  const period = makeText(PERIOD);
  memory.copy(period, load<i32>(cell, CELL.START), DAY);
  store<u8>(period, MINUS, DAY);
  memory.copy(period + DAY + 1, day, DAY);
  setText(segment, place, period, PERIOD);
  return true;
}

/** Finds a name in a table, by its bytes; 0 for none. */
export function findName(table: i32, start: i32, length: i32): i32 {
  const mask = load<i32>(table, NAMES.MASK);
  let i = <i32>(hashOf(start, length) >> load<u32>(table));
  while (true) {
    const row = table + NAMES.ROWS + (i << 3);
    const name = load<i32>(row);
    if (name == 0) return 0;
    if (load<i32>(name) == length && isSame(name + 4, start, length)) return load<i32>(row, 4);
    i = (i + 1) & mask;
  }
  return 0;
}

/** As `hashOf` of the host: of the first and the last eight bytes, and the length. */
function hashOf(start: i32, length: i32): u32 {
  const first = length >= 8 ? load<u64>(start) : load<u64>(start) & ((<u64>1 << (<u64>length << 3)) - 1);
  const last = length > 8 ? load<u64>(start + length - 8) : 0;
  const mixed = (first * 0x9e3779b97f4a7c15) ^ (last * 0xc2b2ae3d27d4eb4f) ^ <u64>length;
  return <u32>((mixed * 0x9e3779b97f4a7c15) >> 32);
}

function writeName(member: i32, segment: i32, place: i32, cell: i32): void {
  readName();
  const name = findName(load<i32>(member, MEMBER.TABLE), textStart, textLength);
  if (name == 0) return fail();
  const code = load<i32>(name);
  if (cell != 0) {
    if (!isNameOf(name, cell)) fail();
  } else if (load<i32>(name, NAME.NEEDS_CODE) != 0) wait(segment, place, name);
  else setPrepared(segment, place, code);
}

function wait(segment: i32, place: i32, name: i32): void {
  if (waitingCount == MOST_WAITING) return fail();
  const row = waiting + WAITING_SIZE * waitingCount++;
  store<i32>(row, segment);
  store<i32>(row, place, 4);
  store<i32>(row, name, 8);
}

/** The text of a cell, packed; -1 for a longer one. */
export function packOf(cell: i32): i32 {
  const start = load<i32>(cell, CELL.START);
  return packAt(start, load<i32>(cell, CELL.LENGTH));
}

/** A prepared text, packed; -1 for a longer one. */
export function packPrepared(text: i32): i32 {
  return packAt(text + 4, load<i32>(text));
}

/** True where a name is that of the code which is written. */
function isNameOf(name: i32, cell: i32): bool {
  const key = packOf(cell);
  const isThere = key >= 0 && lookUp(load<i32>(name, NAME.CODES), key) != 0;
  return isThere == (load<i32>(name) != 0);
}

/** Compares the names that wait with their codes; one that has several codes and none beside it is written as the first of them. */
export function checkWaiting(): void {
  for (let i = 0; i < waitingCount; i++) {
    const row = waiting + WAITING_SIZE * i;
    const segment = load<i32>(row);
    const place = load<i32>(row, 4);
    const name = load<i32>(row, 8);
    const cell = cellAt(segment, place);
    if (cell != 0) {
      if (!isNameOf(name, cell)) fail();
    } else if (load<i32>(name) != 0) setPrepared(segment, place, load<i32>(name));
    else fail();
  }
  waitingCount = 0;
}
