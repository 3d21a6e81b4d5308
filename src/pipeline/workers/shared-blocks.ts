/** Bytes before the output: a flag that says whether the block is in use. */
const HEADER_BYTES = 8;

const FREE = 0;
const IN_USE = 1;

/** A run of output of one file in a block. */
export interface BlockRun {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** The output of a part, in memory that two threads share: nothing is copied or collected on its way. */
export interface SharedOutput {
  readonly memory: SharedArrayBuffer;
  /** In the order in which they were written. */
  readonly runs: readonly BlockRun[];
}

/** The blocks of a worker thread. A block is used again when the thread that took its output has released it. */
export class SharedBlocks {
  private readonly blocks: SharedArrayBuffer[] = [];

  constructor(private readonly firstBytes: number) {}

  /** Begins an output in a free block. */
  open(): BlockWriter {
    const at = this.blocks.findIndex((memory) => Atomics.load(flagOf(memory), 0) === FREE);
    const memory = this.blocks[at] ?? new SharedArrayBuffer(this.firstBytes);
    if (at >= 0) this.blocks.splice(at, 1);
    return new BlockWriter(memory, (used) => this.blocks.push(used));
  }
}

class BlockWriter {
  private length = HEADER_BYTES;
  private readonly runs: BlockRun[] = [];

  constructor(
    private memory: SharedArrayBuffer,
    private readonly keep: (memory: SharedArrayBuffer) => void,
  ) {}

  write(file: string, bytes: Buffer): void {
    const start = this.length;
    const end = start + bytes.length;
    if (end > this.memory.byteLength) this.grow(Math.ceil(1.5 * end));
    bytes.copy(new Uint8Array(this.memory), start);
    this.length = end;
    const last = this.runs.at(-1);
    if (last?.file === file) this.runs[this.runs.length - 1] = { file, start: last.start, end };
    else this.runs.push({ file, start, end });
  }

  /** Ends the output: the block is in use until it is released. */
  end(): SharedOutput {
    const { memory, runs } = this;
    Atomics.store(flagOf(memory), 0, IN_USE);
    this.keep(memory);
    return { memory, runs };
  }

  private grow(bytes: number): void {
    const larger = new SharedArrayBuffer(bytes);
    new Uint8Array(larger).set(new Uint8Array(this.memory, 0, this.length));
    this.memory = larger;
  }
}

/** Says that an output was taken. */
export function releaseBlock({ memory }: SharedOutput): void {
  Atomics.store(flagOf(memory), 0, FREE);
}

const flagOf = (memory: SharedArrayBuffer): Int32Array => new Int32Array(memory, 0, 1);
