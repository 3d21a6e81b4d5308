import { isBetweenSegments } from '../common/bytes';
import { newScanner, type ScanExports } from './plain-scan';
import { AREA } from './scan-layout';

/** The scanner reads so many bytes at a time, also behind the last one. */
const READ_AHEAD = 16;

/** Where segments were passed to. */
export interface Skipped {
  readonly position: number;
  readonly segments: number;
  readonly line: number;
}

/** Passes segments of a piece of input until one comes whose id is looked for. Nothing but terminators and line feeds is looked at. */
export class SegmentSkipper {
  /** The piece of input; written by the caller. */
  readonly room: Buffer;
  private readonly run: ScanExports;
  private readonly noise: Uint8Array;
  private readonly firstLetters: Uint8Array;
  private readonly keys: Int32Array;

  constructor() {
    const { memory, ...functions } = newScanner();
    this.run = functions;
    this.room = Buffer.from(memory.buffer, AREA.BYTES, AREA.END - AREA.BYTES - READ_AHEAD);
    this.noise = new Uint8Array(memory.buffer, AREA.NOISE, 256);
    this.firstLetters = new Uint8Array(memory.buffer, AREA.FIRST_LETTERS, 256);
    this.keys = new Int32Array(memory.buffer, AREA.KEYS, (AREA.BYTES - AREA.KEYS) / Int32Array.BYTES_PER_ELEMENT);
  }

  /** Says what ends segments. */
  separate(terminator: number): void {
    for (let byte = 0; byte < this.noise.length; byte++) this.noise[byte] = isBetweenSegments(byte) || byte === terminator ? 1 : 0;
    this.run.separate(0, terminator, 0);
  }

  /** Says which ids are looked for, as `segmentKey` packs them. */
  lookFor(keys: readonly number[]): void {
    this.firstLetters.fill(0);
    for (const key of keys) this.firstLetters[key >> 16] = 1;
    this.keys.fill(0);
    this.keys.set(keys);
  }

  skip(from: number, end: number, line: number): Skipped {
    const position = this.run.skip(from, end, line);
    return { position, segments: this.run.passedSegments(), line: this.run.lineAfter() };
  }
}
