import { ROW } from './scan-layout';
import { type Chunk, type Move, type Segment, SegmentList } from './segment';

const ROW_INTS = ROW.SIZE >> 2;
const ROW_COUNT = ROW.COUNT >> 2;

/** Room after the bytes, so that copies of them may read whole words. */
const COPY_SLACK = 16;

/** Segments of a list, by index. */
interface Run {
  readonly from: number;
  readonly to: number;
}

/** Copies of runs of segments, which hold on to their own bytes alone. */
export class CopiedSegments {
  private readonly chunk: Chunk;
  private readonly firstNumber: number;
  /** The first segment of each run among those of the copy. */
  private readonly firsts: number[] = [];

  constructor(
    list: SegmentList,
    private readonly runs: readonly Run[],
  ) {
    const { chunk } = list;
    this.firstNumber = list.firstNumber;
    const spans: Span[] = [];
    const size: Size = { rows: 0, marks: 0, bytes: 0 };
    for (const { from, to } of runs) {
      this.firsts.push(size.rows / ROW_INTS);
      spans.push(addSpan(chunk, list.first + from, list.first + to, size));
    }
    const bytes = Buffer.allocUnsafe(size.bytes + COPY_SLACK);
    const marks = new Int32Array(size.marks);
    const rows = new Int32Array(size.rows);
    const moves: Move[] = [];
    for (const span of spans) {
      const shift = span.toByte - span.byteFrom;
      moves.push({ from: span.toByte, shift });
      chunk.bytes.copy(bytes, span.toByte, span.byteFrom, span.byteTo);
      copyPlaces(chunk.marks, marks, span, shift);
      copyRows(chunk.rows, rows, span);
    }
    this.chunk = chunk.moved(bytes.subarray(0, size.bytes), moves, { marks, rows });
  }

  /** A run by its place among them; throws RangeError for any other. */
  at(index: number): SegmentList {
    const [run, first] = [this.runs[index], this.firsts[index]];
    if (run === undefined || first === undefined) throw new RangeError(`No run ${index} was copied.`);
    return new SegmentList(this.chunk, first, run.to - run.from, this.firstNumber + run.from);
  }
}

/** So many segments are copied together: what stands around the units of a transaction set. Longer ones, as more, would take memory twice. */
const RUN_LENGTH = 16;
const MAX_RUN_BYTES = 1_024;
const MOST_RUNS = 4;

/**
 * Segments of a list as objects. The first of them hold on to their own bytes alone, so that the memory of a list of which few become objects is used again. With
 * more the list stays.
 */
export class FewSegments {
  private copied: SegmentList | undefined;
  private from = 0;
  private runs = 0;

  constructor(private readonly list: SegmentList) {}

  /** The segment at an index of the list; throws RangeError for any other. */
  at(index: number): Segment {
    const { copied, from } = this;
    if (copied !== undefined && index >= from && index < from + copied.length) return copied.at(index - from);
    return this.copyFrom(index)?.at(0) ?? this.list.at(index);
  }

  private copyFrom(index: number): SegmentList | undefined {
    const { list } = this;
    if (this.runs++ >= MOST_RUNS || index < 0 || index >= list.length) return undefined;
    const to = Math.min(index + RUN_LENGTH, list.length);
    const last = list.look(to - 1);
    if (last.end(last.elementCount) - list.look(index).start(0) > MAX_RUN_BYTES) return undefined;
    this.from = index;
    return (this.copied = new CopiedSegments(list, [{ from: index, to }]).at(0));
  }
}

/** What is copied, in numbers and bytes. */
interface Size {
  rows: number;
  marks: number;
  bytes: number;
}

/** What segments of a chunk take, and where it is copied to. */
interface Span {
  readonly rowFrom: number;
  readonly rowTo: number;
  readonly markFrom: number;
  readonly markTo: number;
  readonly byteFrom: number;
  readonly byteTo: number;
  readonly toRow: number;
  readonly toMark: number;
  readonly toByte: number;
}

/** Finds a run, which is copied behind those before it. This is seldom optimised code, where destructured arrays and closures take long. */
function addSpan({ rows, marks }: Chunk, from: number, to: number, size: Size): Span {
  const rowFrom = from * ROW_INTS;
  const rowTo = to * ROW_INTS;
  if (rowTo > rows.length) throw new RangeError('The memory of the segments is used again.');
  const last = rowTo - ROW_INTS;
  const markFrom = rows[rowFrom] ?? 0;
  const markTo = (rows[last] ?? 0) + (rows[last + ROW_COUNT] ?? 0) + 2;
  const byteFrom = (marks[markFrom] ?? 0) + 1;
  const byteTo = (marks[markTo - 1] ?? 0) + 1;
  // Before each run is a byte for its first mark.
  const span = { rowFrom, rowTo, markFrom, markTo, byteFrom, byteTo, toRow: size.rows, toMark: size.marks, toByte: size.bytes + 1 };
  size.rows += rowTo - rowFrom;
  size.marks += markTo - markFrom;
  size.bytes += byteTo - byteFrom + 1;
  return span;
}

function copyPlaces(marks: Int32Array, to: Int32Array, { markFrom, markTo, toMark }: Span, shift: number): void {
  const further = toMark - markFrom;
  for (let i = markFrom; i < markTo; i++) to[further + i] = (marks[i] ?? 0) + shift;
}

/** Marks of the copies have other numbers. */
function copyRows(rows: Int32Array, to: Int32Array, { rowFrom, rowTo, markFrom, toRow, toMark }: Span): void {
  const further = toRow - rowFrom;
  for (let i = rowFrom; i < rowTo; i++) to[further + i] = rows[i] ?? 0;
  for (let i = rowFrom; i < rowTo; i += ROW_INTS) to[further + i] = (rows[i] ?? 0) + toMark - markFrom;
}
