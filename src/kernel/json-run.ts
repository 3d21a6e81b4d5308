import type { BytesElsewhere } from '../common/byte-writer';
import { WALK_JSON_AT, WALK_JSON_LIMIT } from './areas';
import type { Kernel } from './kernel';

/** What each walk should have room for, short ones too: their records show what stands around them. */
const MIN_WALK_BYTES = 1 << 18;

/** Memory of the kernel for the JSON of walks: each is written behind those that somebody still has to read. */
export class JsonRoom {
  private runs: JsonRun[] = [];
  private from: number = WALK_JSON_AT;

  constructor(private readonly kernel: Kernel) {}

  /** Gives the address of the next walk, which may write so many bytes. Where less is left, all that is still to be read moves away. */
  next(bytes: number): number {
    this.runs = this.runs.filter((run) => run.isHeld);
    if (this.runs.length > 0 && this.from + Math.max(bytes, MIN_WALK_BYTES) > WALK_JSON_LIMIT) for (const run of this.runs.splice(0)) run.detach();
    if (this.runs.length === 0) this.from = WALK_JSON_AT;
    return this.from;
  }

  /** Returns what the walk has written, up to an address; 0 for nothing. */
  take(end: number): JsonRun {
    const run = new JsonRun(this.kernel, this.from, end);
    if (run.isHeld) {
      this.runs.push(run);
      this.from = end;
    }
    return run;
  }
}

/** The JSON of the records of one walk: in the memory of the kernel, or in a copy, as far as somebody still has to read it. */
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

  /** True while the memory of the kernel holds something that is still to be read. */
  get isHeld(): boolean {
    return this.copy === undefined && !this.isRead;
  }

  /** True once nobody reads any of it. */
  get isRead(): boolean {
    return this.start >= this.end;
  }

  /** Moves to memory of its own. */
  detach(): void {
    if (!this.isHeld) return;
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

/** A part of the JSON of a walk. */
export class JsonRange implements BytesElsewhere {
  constructor(
    private readonly run: JsonRun,
    private readonly from: number,
    private readonly to: number,
  ) {}

  get length(): number {
    return this.to - this.from;
  }

  get bytes(): Uint8Array {
    return this.run.bytes;
  }

  get start(): number {
    return this.run.at(this.from);
  }

  get end(): number {
    return this.run.at(this.to);
  }
}
