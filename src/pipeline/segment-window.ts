import { BYTE, decodeText } from '../common/bytes';
import type { Issue } from '../common/issue';
import type { AnnotatedSegment, Notice } from '../plugin/output.plugin';
import { compareIssues } from '../validation/findings';
import type { Segment } from '../x12/segment';

const FIRST_SIZE = 1 << 16;

const NONE: readonly Notice[] = [];

/**
 * The segments that were read and not emitted, with their known issues. Of complete objects it holds only the bytes, one segment after the other; segments of
 * the open object are views of the input, which the object holds in any case.
 */
export class SegmentWindow {
  private bytes = Buffer.allocUnsafe(FIRST_SIZE);
  /** Where each segment of complete objects ends in the bytes. */
  private ends: number[] = [];
  /** The segments after those. */
  private open: Segment[] = [];
  private openBytes = 0;
  /** Number of the first segment; the others follow without a gap. */
  private first = 1;
  private issues: Issue[] = [];
  /** Segments before this number belong to objects that are complete. */
  private complete = 0;

  constructor(private readonly noticeOf: (issue: Issue) => Notice) {}

  /** Bytes of all segments, about. */
  get length(): number {
    return this.packedBytes + this.openBytes;
  }

  private get packedBytes(): number {
    return this.ends.at(-1) ?? 0;
  }

  private get count(): number {
    return this.ends.length + this.open.length;
  }

  addSegment(segment: Segment): void {
    if (this.count === 0) this.first = segment.segmentNumber;
    this.open.push(segment);
    this.openBytes += segment.byteLength;
  }

  /** Copies the segments of complete objects, so that no input is held for them. */
  pack(): void {
    const packed = Math.min(this.open.length, this.complete - this.first - this.ends.length);
    if (packed <= 0) return;
    for (const segment of this.open.slice(0, packed)) this.packSegment(segment);
    this.open = this.open.slice(packed);
  }

  private packSegment(segment: Segment): void {
    const { chunk } = segment;
    const from = segment.start(0);
    const to = segment.end(segment.elementCount);
    const at = this.packedBytes;
    this.reserve(at + to - from + 1);
    chunk.bytes.copy(this.bytes, at, from, to);
    const { segment: terminator } = chunk.delimiters;
    const isShown = isTerminatorShown(segment);
    if (isShown) this.bytes[at + to - from] = terminator;
    this.ends.push(at + to - from + (isShown ? 1 : 0));
    this.openBytes -= segment.byteLength;
  }

  addIssue(issue: Issue): void {
    this.issues.push(issue);
  }

  completeBefore(segmentNumber: number): void {
    this.complete = segmentNumber;
  }

  /** The segments without further findings, except issues of the transaction as a whole. Read them before segments are added. */
  takeComplete(): Iterable<AnnotatedSegment> {
    return this.take(Math.max(0, Math.min(this.count, this.complete - this.first)));
  }

  takeAll(): Iterable<AnnotatedSegment> {
    return this.take(this.count);
  }

  /** Created one by one, while they are written. Issues of segments that were already emitted are placed at the first that was not. */
  private *take(count: number): Generator<AnnotatedSegment, void, undefined> {
    const after = count === this.count ? Infinity : this.first + count;
    const ready = this.issues.filter((issue) => numberOf(issue) < after).sort(compareIssues);
    this.issues = this.issues.filter((issue) => numberOf(issue) >= after);
    let next = 0;
    for (let i = 0; i < count; i++) {
      const from = next;
      while (next < ready.length && (i === count - 1 || numberOf(ready[next]) <= this.first + i)) next++;
      const notices = from === next ? NONE : ready.slice(from, next).map(this.noticeOf);
      yield { segmentNumber: this.first + i, text: this.textOf(i), notices };
    }
    this.drop(count);
  }

  private textOf(index: number): string {
    const segment = this.open[index - this.ends.length];
    const text = segment === undefined ? decodeText(this.bytes, this.ends[index - 1] ?? 0, this.ends[index] ?? 0) : textWithTerminator(segment);
    return text.replace(/[\r\n]+/g, ' ');
  }

  private drop(count: number): void {
    const packed = Math.min(count, this.ends.length);
    const dropped = this.ends[packed - 1] ?? 0;
    this.bytes.copy(this.bytes, 0, dropped, this.packedBytes);
    this.ends = this.ends.slice(packed).map((end) => end - dropped);
    this.open = this.open.slice(count - packed);
    this.openBytes = this.open.reduce((bytes, segment) => bytes + segment.byteLength, 0);
    this.first += count;
  }

  private reserve(length: number): void {
    if (length <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * length);
    this.bytes.copy(larger);
    this.bytes = larger;
  }
}

const numberOf = (issue: Issue | undefined): number => issue?.place?.segmentNumber ?? 0;

/** A line break that ends a segment is the end of its line. */
function isTerminatorShown({ chunk: { delimiters } }: Segment): boolean {
  return delimiters.segment !== BYTE.LF && delimiters.segment !== BYTE.CR;
}

function textWithTerminator(segment: Segment): string {
  const { chunk } = segment;
  const text = decodeText(chunk.bytes, segment.start(0), segment.end(segment.elementCount));
  return isTerminatorShown(segment) ? text + String.fromCharCode(chunk.delimiters.segment) : text;
}
