import { BYTE, isAlphanumeric, isBetweenSegments, isDigit } from '../common/bytes';
import { type Delimiters, endsAtLineFeed, isLineBreak } from './delimiters';
import { isIsa, isSegment } from './interchange-seeker';
import { type PlainSegments, thePlainScan } from './plain-scan';
import { AREA, ROW } from './scan-layout';
import { type Chunk, SegmentList } from './segment';
import { NO_SEGMENT_KEY } from './segment-key';
import type { SourceCounter } from './source-counter';

/**
 * Classes of bytes inside a segment. ELEMENT is the only odd one: the hot loop adds the lowest bit to the number of
 * marks instead of branching at every separator, which no processor predicts.
 */
const DATA = 0;
const ELEMENT = 1;
const TERMINATOR = 2;
const LINE_BREAK = 4;
const NON_ASCII = 6;
/** ASCII that JSON must escape: quotes, backslashes and control characters. */
const ESCAPED = 8;

/** Why a scan stopped before the end of its bytes. */
export type ScanStop =
  | 'end'
  /** An ISA stands where a segment should: a new interchange without an IEA before it. */
  | 'interchange start'
  /** The IEA was read. */
  | 'interchange end'
  /** A BIN or BDS segment goes on past the bytes; `needed` says how many its end needs, counted from its start. */
  | 'binary'
  /** A segment is longer than the limit. */
  | 'too long'
  /** A segment has more separators than any set needs: each would be a value to look at in one step. */
  | 'too many'
  /** The first line break of the interchange stands inside a segment: the file is wrapped. */
  | 'wrapped';

/** What a scan looks out for. */
export interface ScanLimits {
  /** True while it is not known whether lines are wrapped; false once they were unwrapped. */
  readonly mayBeWrapped: boolean;
  readonly maxSegmentBytes: number;
}

/** A segment that was read, but is not as it should be. */
export interface Oddity {
  /** Index of the segment among those of the scan. */
  readonly index: number;
  readonly kind: 'line break' | 'lower case';
}

/** Elements, repetitions and components that a segment may have. */
export const MAX_SEGMENT_VALUES = 100_000;

const KEY_IEA = 0x494541;
const LONGEST_ID = 3;
const TO_UPPER = 0xdf;
const UPPER_I = 0x49;

/** In fewer bytes segments are found before WebAssembly is called. */
const SHORT_CHUNK_BYTES = 128;

const ROW_INTS = ROW.SIZE >> 2;

/** What all scanners of a thread work in: files of many interchanges, like parts of files, have many scanners. */
let theMarks = new Int32Array(1 << 14);
let theRows = new Int32Array(1 << 8);

/** The chunk whose marks and rows are there: it leaves them before the next scan. */
let borrower: Chunk | undefined;

/** What a larger chunk needs is not kept. */
const MAX_KEPT_INTS = 1 << 20;

/** For more bytes WebAssembly has no room. */
const LONG_CHUNK_BYTES: number = AREA.MAX_BYTES;

/**
 * Finds every delimiter of whole segments in one pass over the bytes. Knows delimiters only, plus three ids:
 * ISA and IEA, at which the delimiters change, and BIN and BDS, whose data has a declared length.
 *
 * Plain segments, which are nearly all, are found in WebAssembly; the loop over bytes here reads the others. No strings, no objects until a
 * segment ends.
 */
export class SegmentScanner {
  /** What the last scan found. */
  segments: SegmentList | undefined;
  oddities: Oddity[] = [];
  stop: ScanStop = 'end';
  needed = 0;
  private isAscii = true;
  private isPlain = true;
  private readonly classes = new Uint8Array(256);
  private marks = theMarks;
  private markCount = 0;
  /** Rows of segments, see ROW. */
  private rows = theRows;
  private rowCount = 0;
  private hasLineBreaks: boolean;
  /** 1 for bytes that mean nothing between segments. */
  private readonly noise: Uint8Array;
  private readonly plain: PlainSegments;
  private lineBreakAt = -1;
  private readonly limitsWraps: boolean;
  private readonly maxSegmentBytes: number;

