import type { Kernel } from './kernel';

/**
 * The JSON of the records of one walk. It is in the memory of the kernel until the next walk, and then in a copy, as far as somebody still has to
 * read it.
 */
export class JsonRun {
  private copy: Uint8Array | undefined;
  /** Where the copy begins. */
  private copiedFrom = 0;

  constructor(
    private readonly kernel: Kernel,
    private start: number,
    private readonly end: number,
  ) {}

  /** Says that nobody reads what ends before a place any more. */
  releaseTo(end: number): void {
    this.start = Math.max(this.start, end);
  }

  /** Moves to memory of its own. */
  detach(): void {
    if (this.copy !== undefined || this.start >= this.end) return;
    this.copy = this.kernel.bytes.slice(this.start, this.end);
    this.copiedFrom = this.start;
  }

  get bytes(): Uint8Array {
    return this.copy ?? this.kernel.bytes;
  }

  /** Where something that the walk wrote begins in `bytes`. */
  at(place: number): number {
    return this.copy === undefined ? place : place - this.copiedFrom;
  }
}

/** The JSON of one record. */
export class JsonRange {
  constructor(
    private readonly run: JsonRun,
    private readonly start: number,
    private readonly end: number,
  ) {}

  get length(): number {
    return this.end - this.start;
  }

  appendTo(out: { append(from: Uint8Array, start: number, end: number): void }): void {
    const { run } = this;
    out.append(run.bytes, run.at(this.start), run.at(this.end));
  }

  /** Says that nobody reads it any more, nor what was written before it. */
  release(): void {
    this.run.releaseTo(this.end);
  }
}
