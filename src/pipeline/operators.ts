import { Observable, type OperatorFunction } from 'rxjs';
import type { InputReading } from './formats/input-reading';
import { type RecordItem, type StreamItem, hasUnread } from './stream-item';

/** Bytes to what they complete. After an error of reading, what had been read before it still comes out first. */
export function readItems(reading: InputReading): OperatorFunction<Buffer, StreamItem[]> {
  return (source) =>
    new Observable((sink) => {
      const emit = (read: () => StreamItem[]): void => {
        try {
          sink.next(read());
        } catch (error) {
          sink.next(reading.takeItems());
          sink.error(error);
        }
      };
      return source.subscribe({
        next: (data) => emit(() => reading.write(data)),
        error: (error: unknown) => sink.error(error),
        complete: () => {
          emit(() => reading.end());
          sink.complete();
        },
      });
    });
}

/** How records are gathered. */
export interface BatchSize {
  /** Records in a batch; undefined for the default of their transaction set. */
  readonly chunkSize: number | undefined;
  /** True makes a batch of each transaction, however many records it has. */
  readonly byTransaction: boolean;
  /** True where warnings are written: those about a record stand right after it. */
  readonly showsWarnings: boolean;
}

const DEFAULT_CHUNK_SIZE = 50;

/** A batch is not longer than records of this many segments, about, whatever its number of records: they are kept until it is written. */
const MOST_SEGMENTS = 2_000;

/** Nor than records of so many bytes, also where a batch is a transaction: output is a multiple of them. */
const MAX_BATCH_BYTES = 1_000_000;

/** Gathers records into batches; a finding closes the batch before it and comes by itself, so that both stay in order. */
export function toBatches({ chunkSize, byTransaction, showsWarnings }: BatchSize): OperatorFunction<StreamItem[], StreamItem[]> {
  return (source) =>
    new Observable((sink) => {
      let gathered: RecordItem[] = [];
      let weight = 0;
      let bytes = 0;
      const flush = (): void => {
        if (gathered.length === 0) return;
        sink.next(gathered);
        gathered = [];
        weight = 0;
        bytes = 0;
      };
      const take = (item: StreamItem): void => {
        if (item.kind === 'record') {
          gathered.push(item);
          weight += item.weight;
          bytes += item.bytes;
          const isFull = weight >= MOST_SEGMENTS || gathered.length >= (chunkSize ?? item.plugin.chunkSize ?? DEFAULT_CHUNK_SIZE);
          if ((!byTransaction && isFull) || bytes >= MAX_BATCH_BYTES || (showsWarnings && hasUnread(item))) flush();
        } else if (item.kind === 'issue' || item.kind === 'findings') {
          flush();
          sink.next([item]);
        } else if (byTransaction && item.kind === 'transaction end') flush();
      };
      return source.subscribe({
        next: (items) => items.forEach(take),
        error: (error: unknown) => {
          flush();
          sink.error(error);
        },
        complete: () => {
          flush();
          sink.complete();
        },
      });
    });
}