  constructor(
    private readonly delimiters: Delimiters,
    /** True when an ISA comes first; any later one starts another interchange. */
    private isaExpected: boolean,
    private readonly counter: SourceCounter,
    limits: ScanLimits,
  ) {
    this.limitsWraps = limits.mayBeWrapped;
    this.maxSegmentBytes = limits.maxSegmentBytes;
    this.classes.fill(ESCAPED, 0, BYTE.SPACE);
    this.classes.fill(NON_ASCII, 0x7f);
    this.classes[BYTE.QUOTE] = ESCAPED;
    this.classes[BYTE.BACKSLASH] = ESCAPED;
    this.classes[BYTE.LF] = LINE_BREAK;
    this.classes[BYTE.CR] = LINE_BREAK;
    this.classes[delimiters.element] = ELEMENT;
    this.classes[delimiters.segment] = TERMINATOR;
    if (endsAtLineFeed(delimiters)) this.classes[BYTE.LF] = TERMINATOR;
    this.noise = noiseBytes(delimiters);
    const { element, segment: terminator } = delimiters;
    this.plain = { element, terminator, maxSegmentBytes: Math.min(limits.maxSegmentBytes, MAX_SEGMENT_VALUES), noise: this.noise };
    // Where a line break ends segments, one inside a segment is a CR before a LF, never a wrap.
    this.hasLineBreaks = delimiters.segment === BYTE.LF || delimiters.segment === BYTE.CR;
  }

  /** True while the first line break of the interchange may show that its lines are wrapped. */
  get mayBeWrapped(): boolean {
    return this.limitsWraps && !this.hasLineBreaks;
  }

  /** True until the first segment was read of an interchange that begins with an ISA. */
  get expectsIsa(): boolean {
    return this.isaExpected;
  }

  /**
   * Scans the bytes of a chunk from `start`, and completes the chunk for the segments found.
   * Gives the position of the first byte that is not part of such a segment or of noise before it.
   */
  scan(chunk: Chunk, start: number): number {
    const firstNumber = this.counter.segmentNumber + 1;
    const position = this.scanBytes(chunk, start);
    const { isAscii, isPlain } = this;
    chunk.complete({ marks: this.marks.subarray(0, this.markCount), rows: this.rows.subarray(0, this.rowCount * ROW_INTS), isAscii, isPlain });
    if (this.marks === theMarks || this.rows === theRows) borrower = chunk;
    // What is as large has memory of its own, of which it takes no more than it needs.
    else chunk.leaveMemory();
    this.segments = new SegmentList(chunk, 0, this.rowCount, firstNumber);
    return position;
  }

  private scanBytes(chunk: Chunk, start: number): number {
    const { bytes } = chunk;
    const end = bytes.length;
    this.oddities = [];
    this.markCount = this.rowCount = 0;
    this.isAscii = this.isPlain = true;
    this.stop = 'end';
    this.takeRoom(2 * (end - start) + 4);
    const isLoaded = this.load(bytes, start);
    let position = start;
    for (;;) {
      if (isLoaded && this.stop === 'end' && !this.isaExpected) position = this.scanPlain(chunk, position);
      position = this.skipNoise(bytes, position, end);
      if (position >= end || this.stop !== 'end') return position;
      const next = this.scanSegment(chunk, position);
      if (next < 0) return position;
      position = next;
    }
  }

  /** False for bytes in which every segment is read here. */
  private load(bytes: Buffer, start: number): boolean {
    const { element, terminator } = this.plain;
    if (bytes.length - start < SHORT_CHUNK_BYTES || bytes.length > LONG_CHUNK_BYTES || element === terminator) return false;
    thePlainScan().load(bytes, this.counter.endedWithCr ? BYTE.CR : 0, this.plain);
    return true;
  }

