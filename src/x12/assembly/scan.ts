/*
 * Finds the delimiters of plain segments: whole ones, of printable ASCII that JSON need not escape, whose id is two or three capital letters and
 * digits. It stops before every other segment, which `segment-scanner.ts` reads.
 *
 * AssemblyScript, compiled to WebAssembly by the build (docs/adr/0017-a-kernel-in-webassembly.md).
 */
import { AREA, ROW } from '../scan-layout';

/** Bytes that mean something only inside a segment have a 0 here. */
const noise: i32 = AREA.NOISE;
const bytes: i32 = AREA.BYTES;
const marks: i32 = AREA.MARKS;
const rows: i32 = AREA.ROWS;

const CR: u8 = 0x0d;
const LF: u8 = 0x0a;
const SPACE: i8 = 0x20;
/** Of printable ASCII, counted from the blank. */
const LAST_PRINTABLE: i8 = 0x5e;
const DOUBLE_QUOTE: i8 = 0x22;
const BACKSLASH: i8 = 0x5c;
const ZERO: i8 = 0x30;
const LAST_DIGIT: i8 = 9;
const LETTER_A: i8 = 0x41;
/** Of capital letters, counted from A. */
const LAST_LETTER: i8 = 25;

/** Bytes of a vector; two are compared together. */
const VECTOR: i32 = 16;

const KEY_BIN: i32 = 0x42494e;
const KEY_BDS: i32 = 0x424453;
/** First two bytes of ISA and IEA. */
const IS: i32 = 0x4953;
const IE: i32 = 0x4945;

let element: u8 = 0;
let terminator: u8 = 0;
let maxSegmentBytes: i32 = 0;
let line: i32 = 0;
let countedLines: bool = false;
let markCount: i32 = 0;
let rowCount: i32 = 0;

/** Says what separates elements and ends segments, and how long a segment may be. */
export function separate(newElement: i32, newTerminator: i32, newMaxSegmentBytes: i32): void {
  element = <u8>newElement;
  terminator = <u8>newTerminator;
  maxSegmentBytes = newMaxSegmentBytes;
}

/** Line of the next byte. */
export function lineAfter(): i32 {
  return line;
}

/** True where a line break stood between segments. */
export function hasCountedLines(): bool {
  return countedLines;
}

export function marksOf(): i32 {
  return markCount;
}

export function rowsOf(): i32 {
  return rowCount;
}

/** CR, LF, and CR LF end one line each. */
function countLine(at: i32): void {
  countedLines = true;
  if (load<u8>(bytes + at) == CR || load<u8>(bytes + at - 1) != CR) line++;
}

/**
 * Reads plain segments from `from` on, with `newLine` the line there. Gives the position after the last one, and after the noise that follows it.
 * The byte before the first one has to stand there, too.
 */
export function scan(from: i32, end: i32, newLine: i32): i32 {
  line = newLine;
  countedLines = false;
  markCount = rowCount = 0;
  const elements = i8x16.splat(element);
  const terminators = i8x16.splat(terminator);
  let position = from;
  while (rowCount < ROW.MAX_COUNT) {
    for (; position < end; position++) {
      const one = load<u8>(bytes + position);
      if (load<u8>(noise + one) == 0) break;
      if (one == LF || one == CR) countLine(position);
    }
    if (position >= end) break;
    const next = segment(position, end, elements, terminators);
    if (next < 0) break;
    position = next;
  }
  return position;
}

/** Gives the position after a segment, -1 for one that is not plain. */
@inline
function segment(start: i32, end: i32, elements: v128, terminators: v128): i32 {
  const first = marks + (markCount << 2);
  store<i32>(first, start - 1);
  let mark = first + 4;
  let at = start;
  let close = -1;
  while (close < 0) {
    const left = v128.load(bytes + at);
    const right = v128.load(bytes + at, VECTOR);
    let separators = bitsOf(i8x16.eq(left, elements), i8x16.eq(right, elements));
    const ends = bitsOf(i8x16.eq(left, terminators), i8x16.eq(right, terminators));
    let unusual = bitsOf(unusualIn(left), unusualIn(right)) & ~(separators | ends);
    if (ends != 0) {
      const last = ctz(ends);
      close = at + last;
      const before = (1 << last) - 1;
      separators &= before;
      unusual &= before;
    }
    if (unusual != 0) return -1;
    addMarks(separators, at, mark);
    mark += popcnt(separators) << 2;
    at += 2 * VECTOR;
    if (close < 0 && (at >= end || at - start > maxSegmentBytes)) return -1;
  }
  if (close >= end || close - start > maxSegmentBytes) return -1;
  store<i32>(mark, close);
  const key = keyOf(start, load<i32>(first, 4));
  const head = key >> 8;
  if (key == 0 || head == IS || head == IE || key == KEY_BIN || key == KEY_BDS) return -1;
  const row = rows + rowCount * ROW.SIZE;
  const count = (mark - first) >> 2;
  store<i32>(row, markCount, ROW.FIRST);
  store<i32>(row, count - 1, ROW.COUNT);
  store<i32>(row, key, ROW.KEY);
  store<i32>(row, line, ROW.LINE);
  rowCount++;
  markCount += count + 1;
  if (terminator == LF || terminator == CR) countLine(close);
  return close + 1;
}

