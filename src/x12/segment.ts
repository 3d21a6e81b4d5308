import { decodeText } from '../common/bytes';
import type { SourcePlace } from '../common/issue';
import type { Delimiters } from './delimiters';
import type { Removed } from './line-unwrapper';
import { ROW } from './scan-layout';
import { NO_SEGMENT_KEY, segmentId } from './segment-key';

const NO_NUMBERS = new Int32Array(0);

/** A text is read with so many bytes around it, where the next one mostly stands. */
const WINDOW_BYTES = 1 << 10;

/** Of those before it: elements are not always read in their order. */
const BYTES_BEFORE = 1 << 6;

/** A finding shows no more of a segment. */
const LONGEST_EDI_STRING = 1_000;

/**
 * A run of whole segments of one interchange: their bytes and the positions of their delimiters.
 *
 * `marks` has, for each segment, the byte before its id, every element separator, and the terminator:
 *
 *     ~CLP*A*1~      marks of CLP: 0, 4, 6, 8
 *     0   4 6 8
 *
 * A chunk is never changed while it can be seen: segments are views of it and keep it alive. One of which no segment became an object is done with once it
 * was read, and its memory is used again.
 */
export class Chunk {
  marks: Int32Array = NO_NUMBERS;
  /** Rows of its segments, see ROW. */
  rows: Int32Array = NO_NUMBERS;
  /** True when no byte needs decoding or escaping in JSON: printable ASCII without quotes and backslashes. */
  isPlain = false;
  private isAscii = false;
  /** Text of some of the bytes, and where it begins. */
  private window = '';
  private windowStart = 0;
  private wholeWords: DataView | undefined;
  private hasViews = false;
  private isGiven = false;
  private readonly readers: ChunkReader[] = [];

  constructor(
    readonly bytes: Buffer,
    readonly delimiters: Delimiters,
    /** Where `bytes` begins in the decoded and unwrapped input. */
    private readonly offset: number,
    /** What was removed from wrapped lines before an offset. */
    private readonly removedBefore: RemovedBefore | undefined,
  ) {}

  /** A view of `bytes` and some bytes more, for copies of whole words. */
  get view(): DataView {
    return (this.wholeWords ??= new DataView(this.bytes.buffer, this.bytes.byteOffset));
  }

  /** Called once, by the scanner. */
  complete({ marks, rows = NO_NUMBERS, isAscii, isPlain }: ScannedSegments): void {
    this.marks = marks;
    this.rows = rows;
    this.isAscii = isAscii;
    this.isPlain = isPlain;
  }

  /** Says that an object refers to its memory, for as long as it likes. */
  keep(): void {
    this.hasViews = true;
  }

  /** Says that its memory is needed until somebody has read what was made of it. */
  keepFor(reader: ChunkReader): void {
    this.readers.push(reader);
  }

  /** Says that its segments were handed over. */
  give(): void {
    this.isGiven = true;
  }

  /** True once nobody reads it any more. */
  get isDone(): boolean {
    return this.isGiven && !this.hasViews && this.readers.every(({ isRead }) => isRead);
  }

  /** Before the memory of its marks and rows is used again: copies them, unless nobody reads them. */
  leaveMemory(): void {
    this.marks = this.isDone ? NO_NUMBERS : this.marks.slice();
    this.rows = this.isDone ? NO_NUMBERS : this.rows.slice();
  }

  /** Makes a chunk of some of its bytes, which were moved. */
  moved(bytes: Buffer, moves: readonly Move[], segments: Pick<ScannedSegments, 'marks' | 'rows'>): Chunk {
    const { delimiters, offset, isAscii, isPlain, removedBefore } = this;
    const only = moves.length === 1 ? moves[0] : undefined;
    const copy =
      only === undefined
        ? new Chunk(bytes, delimiters, offset, removedBeforeMoves(offset, moves, removedBefore))
        : new Chunk(bytes, delimiters, offset - only.shift, removedBefore);
    const { marks, rows = NO_NUMBERS } = segments;
    copy.complete({ marks, rows, isAscii, isPlain });
    return copy;
  }

  /** Gives the offset in the (decoded) input for a position of `bytes`. */
  byteOffset(position: number): number {
    const offset = this.offset + position;
    return this.removedBefore === undefined ? offset : offset + this.removedBefore(offset).bytes;
  }

  /** Lines that ended before a position and were unwrapped, so that nobody counted them. */
  unwrappedLines(position: number): number {
    return this.removedBefore === undefined ? 0 : this.removedBefore(this.offset + position).lines;
  }

  text(start: number, end: number): string {
    if (!this.isAscii) return decodeText(this.bytes, start, end);
    if (start < this.windowStart || end > this.windowStart + this.window.length) {
      if (end - start > WINDOW_BYTES - BYTES_BEFORE) return this.bytes.toString('latin1', start, end);
      this.windowStart = Math.max(0, start - BYTES_BEFORE);
      this.window = this.bytes.toString('latin1', this.windowStart, this.windowStart + WINDOW_BYTES);
    }
    return this.window.slice(start - this.windowStart, end - this.windowStart);
  }

