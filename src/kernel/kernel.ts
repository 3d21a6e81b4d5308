import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../common/package-root';
import { AREAS_END, WALK_AT } from './areas';
import { KernelMemory, PAGE } from './kernel-memory';

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
  walkPlain(): void;
  rememberIn(table: number): void;
  surround(componentSeparator: number, describesCodes: number, transactionsAreRecords: number, a: number, b: number, c: number): void;
  describeFrom(table: number): void;
  slotOf(list: number, start: number, end: number): number;
  describe(slot: number, list: number, start: number, end: number, suffix: number): void;
  readRows(levels: number, index: number, start: number, end: number, lost: number, lostLists: number): number;
  writeRows(
    levels: number,
    count: number,
    index: number,
    start: number,
    end: number,
    lost: number,
    lostLists: number,
    separator: number,
    out: number,
    limit: number,
  ): number;
  joinCells(level: number, first: number, separator: number, only: number, start: number, limit: number): number;
  closeWalk(shownBy: number): void;
  writeTree(table: number, root: number, trailers: number, end: number, repetitionSeparator: number, start: number): number;
  unread(table: number, read: number, loop: number, repetitionSeparator: number): number;
  write(block: number, unit: number, fromSegment: number, toSegment: number, number: number, hasIssues: number): number;
}

/** The last address that the JSON of a record may end at, and that of a walk. */
export const JSON_END = WALK_AT - PAGE;
export const WALK_JSON_END = AREAS_END - PAGE;

/** The kernel and its memory: areas of fixed size, then the programs. */
export class Kernel extends KernelMemory {
  readonly run: KernelExports;

  constructor(host: KernelHost) {
    const instance = new WebAssembly.Instance(readKernel(), { host: { ...host } });
    const { memory, ...functions } = asKernelExports(instance.exports);
    super(memory, AREAS_END);
    this.run = functions;
  }
}

function readKernel(): object {
  return new WebAssembly.Module(readFileSync(join(packageRoot(), 'dist', 'kernel.wasm')));
}

/** The build compiles the kernel with these exports. */
function asKernelExports(exports: object): KernelExports & { readonly memory: WebAssembly.Memory } {
  return exports as KernelExports & { readonly memory: WebAssembly.Memory };
}