  /** Reads plain segments. Gives the position of the first byte after them. */
  private scanPlain(chunk: Chunk, start: number): number {
    const scan = thePlainScan();
    const { counter, markCount } = this;
    const position = scan.run.scan(start, chunk.bytes.length, counter.lineNumber);
    const count = scan.run.rowsOf();
    this.reserveRows(count);
    const from = this.rowCount * ROW_INTS;
    this.rowCount += count;
    this.rows.set(scan.rows.subarray(0, count * ROW_INTS), from);
    if (markCount > 0) for (let row = from; row < this.rowCount * ROW_INTS; row += ROW_INTS) this.rows[row] = (this.rows[row] ?? 0) + markCount;
    counter.segmentNumber += count;
    scan.copyMarks(this.marks, markCount);
    this.markCount += scan.run.marksOf();
    counter.lineNumber = scan.run.lineAfter();
    if (scan.run.hasCountedLines() !== 0) this.hasLineBreaks = true;
    return position;
  }

  /** Makes room for more segments. */
  private reserveRows(count: number): void {
    const needed = (this.rowCount + count) * ROW_INTS;
    if (needed <= this.rows.length) return;
    const larger = new Int32Array(2 * needed);
    larger.set(this.rows);
    this.rows = larger;
    if (larger.length <= MAX_KEPT_INTS) theRows = larger;
  }

  /** Chunks differ by the length of the segment between them, so there is room for more. */
  private takeRoom(marks: number): void {
    borrower?.leaveMemory();
    borrower = undefined;
    this.marks = theMarks.length < marks ? new Int32Array(marks + (marks >> 3)) : theMarks;
    if (this.marks.length <= MAX_KEPT_INTS) theMarks = this.marks;
    this.rows = theRows;
  }

  private addRow(first: number, elementCount: number, line: number, key: number): void {
    this.reserveRows(1);
    const row = this.rowCount++ * ROW_INTS;
    this.rows[row] = first;
    this.rows[row + (ROW.COUNT >> 2)] = elementCount;
    this.rows[row + (ROW.LINE >> 2)] = line;
    this.rows[row + (ROW.KEY >> 2)] = key;
  }

  /** Passes over blanks, line breaks, empty segments and the like between segments. */
  private skipNoise(bytes: Uint8Array, start: number, end: number): number {
    const { noise } = this;
    let i = start;
    for (; i < end; i++) {
      const byte = bytes[i] ?? 0;
      if (noise[byte] === 0) break;
      if (byte === BYTE.LF || byte === BYTE.CR) this.countLine(bytes, i);
    }
    return i;
  }

  private countLine(bytes: Uint8Array, position: number): void {
    this.counter.countLine(bytes, position);
    this.hasLineBreaks = true;
  }

  /** Elements, repetitions and components: the same as their separators. */
  private countValues(bytes: Buffer, from: number, to: number): number {
    const { element, repetition, component } = this.delimiters;
    let count = 0;
    for (let i = from; i < to; i++) {
      const byte = bytes[i];
      if (byte === element || byte === repetition || byte === component) count++;
    }
    return count;
  }

  /** Gives the position after the segment, or -1 when it must not be read now (`stop` says why). */
  private scanSegment(chunk: Chunk, start: number): number {
    const { bytes } = chunk;
    const end = bytes.length;
    const first = this.markCount;
    const idEnd = this.findIdEnd(bytes, start, end);
    const key = packId(bytes, start, idEnd);
    const isI = ((bytes[start] ?? 0) & TO_UPPER) === UPPER_I;
    if (isI && !this.isaExpected && isIsa(bytes, start, 0)) return this.stopAt('interchange start');
    const { counter } = this;
    const { lineNumber } = counter;
    this.marks[this.markCount++] = start - 1;
    const dataEnd = isBinary(key) ? this.findBinaryEnd(bytes, idEnd, end, key) : idEnd;
    if (dataEnd < 0) {
      this.markCount = first;
      this.needed = -dataEnd - start;
      return this.stopAt('binary');
    }
    let close = this.scanElements(bytes, dataEnd, end);
    if (this.lineBreakAt >= 0 && this.mayBeWrapped) {
      this.giveBack(first, lineNumber);
      return this.stopAt('wrapped');
    }
    if (close >= end) return this.giveBack(first, lineNumber);
    if (close - start > this.maxSegmentBytes) {
      this.giveBack(first, lineNumber);
      return this.stopAt('too long');
    }
    if (close - dataEnd > MAX_SEGMENT_VALUES && this.countValues(bytes, dataEnd, close) > MAX_SEGMENT_VALUES) {
      this.giveBack(first, lineNumber);
      return this.stopAt('too many');
    }
    const textEnd = key === NO_SEGMENT_KEY && this.lineBreakAt >= 0 ? this.findTextEnd(bytes, start, close) : close;
    if (textEnd < close) {
      this.giveBack(first + 1, lineNumber);
      close = this.scanElements(bytes, idEnd, textEnd);
    }
    this.isaExpected = false;
    const elementCount = this.markCount - first - 2;
    counter.segmentNumber++;
    const index = this.rowCount;
    this.addRow(first, elementCount, lineNumber, key);
    if (this.lineBreakAt >= 0 && this.trimLineBreaks(bytes)) this.oddities.push({ index, kind: 'line break' });
    if (key !== NO_SEGMENT_KEY && (bytes[start] ?? 0) !== key >> 16) this.oddities.push({ index, kind: 'lower case' });
    const terminator = bytes[close] ?? 0;
    if (terminator === BYTE.LF || terminator === BYTE.CR) this.countLine(bytes, close);
    if (key === KEY_IEA) this.stop = 'interchange end';
    return close + 1;
  }

