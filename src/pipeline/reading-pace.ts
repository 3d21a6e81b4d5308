import type { ConversionOptions } from './conversion.types';
import type { Pace } from './drive';
import type { EventLoopShare } from './event-loop-share';
import type { InputReading } from './formats/input-reading';

/** A record of more bytes is large: a caller may divide memory among those. */
const LARGE_RECORD_BYTES = 1_000_000;

/** Keeps one reading within its share of the event loop and of memory. Close it when the reading ends. */
export class ReadingPace implements Pace {
  private release: (() => void) | undefined;

  constructor(
    private readonly share: EventLoopShare,
    private readonly reading: Pick<InputReading, 'heldBytes'>,
    private readonly admitLargeRecord: ConversionOptions['admitLargeRecord'],
  ) {}

  beforeInput(): Promise<void> | undefined {
    if (this.reading.heldBytes <= LARGE_RECORD_BYTES) this.close();
    else if (this.admitLargeRecord !== undefined && this.release === undefined) return this.admit(this.admitLargeRecord);
    return this.share.pause();
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
