import type { ConversionOptions } from './conversion.types';
import type { Pace } from './drive';
import type { Share } from './event-loop-share';
import { MAX_PIECE_BYTES } from '../io/pieces';
import type { InputReading } from './formats/input-reading';

/** A record of more bytes is large: a caller may divide memory among those. */
const LARGE_RECORD_BYTES = 1_000_000;

const FIRST_PIECE_BYTES = 1 << 14;

const MIN_PIECE_BYTES = 1 << 11;

/** Work on a piece that takes longer delays other work. */
const LONG_MILLISECONDS = 15;

/** Work on a piece that takes less leaves room for a larger one. */
const SHORT_MILLISECONDS = 5;

/** Parts of the pace of a reading. */
interface PaceParts {
  readonly reading: Pick<InputReading, 'heldBytes'>;
  readonly admitLargeRecord: ConversionOptions['admitLargeRecord'];
  /** Called after the work on each input. */
  readonly onWork: () => void;
  /** True for a part of a file: small pieces at the beginning of each would make its walks short. */
  readonly isPart: boolean;
}

/** Keeps one reading within its share of the event loop and of memory. Close it when the reading ends. */
export class ReadingPace implements Pace {
  /** Bytes of the next piece of input: fewer where each of them makes much work, such as thousands of issues. */
  pieceBytes: number;
  private release: (() => void) | undefined;

  constructor(
    private readonly share: Share,
    private readonly parts: PaceParts,
  ) {
    this.pieceBytes = parts.isPart ? MAX_PIECE_BYTES : FIRST_PIECE_BYTES;
  }

  beforeInput(): Promise<void> | undefined {
    const { reading, admitLargeRecord } = this.parts;
    if (reading.heldBytes <= LARGE_RECORD_BYTES) this.close();
    else if (admitLargeRecord !== undefined && this.release === undefined) return this.admit(admitLargeRecord);
    return this.share.pause();
  }

  work(take: () => void): void {
    const start = this.share.clock();
    take();
    this.parts.onWork();
    const milliseconds = this.share.clock() - start;
    if (milliseconds > LONG_MILLISECONDS) this.pieceBytes = Math.max(MIN_PIECE_BYTES, this.pieceBytes >> 2);
    else if (milliseconds < SHORT_MILLISECONDS) this.pieceBytes = Math.min(MAX_PIECE_BYTES, 2 * this.pieceBytes);
  }

  beforeOutput(): Promise<void> | undefined {
    return this.share.pause();
  }

  close(): void {
    this.release?.();
    this.release = undefined;
  }

  private async admit(admitLargeRecord: () => Promise<() => void>): Promise<void> {
    this.release = await admitLargeRecord();
  }
}