  /** The loop that all the time goes into. Gives the position of the terminator, `end` when there is none. */
  private scanElements(bytes: Uint8Array, start: number, end: number): number {
    const classes = this.classes;
    const marks = this.marks;
    let count = this.markCount;
    let lineBreakAt = -1;
    let i = start;
    for (; i < end; i++) {
      let kind = classes[bytes[i] ?? 0] ?? 0;
      marks[count] = i;
      count += kind & 1;
      // Four bytes a turn: the end of the buffer is looked at less often.
      while (kind <= ELEMENT && i + 4 < end) {
        kind = classes[bytes[++i] ?? 0] ?? 0;
        marks[count] = i;
        count += kind & 1;
        if (kind > ELEMENT) break;
        kind = classes[bytes[++i] ?? 0] ?? 0;
        marks[count] = i;
        count += kind & 1;
        if (kind > ELEMENT) break;
        kind = classes[bytes[++i] ?? 0] ?? 0;
        marks[count] = i;
        count += kind & 1;
        if (kind > ELEMENT) break;
        kind = classes[bytes[++i] ?? 0] ?? 0;
        marks[count] = i;
        count += kind & 1;
      }
      if (kind <= ELEMENT) continue;
      if (kind === TERMINATOR) break;
      this.noteUnusual(kind);
      if (kind !== LINE_BREAK) continue;
      lineBreakAt = i;
      this.counter.countLine(bytes, i);
    }
    marks[count++] = i;
    this.markCount = count;
    this.lineBreakAt = lineBreakAt;
    return i;
  }

  private noteUnusual(kind: number): void {
    this.isPlain = false;
    if (kind === NON_ASCII) this.isAscii = false;
  }

  private giveBack(markCount: number, lineNumber: number): number {
    this.markCount = markCount;
    this.counter.lineNumber = lineNumber;
    return -1;
  }

  private stopAt(stop: ScanStop): number {
    this.stop = stop;
    return -1;
  }

  private findIdEnd(bytes: Uint8Array, start: number, end: number): number {
    const { classes } = this;
    const limit = Math.min(end, start + LONGEST_ID + 1);
    let i = start;
    while (i < limit && (classes[bytes[i] ?? 0] ?? 0) === DATA) i++;
    return i;
  }

  /**
   * Lines of text that stand between segments have no terminator: they end where a line begins with a segment.
   *
   *     -- page 2 --\nCLP*...~
   *                 ^ the line break, else `close`
   */
  private findTextEnd(bytes: Buffer, start: number, close: number): number {
    for (let i = start; i + 1 < close; i++) if (isLineBreak(bytes[i] ?? 0) && isSegment(bytes, i + 1, this.delimiters)) return i;
    return close;
  }

