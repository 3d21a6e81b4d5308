import { map, Observable, type OperatorFunction, pipe } from 'rxjs';
import type { Share } from './event-loop-share';
import type { FileValidation } from './file-validation';
import type { InputReading } from './formats/input-reading';
import type { FileStages, OpenFile, Results, Sink } from './read-sources';
import type { Run } from './run';
import type { RecordItem } from './record.types';
import { finish, hasUnread, type RecordEntry, type StreamItem } from './stream-item';
import type { WrittenRun } from './written-run';

/** A batch whose work is done when it is pulled. */
export type DeferredBatch = () => Promise<readonly StreamItem[]>;

/** Bytes to the segments, loops, records and issues that they complete. After an error, emits what was read before it first. */
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

/** Size of batches. */
export interface BatchSize {
  /** Records in a batch; undefined for the default of their transaction set. */
  readonly chunkSize: number | undefined;
  /** True for one batch per transaction, whatever its number of records. */
  readonly byTransaction: boolean;
  /** True if warnings are written: a record with warnings ends its batch, so that they follow it. */
  readonly showsWarnings: boolean;
}

const DEFAULT_CHUNK_SIZE = 50;

/** Records of this many segments fill a batch of any `chunkSize`: a batch holds its segments until it is written. */
const MAX_BATCH_SEGMENTS = 2_000;

/** Records of this many bytes fill any batch, also that of a transaction: the output is several times larger. */
const MAX_BATCH_BYTES = 1_000_000;

/** Items to batches of records. An issue ends the batch before it and is a batch of its own, so that the order stays. */
export function toBatches({ chunkSize, byTransaction, showsWarnings }: BatchSize): OperatorFunction<StreamItem[], StreamItem[]> {
  return (source) =>
    new Observable((sink) => {
      let gathered: RecordEntry[] = [];
      let records = 0;
      let weight = 0;
      let bytes = 0;
      const flush = (): void => {
        if (gathered.length === 0) return;
        sink.next(gathered);
        gathered = [];
        records = weight = bytes = 0;
      };
      /** Counts a record; true for one that fills the batch. */
      const count = (one: Pick<RecordItem, 'plugin' | 'weight' | 'bytes'>): boolean => {
        records++;
        weight += one.weight;
        bytes += one.bytes;
        const isFull = weight >= MAX_BATCH_SEGMENTS || records >= (chunkSize ?? one.plugin.chunkSize ?? DEFAULT_CHUNK_SIZE);
        return (!byTransaction && isFull) || bytes >= MAX_BATCH_BYTES;
      };
      const takeRun = (run: WrittenRun): void => {
        // What is written already holds nothing that a smaller batch would release.
        if (!byTransaction && (chunkSize ?? run.plugin.chunkSize) === undefined) return void gathered.push(run);
        let from = 0;
        for (let i = 0; i < run.length; i++) {
          if (!count(run.sizeOf(i))) continue;
          gathered.push(run.part(from, i + 1));
          flush();
          from = i + 1;
        }
        if (from < run.length) gathered.push(run.part(from, run.length));
      };
      const take = (item: StreamItem): void => {
        if (item.kind === 'run') takeRun(item);
        else if (item.kind === 'record') {
          gathered.push(item);
          if (count(item) || (showsWarnings && hasUnread(item))) flush();
        } else if (item.kind === 'issue' || item.kind === 'findings') {
          flush();
          sink.next([item]);
        } else if (byTransaction && item.kind === 'transaction end') flush();
      };
      return source.subscribe({
        next: (items) => {
          items.forEach(take);
          // What is written already is emitted before the next piece is read, which is written to the same place.
          if (!byTransaction && gathered.some((entry) => 'release' in entry)) flush();
        },
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

/** Completes the large records of a batch, in turns with other work. */
export const completeRecords = (share: Share): OperatorFunction<StreamItem[], DeferredBatch> =>
  map((items) => async () => {
    await finish(items, share);
    return items;
  });

/** Looks up the codes that validation found in a batch and does not know yet. */
export const lookUpCodes = (validation: FileValidation | undefined): OperatorFunction<DeferredBatch, DeferredBatch> =>
  map((batch) => async () => {
    const items = await batch();
    await validation?.settle();
    return items;
  });

/** Batches to the results of an operation. */
export const toResults = <F extends OpenFile, R>(sink: Sink<F, R>, file: F): OperatorFunction<DeferredBatch, Results<R>> =>
  map((batch) => resultsOf(batch, sink, file));

async function* resultsOf<F extends OpenFile, R>(batch: DeferredBatch, sink: Sink<F, R>, file: F): AsyncGenerator<R, void, undefined> {
  yield* sink.take(await batch(), file);
}

/** The stages of a file whose results are made of items as they come, without batches. */
export const itemStages =
  <F extends OpenFile, R>(sink: Sink<F, R>, run: Run): FileStages<F, R> =>
  (file) =>
    pipe(readItems(file.reading), completeRecords(run.share), lookUpCodes(file.validation), toResults(sink, file));