@inline
function bitsOf(left: v128, right: v128): i32 {
  return i8x16.bitmask(left) | (i8x16.bitmask(right) << VECTOR);
}

/** The bytes from `first` on, of which the last one is `most` behind it. */
@inline
function isWithin(block: v128, first: i8, most: i8): v128 {
  return i8x16.le_u(i8x16.sub(block, i8x16.splat(first)), i8x16.splat(most));
}

@inline
function unusualIn(block: v128): v128 {
  const escaped = v128.or(i8x16.eq(block, i8x16.splat(DOUBLE_QUOTE)), i8x16.eq(block, i8x16.splat(BACKSLASH)));
  return v128.or(v128.not(isWithin(block, SPACE, LAST_PRINTABLE)), escaped);
}

/**
 * Writes where bits stand. How many there are is predicted badly, so six are written of fewer, too: the next ones overwrite what is too much, and there is
 * room behind the last ones.
 */
@inline
function addMarks(bits: i32, at: i32, mark: i32): void {
  let rest = bits;
  let to = mark;
  do {
    store<i32>(to, at + ctz(rest));
    rest &= rest - 1;
    store<i32>(to, at + ctz(rest), 4);
    rest &= rest - 1;
    store<i32>(to, at + ctz(rest), 8);
    rest &= rest - 1;
    store<i32>(to, at + ctz(rest), 12);
    rest &= rest - 1;
    store<i32>(to, at + ctz(rest), 16);
    rest &= rest - 1;
    store<i32>(to, at + ctz(rest), 20);
    rest &= rest - 1;
    to += 24;
  } while (rest != 0);
}

/** The id of a segment as one number, 0 for one that is not plain. */
@inline
function keyOf(start: i32, end: i32): i32 {
  const length = end - start;
  if (length < 2 || length > 3) return 0;
  const block = v128.load(bytes + start);
  const allowed = i8x16.bitmask(v128.or(isWithin(block, ZERO, LAST_DIGIT), isWithin(block, LETTER_A, LAST_LETTER)));
  if ((~allowed & ((1 << length) - 1)) != 0) return 0;
  return <i32>(bswap<u32>(load<u32>(bytes + start)) >> 8) & (length == 2 ? 0xffff00 : 0xffffff);
}

const firstLetters: i32 = AREA.FIRST_LETTERS;
const keys: i32 = AREA.KEYS;

let passed: i32 = 0;

/** Segments that `skip` has passed. */
export function passedSegments(): i32 {
  return passed;
}

/**
 * Passes segments from `from` on, with `newLine` the line there. Gives the position behind the last one before a segment whose id is looked for or that is
 * not whole. Line feeds end lines.
 */
export function skip(from: i32, end: i32, newLine: i32): i32 {
  line = newLine;
  passed = 0;
  const terminators = i8x16.splat(terminator);
  let position = from;
  while (true) {
    let start = position;
    let lineThere = line;
    for (; start < end; start++) {
      const one = load<u8>(bytes + start);
      if (load<u8>(noise + one) == 0) break;
      if (one == LF) lineThere++;
    }
    if (start >= end || isLookedFor(start)) return position;
    let at = start;
    let ends = 0;
    for (; at < end; at += 16) {
      ends = i8x16.bitmask(i8x16.eq(v128.load(bytes + at), terminators));
      if (ends != 0) break;
    }
    const close = at + ctz(ends);
    if (ends == 0 || close >= end) return position;
    line = terminator == LF ? lineThere + 1 : lineThere;
    passed++;
    position = close + 1;
  }
}

@inline
function isLookedFor(start: i32): bool {
  if (load<u8>(firstLetters + load<u8>(bytes + start)) == 0) return false;
  const third = load<u8>(bytes + start, 2);
  const isLong = <u8>(third - 0x30) <= 9 || <u8>(third - 0x41) <= 25;
  const key = (<i32>load<u8>(bytes + start) << 16) | (<i32>load<u8>(bytes + start, 1) << 8) | (isLong ? <i32>third : 0);
  let at = keys;
  while (load<i32>(at) != 0 && load<i32>(at) != key) at += 4;
  return load<i32>(at) == key;
}