  /** A line break just before the terminator is no data: the last element ends before it. Gives true when others are left. */
  private trimLineBreaks(bytes: Uint8Array): boolean {
    const last = this.markCount - 1;
    const floor = (this.marks[last - 1] ?? 0) + 1;
    let close = this.marks[last] ?? 0;
    while (close > floor && ((bytes[close - 1] ?? 0) === BYTE.LF || (bytes[close - 1] ?? 0) === BYTE.CR)) close--;
    this.marks[last] = close;
    return this.lineBreakAt < close;
  }

  /**
   * Finds where the data of declared length ends and marks the elements before it; the rest of the segment is scanned as usual.
   *
   *     BIN*12*data~with*12~       BDS*ASC*12*data~with*12~
   *         ^^ length  ^^ data ends 12 bytes after its separator
   *
   * Gives the negative position that is needed when the bytes end before, the end of the id when the length is no number.
   */
  private findBinaryEnd(bytes: Uint8Array, idEnd: number, end: number, key: number): number {
    const separators = this.findSeparators(bytes, idEnd, end, key === KEY_BDS ? 3 : 2);
    const dataAt = separators.at(-1);
    const lengthAt = separators.at(-2);
    if (dataAt === undefined || lengthAt === undefined) return idEnd;
    const length = readLength(bytes, lengthAt + 1, dataAt);
    if (length === undefined) return idEnd;
    const dataEnd = dataAt + 1 + length;
    if (dataEnd >= end) return -(dataEnd + 1);
    if ((this.classes[bytes[dataEnd] ?? 0] ?? 0) !== TERMINATOR) return idEnd;
    for (const separator of separators) this.marks[this.markCount++] = separator;
    this.isPlain = false;
    for (let i = dataAt; i < dataEnd; i++) {
      const byte = bytes[i] ?? 0;
      if (byte >= 0x7f) this.isAscii = false;
      if (byte === BYTE.LF || byte === BYTE.CR) this.counter.countLine(bytes, i);
    }
    return dataEnd;
  }

  /** The first `count` separators of a segment, or none when it ends before. */
  private findSeparators(bytes: Uint8Array, start: number, end: number, count: number): number[] {
    const found: number[] = [];
    for (let i = start; i < end && found.length < count; i++) {
      const kind = this.classes[bytes[i] ?? 0] ?? 0;
      if (kind === ELEMENT) found.push(i);
      if (kind === TERMINATOR) return [];
    }
    return found.length === count ? found : [];
  }
}

/**
 * Blanks and the like, and the terminator: segments may be empty. A terminator outside ASCII is several bytes in UTF-8;
 * the first ends the segment, the others are noise after it.
 */
function noiseBytes({ element, segment }: Delimiters): Uint8Array {
  const isContinuation = (byte: number): boolean => segment >= 0xc0 && byte >= 0x80 && byte < 0xc0;
  return Uint8Array.from({ length: 256 }, (_, byte) => (byte !== element && (byte === segment || isBetweenSegments(byte) || isContinuation(byte)) ? 1 : 0));
}

const KEY_BIN = 0x42494e;
const KEY_BDS = 0x424453;
const isBinary = (key: number): boolean => key === KEY_BIN || key === KEY_BDS;

function readLength(bytes: Uint8Array, start: number, end: number): number | undefined {
  let value = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (!isDigit(byte)) return undefined;
    value = value * 10 + byte - BYTE.ZERO;
  }
  return start < end && Number.isSafeInteger(value) ? value : undefined;
}

/** Upper case of letters and digits, 0 for bytes that cannot stand in a segment id. */
const ID_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => (isAlphanumeric(byte) ? String.fromCharCode(byte).toUpperCase().charCodeAt(0) : 0));

/** Packs the id, in upper case, as `segmentKey` does. */
function packId(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length < 2 || length > LONGEST_ID) return NO_SEGMENT_KEY;
  const a = ID_BYTE[bytes[start] ?? 0] ?? 0;
  const b = ID_BYTE[bytes[start + 1] ?? 0] ?? 0;
  const c = length === LONGEST_ID ? (ID_BYTE[bytes[start + 2] ?? 0] ?? 0) : 0;
  if (a === 0 || b === 0 || (c === 0 && length === LONGEST_ID)) return NO_SEGMENT_KEY;
  return (a << 16) | (b << 8) | c;
}
