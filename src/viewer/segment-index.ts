import type { Delimiters } from '../x12/delimiters';
import type { Segment } from '../x12/segment';
import { SegmentReader } from '../x12/segment-reader';
import { RowFile } from './row-file';

/** Place of a segment in the bytes of its file. */
export interface SegmentSpan {
  /** Counts from 1. */
  readonly segmentNumber: number;
  readonly start: number;
  /** Without its terminator. */
  readonly length: number;
}

const ROW_BYTES = 10;
const HIGH = 2 ** 32;

/** Where the segments of a file are: found in one pass, which knows delimiters alone. */
export class SegmentIndex {
  private readonly rows = new RowFile(ROW_BYTES);
  private readonly reader: SegmentReader;
  /** Delimiters, each with the number of the first segment that they hold for. */
  private readonly delimiters: { readonly from: number; readonly delimiters: Delimiters }[] = [];

  private lastDelimiters: Delimiters | undefined;

  constructor(maxSegmentBytes?: number) {
    this.reader = new SegmentReader({
      onSegments: (segments) => {
        for (const segment of segments) this.add(segment);
      },
      ...(maxSegmentBytes === undefined ? {} : { maxSegmentBytes }),
    });
  }

  /** Number of segments so far. */
  get length(): number {
    return this.rows.length;
  }

  /** Takes the next bytes. Throws what the reader throws. */
  write(bytes: Buffer): void {
    this.reader.write(bytes);
  }

  end(): void {
    this.reader.end();
  }

  /** Adds a span that something else than the reader found. */
  addSpan(start: number, length: number): void {
    const at = this.rows.add();
    const { bytes } = this.rows;
    bytes.writeUInt32LE(start % HIGH, at);
    bytes.writeUInt16LE(Math.floor(start / HIGH), at + 4);
    bytes.writeUInt32LE(length, at + 6);
  }

  /** Spans of `count` segments from a number on, fewer at the end. */
  spans(from: number, count: number): readonly SegmentSpan[] {
    const rows = this.rows.read(from - 1, count);
    const spans: SegmentSpan[] = [];
    for (let at = 0; at < rows.length; at += ROW_BYTES) spans.push(spanAt(rows, at, from + at / ROW_BYTES));
    return spans;
  }

  /** Number of the last segment that starts at or before a byte; 0 for none. */
  segmentAt(byteOffset: number): number {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const [span] = this.spans(middle + 1, 1);
      if (span !== undefined && span.start <= byteOffset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The delimiters of a segment; undefined for a file without segments of X12. */
  delimitersOf(segmentNumber: number): Delimiters | undefined {
    let found: Delimiters | undefined;
    for (const { from, delimiters } of this.delimiters) if (from <= segmentNumber) found = delimiters;
    return found;
  }

  close(): void {
    this.rows.close();
  }

  private add(segment: Segment): void {
    const { chunk } = segment;
    const start = chunk.byteOffset(segment.start(0));
    this.addSpan(start, chunk.byteOffset(segment.end(segment.elementCount)) - start);
    const { delimiters } = chunk;
    if (delimiters === this.lastDelimiters) return;
    if (!isSame(this.lastDelimiters, delimiters)) this.delimiters.push({ from: segment.segmentNumber, delimiters });
    this.lastDelimiters = delimiters;
  }
}

function spanAt(rows: Buffer, at: number, segmentNumber: number): SegmentSpan {
  return { segmentNumber, start: rows.readUInt16LE(at + 4) * HIGH + rows.readUInt32LE(at), length: rows.readUInt32LE(at + 6) };
}

function isSame(a: Delimiters | undefined, b: Delimiters): boolean {
  return a?.element === b.element && a.component === b.component && a.repetition === b.repetition && a.segment === b.segment;
}
