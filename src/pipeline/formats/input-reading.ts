import type { RegisteredFormat } from '../../plugin/plugin.registry';
import type { StreamItem } from '../stream-item';
import { callFormat } from './call-format';
import { MAX_HEAD_BYTES } from './head-bytes';

/** Reads one file: bytes go in, records to be made and findings come out in stream order. */
export interface InputReading {
  /** Counts for the summary. */
  readonly counts: { readonly segments: number; readonly transactions: number };
  /** Bytes of the input that are held for a record, or a segment, that is not complete. */
  readonly heldBytes: number;
  /** Reads the next bytes and returns the items that they completed. The buffer may be used again after the call. */
  write(data: Buffer): StreamItem[];
  /** Ends the file; returns the items that the end completed. */
  end(): StreamItem[];
  /** Returns the items so far: after an error of `write` or `end`, those that were read before it. */
  takeItems(): StreamItem[];
}

/** Opens the reading of a file when its first bytes have shown its format. */
export interface ReadingChoice {
  /** Formats that may recognise the file; none if the caller has named the format. */
  readonly formats: readonly RegisteredFormat[];
  readonly openFormat: (format: RegisteredFormat) => InputReading;
  /** For files that no format recognises. */
  readonly openOther: () => InputReading;
}

/** Holds the first bytes of a file until a format recognises them, or none does. */
export class RecognisedReading implements InputReading {
  private head: Buffer = Buffer.alloc(0);
  private reading: InputReading | undefined;

  constructor(private readonly choice: ReadingChoice) {}

  get counts(): InputReading['counts'] {
    return this.reading?.counts ?? NO_COUNTS;
  }

  get heldBytes(): number {
    return this.reading?.heldBytes ?? this.head.length;
  }

  write(data: Buffer): StreamItem[] {
    if (this.reading !== undefined) return this.reading.write(data);
    this.head = Buffer.concat([this.head, data]);
    this.choose(this.head.length >= MAX_HEAD_BYTES);
    return this.reading === undefined ? [] : this.writeHead();
  }

  end(): StreamItem[] {
    if (this.reading === undefined) this.choose(true);
    const before = this.writeHead();
    return [...before, ...(this.reading?.end() ?? [])];
  }

  takeItems(): StreamItem[] {
    return this.reading?.takeItems() ?? [];
  }

  private writeHead(): StreamItem[] {
    const { head } = this;
    this.head = Buffer.alloc(0);
    return head.length === 0 ? [] : (this.reading?.write(head) ?? []);
  }

  /** The first format that recognises the file reads it; with `isLast`, an undecided format does not. */
  private choose(isLast: boolean): void {
    const { formats, openFormat, openOther } = this.choice;
    for (const format of formats) {
      const answer = callFormat(format, 'recognise', () => format.plugin.recognise(this.head, isLast));
      if (answer === undefined && !isLast) return;
      if (answer !== true) continue;
      this.reading = openFormat(format);
      return;
    }
    this.reading = openOther();
  }
}

const NO_COUNTS = { segments: 0, transactions: 0 };
