import type { FileReading } from '../file-reading';
import type { InputReading } from '../formats/input-reading';
import { hasRecords, type StreamItem } from '../stream-item';
import type { PartLog } from './file-part';

/** Reads a part of an X12 file: its context first, without results. The log receives the states where the part begins and ends. */
export class PartReading implements InputReading {
  private readonly before: { readonly segments: number; readonly transactions: number };

  constructor(
    private readonly reading: FileReading,
    private readonly log: PartLog,
  ) {
    const { part, read } = log;
    const { context } = part;
    if (context !== undefined) {
      reading.resume(context.interchange);
      for (const { from, to } of context.spans) {
        reading.moveTo(from);
        drop(reading.write(read(from.byteOffset, to)));
        reading.settle();
        drop(reading.takeItems());
      }
      reading.countEnvelope(context.envelope);
      log.begin = reading.state;
    }
    this.before = { ...reading.counts };
  }

  get counts(): InputReading['counts'] {
    const { counts } = this.reading;
    return { segments: counts.segments - this.before.segments, transactions: counts.transactions - this.before.transactions };
  }

  get heldBytes(): number {
    return this.reading.heldBytes;
  }

  write(data: Buffer): StreamItem[] {
    return this.reading.write(data);
  }

  /** What is open at the end of a part is read by the next one. */
  end(): StreamItem[] {
    if (this.log.part.to === undefined) return this.reading.end();
    this.reading.settle();
    this.log.end = this.reading.state;
    return this.reading.takeItems();
  }

  takeItems(): StreamItem[] {
    return this.reading.takeItems();
  }
}

/** Records of the context are those of another part. What the kernel has written of them would take the place of all that follows. */
function drop(items: readonly StreamItem[]): void {
  for (const item of items) if (hasRecords(item)) item.release?.();
}
