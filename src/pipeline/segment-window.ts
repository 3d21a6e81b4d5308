import { BYTE, decodeText } from '../common/bytes';
import type { Issue } from '../common/issue';
import type { AnnotatedSegment, Notice } from '../plugin/output.plugin';
import { compareIssues } from '../validation/findings';
import type { Segment } from '../x12/segment';

const FIRST_SIZE = 1 << 16;

const NONE: readonly Notice[] = [];

/**
 * The segments that were read and not given away, and the issues of theirs that are known. It keeps their bytes, one after the
 * other, so that nothing of what they were read from is held.
 */
export class SegmentWindow {
  private bytes = Buffer.allocUnsafe(FIRST_SIZE);
  /** Where each segment ends in the bytes. */
  private ends: number[] = [];
  /** Number of the first segment; the others follow without a gap. */
  private first = 1;
  private issues: Issue[] = [];
  /** Segments before this number belong to objects that are complete. */
  private complete = 0;

  constructor(private readonly noticeOf: (issue: Issue) => Notice) {}

  get length(): number {
    return this.ends.at(-1) ?? 0;
  }

  /** Keeps a segment, with its terminator unless that is a line break. */
  addSegment(segment: Segment): void {
    const { chunk } = segment;
    const from = segment.start(0);
    const to = segment.end(segment.elementCount);
    const at = this.length;
    if (this.ends.length === 0) this.first = segment.segmentNumber;
    this.reserve(at + to - from + 1);
    chunk.bytes.copy(this.bytes, at, from, to);
    const { segment: terminator } = chunk.delimiters;
    const isShown = terminator !== BYTE.LF && terminator !== BYTE.CR;
    if (isShown) this.bytes[at + to - from] = terminator;
    this.ends.push(at + to - from + (isShown ? 1 : 0));
  }

  addIssue(issue: Issue): void {
    this.issues.push(issue);
  }

  completeBefore(segmentNumber: number): void {
    this.complete = segmentNumber;
  }

  /** The segments about which no more is found but what is told of the transaction as a whole. Read them before segments are added. */
  takeComplete(): Iterable<AnnotatedSegment> {
    return this.take(Math.max(0, Math.min(this.ends.length, this.complete - this.first)));
  }

  takeAll(): Iterable<AnnotatedSegment> {
    return this.take(this.ends.length);
  }

  /** Made one by one, while they are written. Issues of segments that were given away before stand at the first that is not. */
  private *take(count: number): Generator<AnnotatedSegment, void, undefined> {
    const after = count === this.ends.length ? Infinity : this.first + count;
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
    return decodeText(this.bytes, this.ends[index - 1] ?? 0, this.ends[index] ?? 0).replace(/[\r\n]+/g, ' ');
  }

  private drop(count: number): void {
    const dropped = this.ends[count - 1] ?? 0;
    this.bytes.copy(this.bytes, 0, dropped, this.length);
    this.ends = this.ends.slice(count).map((end) => end - dropped);
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
