import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../common/package-root';
import { CELL, OUT_LOOP, OUT_SEGMENT, RESULT, ROOM } from './layout';

/** The functions of the kernel; see `assembly/writing`. */
export interface WriteKernelExports {
  areaBytes(): number;
  place(loops: number, segments: number, cells: number, scratch: number, areas: number, output: number, result: number): void;
  delimit(element: number, component: number, repetition: number, terminator: number, ending: number, endingLength: number): void;
  nameKeys(code: number, list: number, qualifier: number, others: number, count: number): void;
  placeFormats(formats: number): void;
  completeBy(completions: number): void;
  writeUnit(unit: number, start: number, end: number, mostCommon: number, isFull: number, reference: number): number;
  wantedMember(): number;
  forget(): void;
}

const PAGE = 1 << 16;
/** Vectors are read and written behind the end of what is copied. */
const SLACK = 32;
const INT = 4;

/** The kernel that writes segments, and its memory: records, rows, output, and the programs behind them. */
export class WriteKernel {
  readonly run: WriteKernelExports;
  ints: Int32Array;
  bytes: Uint8Array;
  /** Where records are read: the first of a transaction set, and two in turn, because each is compared with the one before. */
  readonly records: readonly [number, number, number];
  readonly result: number;
  private readonly memory: WebAssembly.Memory;
  private end = PAGE;

  constructor() {
    const { memory, ...run } = asExports(new WebAssembly.Instance(readModule(), {}).exports);
    this.run = run;
    this.memory = memory;
    this.ints = new Int32Array(memory.buffer);
    this.bytes = new Uint8Array(memory.buffer);
    this.records = [this.allocate(ROOM.RECORD), this.allocate(ROOM.RECORD), this.allocate(ROOM.RECORD)];
    this.result = this.allocate(RESULT.SIZE);
    this.run.place(
      this.allocate(ROOM.LOOPS * OUT_LOOP.SIZE),
      this.allocate(ROOM.SEGMENTS * OUT_SEGMENT.SIZE),
      this.allocate(ROOM.CELLS * CELL.SIZE),
      this.allocate(ROOM.RECORD),
      this.allocate(this.run.areaBytes()),
      this.allocate(ROOM.OUTPUT),
      this.result,
    );
  }

  set(address: number, value: number): void {
    this.ints[address >> 2] = value;
  }

  get(address: number): number {
    return this.ints[address >> 2] ?? 0;
  }

  /** Gives the address of a list of numbers. */
  list(numbers: readonly number[]): number {
    const address = this.allocate(INT * numbers.length);
    this.ints.set(numbers, address >> 2);
    return address;
  }

  /** Gives the address of a text: the number of its bytes, and the bytes. */
  text(content: string): number {
    const bytes = Buffer.from(content);
    const address = this.allocate(INT + bytes.length);
    this.set(address, bytes.length);
    this.bytes.set(bytes, address + INT);
    return address;
  }

  /** Gives the address of new memory, which is zero. */
  allocate(size: number): number {
    const address = this.end;
    this.end = (address + size + SLACK + 15) & -16;
    const missing = this.end - this.memory.buffer.byteLength;
    if (missing > 0) {
      this.memory.grow(Math.ceil(missing / PAGE) + 1);
      this.ints = new Int32Array(this.memory.buffer);
      this.bytes = new Uint8Array(this.memory.buffer);
    }
    return address;
  }
}

let compiled: object | undefined;

function readModule(): object {
  return (compiled ??= new WebAssembly.Module(readFileSync(join(packageRoot(), 'dist', 'writer.wasm'))));
}

/** The build compiles the kernel with these exports. */
function asExports(exports: object): WriteKernelExports & { readonly memory: WebAssembly.Memory } {
  return exports as WriteKernelExports & { readonly memory: WebAssembly.Memory };
}
