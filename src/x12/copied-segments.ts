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
    const { chunk, first } = list;
    this.firstNumber = list.firstNumber;
    const spans = runs.map(({ from, to }) => spanOf(chunk, first + from, first + to));
    let [segments, markCount, byteCount] = [0, 0, 0];
    for (const { rowFrom, rowTo, markFrom, markTo, byteFrom, byteTo } of spans) {
      this.firsts.push(segments);
      segments += (rowTo - rowFrom) / ROW_INTS;
      markCount += markTo - markFrom;
      // Before each run is a byte for its first mark.
      byteCount += byteTo - byteFrom + 1;
    }
    const bytes = Buffer.allocUnsafe(byteCount + COPY_SLACK);
    const marks = new Int32Array(markCount);
    const rows = new Int32Array(segments * ROW_INTS);
    const moves: Move[] = [];
    let [end, mark, row] = [0, 0, 0];
    for (const { rowFrom, rowTo, markFrom, markTo, byteFrom, byteTo } of spans) {
      const shift = end + 1 - byteFrom;
      const firstMark = mark - markFrom;
      moves.push({ from: end + 1, shift });
      end += 1 + chunk.bytes.copy(bytes, end + 1, byteFrom, byteTo);
      for (let i = markFrom; i < markTo; i++) marks[mark++] = (chunk.marks[i] ?? 0) + shift;
      for (let i = rowFrom; i < rowTo; i++) rows[row++] = (chunk.rows[i] ?? 0) + (i % ROW_INTS === 0 ? firstMark : 0);
    }
    this.chunk = chunk.moved(bytes.subarray(0, end), moves, { marks, rows });
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

/** What segments of a chunk take. */
interface Span {
  readonly rowFrom: number;
  readonly rowTo: number;
  readonly markFrom: number;
  readonly markTo: number;
  readonly byteFrom: number;
  readonly byteTo: number;
}

function spanOf({ rows, marks }: Chunk, from: number, to: number): Span {
  const [rowFrom, rowTo] = [from * ROW_INTS, to * ROW_INTS];
  if (rowTo > rows.length) throw new RangeError('The memory of the segments is used again.');
  const last = rowTo - ROW_INTS;
  const markFrom = rows[rowFrom] ?? 0;
  const markTo = (rows[last] ?? 0) + (rows[last + ROW_COUNT] ?? 0) + 2;
  return { rowFrom, rowTo, markFrom, markTo, byteFrom: (marks[markFrom] ?? 0) + 1, byteTo: (marks[markTo - 1] ?? 0) + 1 };
}