  /** As `text`, for what is kept: a slice of a string holds on to all of it. */
  ownText(start: number, end: number): string {
    return this.isAscii ? this.bytes.toString('latin1', start, end) : decodeText(this.bytes, start, end);
  }
}

/** What the scanner found in a chunk. */
export interface ScannedSegments {
  readonly marks: Int32Array;
  /** None for a chunk of one segment that is in no list. */
  readonly rows?: Int32Array;
  readonly isAscii: boolean;
  readonly isPlain: boolean;
}

/** Reads what was made of a chunk. */
interface ChunkReader {
  /** True once all was read. */
  readonly isRead: boolean;
}

/** Bytes of a copy from a position on stand so many bytes further than those that were copied. */
export interface Move {
  readonly from: number;
  readonly shift: number;
}

type RemovedBefore = (offset: number) => Removed;

/** Makes a function of its own: one of the chunk would keep the chunk. */
const removedBeforeMoves =
  (offset: number, moves: readonly Move[], removedBefore: RemovedBefore | undefined): RemovedBefore =>
  (place) => {
    const shift = moves.findLast(({ from }) => from <= place - offset)?.shift ?? 0;
    const { bytes, lines } = removedBefore?.(place - shift) ?? NOTHING_REMOVED;
    return { bytes: bytes - shift, lines };
  };

const NOTHING_REMOVED: Removed = { bytes: 0, lines: 0 };

/** Where a segment stands in the input, without lines that were unwrapped. */
interface SegmentPosition {
  readonly segmentNumber: number;
  readonly lineNumber: number;
}

/**
 * One segment: a view of a chunk. Element 0 is the id, element 1 the first element (CLP01).
 * Elements and components become strings when they are asked for; an absent one is the empty string.
 */
export class Segment {
  /** The guide's place for this segment, -1 until a walker placed it. */
  slot = -1;
  /** Counts the segments of the input from 1, the ISA of the first interchange. */
  readonly segmentNumber: number;
  /** Line of the segment's start, without lines that were unwrapped. */
  private readonly countedLine: number;
  constructor(
    readonly chunk: Chunk,
    /** Its first mark in the chunk. */
    readonly first: number,
    /** Number of elements, the id not counted; trailing empty ones count. */
    readonly elementCount: number,
    /** The id as a number, see `segmentKey`; NO_SEGMENT_KEY when it cannot be one. */
    readonly key: number,
    { segmentNumber, lineNumber }: SegmentPosition,
  ) {
    this.segmentNumber = segmentNumber;
    this.countedLine = lineNumber;
  }

  /** The id in upper case. */
  get id(): string {
    return this.key === NO_SEGMENT_KEY ? this.element(0).toUpperCase() : idOf(this.key);
  }

  /** Physical line on which the segment begins, the first is 1. */
  get lineNumber(): number {
    return this.countedLine + this.chunk.unwrappedLines(this.start(0));
  }

  get place(): SourcePlace {
    return { lineNumber: this.lineNumber, segmentNumber: this.segmentNumber, byteOffset: this.chunk.byteOffset(this.start(0)) };
  }

  /** Position of the element's first byte in the chunk; equal to `end` for an absent element. */
  start(element: number): number {
    return element > this.elementCount ? 0 : (this.chunk.marks[this.first + element] ?? 0) + 1;
  }

  /** Position after the element's last byte in the chunk. */
  end(element: number): number {
    return element > this.elementCount ? 0 : (this.chunk.marks[this.first + element + 1] ?? 0);
  }

  /** Bytes of the segment, without its terminator. */
  get byteLength(): number {
    const { marks } = this.chunk;
    return (marks[this.first + this.elementCount + 1] ?? 0) - (marks[this.first] ?? 0) - 1;
  }

  /** Without `start` and `end`: the head of each transaction set is read so, too seldom for V8 to optimise it. */
  element(element: number): string {
    if (element > this.elementCount) return '';
    const { marks } = this.chunk;
    const mark = this.first + element;
    const start = (marks[mark] ?? 0) + 1;
    const end = marks[mark + 1] ?? 0;
    return start < end ? this.chunk.text(start, end) : '';
  }

  /** Component of an element, 1-based; the first component of an element without components is the element. */
  component(element: number, component: number): string {
    const start = this.componentStart(element, component);
    return start < 0 ? '' : this.chunk.text(start, this.componentEnd(element, start));
  }

  /**
   * Position where a component starts, or -1 when the element has fewer components.
   * Together with `componentEnd` for hot paths, which copy bytes without building strings.
   */
  componentStart(element: number, component: number): number {
    const end = this.end(element);
    let position = this.start(element);
    const separator = this.chunk.delimiters.component;
    for (let skip = component - 1; skip > 0; position++) {
      if (position >= end) return -1;
      if ((this.chunk.bytes[position] ?? 0) === separator) skip--;
    }
    return position;
  }

