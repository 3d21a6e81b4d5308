import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../common/package-root';
import { KernelMemory } from '../kernel-memory';
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

const INT = 4;

/** The kernel that writes segments, and its memory: records, rows, output, and the programs behind them. */
export class WriteKernel extends KernelMemory {
  readonly run: WriteKernelExports;
  /** Where records are read: the first of a transaction set, and two in turn, because each is compared with the one before. */
  readonly records: readonly [number, number, number];
  readonly result: number;

  constructor() {
    const { memory, ...run } = asExports(new WebAssembly.Instance(readModule(), {}).exports);
    super(memory);
    this.run = run;
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

  /** Gives the address of a text: the number of its bytes, and the bytes. */
  text(content: string): number {
    const bytes = Buffer.from(content);
    const address = this.allocate(INT + bytes.length);
    this.set(address, bytes.length);
    this.bytes.set(bytes, address + INT);
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
