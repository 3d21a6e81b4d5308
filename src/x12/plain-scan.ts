import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../common/package-root';
import { AREA } from './scan-layout';

const INT = 4;

/** The functions of `assembly/scan.ts`. */
export interface ScanExports {
  separate(element: number, terminator: number, maxSegmentBytes: number): void;
  scan(from: number, end: number, line: number): number;
  lineAfter(): number;
  hasCountedLines(): number;
  marksOf(): number;
  rowsOf(): number;
  skip(from: number, end: number, line: number): number;
  passedSegments(): number;
}

/** What is common to the segments of an interchange. */
export interface PlainSegments {
  readonly element: number;
  readonly terminator: number;
  readonly maxSegmentBytes: number;
  /** 1 for bytes that mean nothing between segments. */
  readonly noise: Uint8Array;
}

/** The scanner in WebAssembly, and its memory. One for a thread: it reads one chunk after the other. */
class PlainScan {
  readonly run: ScanExports;
  /** Rows of the segments that were read, see ROW. */
  readonly rows: Int32Array;
  private readonly bytes: Uint8Array;
  private readonly marks: Int32Array;
  private readonly noise: Uint8Array;
  private loaded: Uint8Array | undefined;
  private separated: PlainSegments | undefined;

  constructor() {
    const { memory, ...functions } = newScanner();
    this.run = functions;
    this.rows = new Int32Array(memory.buffer, AREA.ROWS);
    this.marks = new Int32Array(memory.buffer, AREA.MARKS, (AREA.ROWS - AREA.MARKS) / INT);
    this.bytes = new Uint8Array(memory.buffer, 0, AREA.MARKS);
    this.noise = this.bytes.subarray(AREA.NOISE, AREA.NOISE + 256);
  }

  /** Takes the bytes of a chunk, which never change. `before` is the byte before them. */
  load(bytes: Uint8Array, before: number, segments: PlainSegments): void {
    if (bytes !== this.loaded) this.bytes.set(bytes, AREA.BYTES);
    this.bytes[AREA.BYTES - 1] = before;
    this.loaded = bytes;
    if (segments === this.separated) return;
    this.run.separate(segments.element, segments.terminator, segments.maxSegmentBytes);
    this.noise.set(segments.noise);
    this.separated = segments;
  }

  /** Adds the marks of the segments that were read to a list. */
  copyMarks(to: Int32Array, at: number): void {
    to.set(this.marks.subarray(0, this.run.marksOf()), at);
  }
}

let scanModule: InstanceType<typeof WebAssembly.Module> | undefined;

/** An instance of the scanner, with memory of its own. */
export function newScanner(): ScanExports & { readonly memory: WebAssembly.Memory } {
  scanModule ??= new WebAssembly.Module(readFileSync(join(packageRoot(), 'dist', 'scan.wasm')));
  return asScanExports(new WebAssembly.Instance(scanModule, {}).exports);
}

let plainScan: PlainScan | undefined;

/** Gives the scanner of this thread. */
export const thePlainScan = (): PlainScan => (plainScan ??= new PlainScan());

/** The build compiles the scanner with these exports. */
function asScanExports(exports: object): ScanExports & { readonly memory: WebAssembly.Memory } {
  return exports as ScanExports & { readonly memory: WebAssembly.Memory };
}
