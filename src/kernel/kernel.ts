import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../common/package-root';
import { KernelMemory } from './kernel-memory';
import { LOOP, SEGMENT } from './layout';

/** What the kernel asks of TypeScript; see `assembly/host.ts`, `assembly/cells.ts` and `assembly/tree.ts`. What writes gives the address after what it wrote at `out`. */
export interface KernelHost {
  writeField(field: number, loop: number, segment: number, base: number, out: number): number;
  writeValue(codec: number, key: number, start: number, end: number, out: number): number;
  writeCode(list: number, start: number, end: number, out: number): number;
  choose(field: number, loop: number, segment: number): number;
  dayOf(start: number, end: number): number;
  formOfOdd(kind: number, start: number, end: number): number;
  checkOf(slot: number): number;
  isGood(check: number, start: number, end: number, byStart: number, byEnd: number): number;
  onItem(level: number): void;
  onRow(levels: number): void;
  onLost(list: number, count: number): void;
  writeText(start: number, end: number, out: number): number;
  treeOf(slot: number): number;
}

/** The functions of the kernel. */
export interface KernelExports {
  placeRows(bytes: number, marks: number, segments: number, loops: number): void;
  placeWalk(walk: number, units: number, holders: number, unitRoom: number, holderRoom: number, loopRoom: number, placesEnd: number, jsonLimit: number): void;
  walkPlain(): void;
  rememberIn(table: number): void;
  limitTo(limit: number): void;
  surround(componentSeparator: number, describesCodes: number, transactionsAreRecords: number, a: number, b: number, c: number): void;
  describeFrom(table: number): void;
  slotOf(list: number, start: number, end: number): number;
  describe(slot: number, list: number, start: number, end: number, suffix: number): void;
  readRows(levels: number, index: number, start: number, end: number, lost: number, lostLists: number): number;
  joinCells(level: number, first: number, separator: number, only: number, start: number, limit: number): number;
  closeWalk(shownBy: number): void;
  writeTree(table: number, root: number, trailers: number, end: number, repetitionSeparator: number, start: number, limit: number): number;
  unread(table: number, read: number, loop: number, repetitionSeparator: number): number;
  write(block: number, unit: number, fromSegment: number, toSegment: number, number: number, hasIssues: number, start: number): number;
}

/** Bytes and marks of segments that are copied: those of ancestors, and of a record that goes on in another chunk. */
export const COPIED = { marks: 1 << 16, bytes: 1 << 18 } as const;

/** Rows of a record and its ancestors, and bytes of a chunk; a record that has more is written without the kernel. */
export const CAPACITY = { segments: 1 << 15, loops: 1 << 13, places: 1 << 17, marks: 1 << 18, bytes: 1 << 18, json: 1 << 20 } as const;

const INT = 4;
/** What one operation may write after it found room: a value, and what stands around it. */
export const SLACK: number = CAPACITY.bytes + (1 << 16);
const PAGE = 1 << 16;

/** The kernel and its memory: areas of fixed size for one record, then the programs. */
export class Kernel extends KernelMemory {
  readonly run: KernelExports;
  readonly segments: number;
  readonly loops: number;
  readonly places: number;
  readonly marks: number;
  readonly input: number;
  readonly json: number;
  /** The last address that JSON may end at. */
  readonly jsonEnd: number;

  constructor(host: KernelHost) {
    const instance = new WebAssembly.Instance(readKernel(), { host: { ...host } });
    const { memory, ...functions } = asKernelExports(instance.exports);
    super(memory);
    this.run = functions;
    this.segments = this.allocate(CAPACITY.segments * SEGMENT.SIZE);
    this.loops = this.allocate(CAPACITY.loops * LOOP.SIZE);
    this.places = this.allocate(CAPACITY.places * INT);
    this.marks = this.allocate((CAPACITY.marks + COPIED.marks) * INT);
    this.input = this.allocate(CAPACITY.bytes + COPIED.bytes);
    this.json = this.allocate(CAPACITY.json + SLACK);
    this.jsonEnd = this.json + CAPACITY.json + SLACK - PAGE;
    this.run.placeRows(this.input, this.marks, this.segments, this.loops);
    this.run.limitTo(this.json + CAPACITY.json);
  }
}

function readKernel(): object {
  return new WebAssembly.Module(readFileSync(join(packageRoot(), 'dist', 'kernel.wasm')));
}

/** The build compiles the kernel with these exports. */
function asKernelExports(exports: object): KernelExports & { readonly memory: WebAssembly.Memory } {
  return exports as KernelExports & { readonly memory: WebAssembly.Memory };
}