  /** Position after the last byte of the component that starts at `start`. */
  componentEnd(element: number, start: number): number {
    const end = this.end(element);
    const separator = this.chunk.delimiters.component;
    let position = start;
    while (position < end && (this.chunk.bytes[position] ?? 0) !== separator) position++;
    return position;
  }

  /** True when the component has exactly this value, in ASCII. Makes no string. */
  componentIs(element: number, component: number, value: string): boolean {
    const start = this.componentStart(element, component);
    const end = start + value.length;
    if (start < 0 || end > this.end(element)) return false;
    for (let i = 0; i < value.length; i++) if ((this.chunk.bytes[start + i] ?? 0) !== value.charCodeAt(i)) return false;
    return end === this.end(element) || (this.chunk.bytes[end] ?? 0) === this.chunk.delimiters.component;
  }

  /** True when the element is there and not empty. */
  has(element: number): boolean {
    return this.start(element) < this.end(element);
  }

  /** True when one of `count` elements from `element` on is not empty. */
  hasAny(element: number, count: number): boolean {
    for (let i = element; i < element + count; i++) if (this.has(i)) return true;
    return false;
  }

  /** The repetitions of an element; one when the interchange has no repetition separator. */
  repetitions(element: number): string[] {
    const value = this.element(element);
    const separator = this.chunk.delimiters.repetition;
    if (value === '') return [];
    return separator === undefined ? [value] : value.split(String.fromCharCode(separator));
  }

  /** The segment as it stands in the input, without its terminator. */
  get text(): string {
    return this.chunk.text(this.start(0), this.end(this.elementCount));
  }

  /** The segment with its terminator, for findings; a segment of thousands of characters is cut. */
  get ediString(): string {
    const start = this.start(0);
    const end = this.end(this.elementCount);

    if (end - start > LONGEST_EDI_STRING) return `${this.chunk.ownText(start, start + LONGEST_EDI_STRING)}...`;
    return this.chunk.ownText(start, end) + String.fromCharCode(this.chunk.delimiters.segment);
  }
}

const ROW_INTS = ROW.SIZE >> 2;
const ROW_COUNT = ROW.COUNT >> 2;
const ROW_LINE = ROW.LINE >> 2;
const ROW_KEY = ROW.KEY >> 2;

/**
 * Segments of a chunk that follow one another, as rows of numbers (see ROW). A segment becomes an object when it is requested, a new one each
 * time.
 */
export class SegmentList implements Iterable<Segment> {
  constructor(
    readonly chunk: Chunk,
    /** Its first segment among those of the chunk, from 0. */
    readonly first: number,
    readonly length: number,
    /** Number of the first segment in the input. */
    readonly firstNumber: number,
  ) {}

  /** The segment at an index from 0; throws RangeError for any other. */
  at(index: number): Segment {
    this.chunk.keep();
    return this.look(index);
  }

  /** As `at`, for a segment that nobody keeps. */
  look(index: number): Segment {
    const { rows } = this.chunk;
    const row = this.rowOf(index);
    const first = rows[row];
    const count = rows[row + ROW_COUNT];
    const line = rows[row + ROW_LINE];
    const key = rows[row + ROW_KEY];
    if (first === undefined || count === undefined || line === undefined || key === undefined)
      throw new RangeError(`A list of ${this.length} segments has no segment ${index}.`);
    return new Segment(this.chunk, first, count, key, { segmentNumber: this.firstNumber + index, lineNumber: line });
  }

  /** The key of a segment, without an object; NO_SEGMENT_KEY for one that is not there. */
  keyAt(index: number): number {
    return this.chunk.rows[(this.first + index) * ROW_INTS + ROW_KEY] ?? NO_SEGMENT_KEY;
  }

  /** Where a segment begins in the (decoded) input. */
  byteOffsetAt(index: number): number {
    const { chunk } = this;
    return chunk.byteOffset((chunk.marks[chunk.rows[this.rowOf(index)] ?? 0] ?? 0) + 1);
  }

  /** The rows of the segments from an index on, up to another one. */
  rowsFrom(index: number, to = this.length): Int32Array {
    return this.chunk.rows.subarray(this.rowOf(index), this.rowOf(to));
  }

  slice(from: number, to = this.length): SegmentList {
    return new SegmentList(this.chunk, this.first + from, to - from, this.firstNumber + from);
  }

  *[Symbol.iterator](): Generator<Segment, void, undefined> {
    this.chunk.keep();
    for (let i = 0; i < this.length; i++) yield this.look(i);
  }

  private rowOf(index: number): number {
    return (this.first + index) * ROW_INTS;
  }
}

/** Places for ids that were asked for, a power of two: a place has the last id of its keys. */
const ID_PLACES = 1024;
const idKeys = new Int32Array(ID_PLACES);
const ids = new Array<string>(ID_PLACES).fill('');

function idOf(key: number): string {
  const place = (Math.imul(key, 0x9e3779b1) >>> 22) & (ID_PLACES - 1);
  if (idKeys[place] !== key) {
    idKeys[place] = key;
    ids[place] = segmentId(key);
  }
  return ids[place] ?? '';
}
