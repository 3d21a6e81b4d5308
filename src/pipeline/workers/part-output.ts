/** A run of output of one file. */
export interface OutputRun {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The output of a part, in blocks of memory that threads share: nothing is copied or collected on its way. Buffers that are transferred instead count as
 * garbage of both threads, and made V8 collect every few parts.
 */
export interface PartOutput {
  readonly blocks: readonly SharedArrayBuffer[];
  /** In the order in which they were written; places count through all blocks. */
  readonly runs: readonly OutputRun[];
}

/** Each block of a part costs both threads time when it is sent; memory that nothing was written to is not taken. */
const BLOCK_BYTES = 1 << 22;

/** Yields the bytes of a range, a piece for each block. */
export function* bytesOf({ blocks }: PartOutput, from: number, to: number): Generator<Buffer, void, undefined> {
  for (let start = from; start < to;) {
    const inBlock = start % BLOCK_BYTES;
    const length = Math.min(to - start, BLOCK_BYTES - inBlock);
    const block = blocks[Math.floor(start / BLOCK_BYTES)];
    if (block === undefined) throw new RangeError(`The output of a part has ${blocks.length} blocks and no byte ${start}.`);
    yield Buffer.from(block, inBlock, length);
    start += length;
  }
}

/** Writes the outputs of a task into blocks that it is given, and further ones. */
export class PartWriter {
  private length = 0;
  /** Buffers, since `fill` copies in one go; `set` copies shared memory word by word. */
  private readonly views: Buffer[];
  private runs: OutputRun[] = [];

  constructor(readonly blocks: SharedArrayBuffer[]) {
    this.views = blocks.map((block) => Buffer.from(block));
  }

  write(file: string, bytes: Buffer): void {
    const start = this.length;
    for (let from = 0; from < bytes.length;) {
      const inBlock = this.length % BLOCK_BYTES;
      const piece = bytes.subarray(from, from + BLOCK_BYTES - inBlock);
      this.view(Math.floor(this.length / BLOCK_BYTES)).fill(piece, inBlock, inBlock + piece.length);
      this.length += piece.length;
      from += piece.length;
    }
    const last = this.runs.at(-1);
    if (last?.file === file) this.runs[this.runs.length - 1] = { file, start: last.start, end: this.length };
    else this.runs.push({ file, start, end: this.length });
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

  private view(index: number): Buffer {
    const view = this.views[index];
    if (view !== undefined) return view;
    const block = new SharedArrayBuffer(BLOCK_BYTES);
    this.blocks.push(block);
    const made = Buffer.from(block);
    this.views.push(made);
    return made;
  }
}
