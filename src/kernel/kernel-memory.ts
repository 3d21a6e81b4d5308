const INT = 4;
/** Vectors are read and written behind the end of what is copied. */
const ALIGNMENT = 16;
export const PAGE: number = 1 << 16;

/** The memory of a kernel, which grows at its end; nothing is given back. */
export class KernelMemory {
  /** Views of the whole memory; others after `allocate`. */
  ints: Int32Array;
  bytes: Uint8Array;

  /** What is allocated begins at `end`, behind what the compiler has placed. */
  constructor(
    private readonly memory: WebAssembly.Memory,
    private end: number = PAGE,
  ) {
    this.ints = new Int32Array(memory.buffer);
    this.bytes = new Uint8Array(memory.buffer);
    this.allocate(0);
  }

  /** Gives the address of a list of numbers. */
  list(numbers: readonly number[]): number {
    const address = this.allocate(INT * numbers.length);
    this.ints.set(numbers, address >> 2);
    return address;
  }

  /** Gives the address of new memory, which is zero. */
  allocate(size: number): number {
    const address = this.end;
    this.end = (address + size + 2 * ALIGNMENT) & -ALIGNMENT;
    const missing = this.end - this.memory.buffer.byteLength;
    if (missing <= 0) return address;
    this.memory.grow(Math.ceil(missing / PAGE) + 1);
    this.ints = new Int32Array(this.memory.buffer);
    this.bytes = new Uint8Array(this.memory.buffer);
    return address;
  }
}
