/** A run of output of one file. */
export interface OutputRun {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** The output of a part, in memory that moves from one thread to the other and back: it is neither copied nor collected on its way. */
export interface PartOutput {
  readonly memory: ArrayBuffer;
  /** In the order in which they were written. */
  readonly runs: readonly OutputRun[];
}

/** Writes the outputs of a task into memory, which grows. */
export class PartWriter {
  private length = 0;
  private bytes: Uint8Array<ArrayBuffer>;
  private runs: OutputRun[] = [];

  constructor(memory: ArrayBuffer) {
    this.bytes = new Uint8Array(memory);
  }

  write(file: string, bytes: Buffer): void {
    const start = this.length;
    const end = start + bytes.length;
    if (end > this.bytes.length) this.grow(Math.ceil(1.5 * end));
    this.bytes.set(bytes, start);
    this.length = end;
    const last = this.runs.at(-1);
    if (last?.file === file) this.runs[this.runs.length - 1] = { file, start: last.start, end };
    else this.runs.push({ file, start, end });
  }

  /** All that was written: the memory is complete when nothing is written any more. */
  get memory(): ArrayBuffer {
    return this.bytes.buffer;
  }

  /** Returns what was written since the last call. */
  takeRuns(): readonly OutputRun[] {
    const { runs } = this;
    this.runs = [];
    return runs;
  }

  /** Removes what was written since the last `takeRuns`. */
  discard(): void {
    this.length = this.takeRuns()[0]?.start ?? this.length;
  }

  private grow(size: number): void {
    const larger = new Uint8Array(size);
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}
