import { map, Observable, type OperatorFunction, pipe } from 'rxjs';
import type { OutputNeeds } from './conversion-sink';
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

/** What an output says of written records while it takes them. */
type RunNeeds = Pick<OutputNeeds, 'takesWholeRuns'>;

const DEFAULT_CHUNK_SIZE = 50;

/** Records of this many segments fill a batch of any `chunkSize`: a batch holds its segments until it is written. */
const MAX_BATCH_SEGMENTS = 2_000;

/** Records of this many bytes fill any batch, also that of a transaction: the output is several times larger. */
const MAX_BATCH_BYTES = 1_000_000;

/** Written records of this many bytes of JSON are a batch of their own: what stands beside them would be joined with them in a copy. */
const LONG_RUN_BYTES = 1 << 16;

/**
 * More bytes are several batches where the output copies them: FHIR makes more than twice as many bytes of them, and of more than 1 MiB `ByteWriter` does not
 * use its memory again. Elsewhere each batch would take some 20 to 40 microseconds for nothing.
 */
const LONGEST_RUN_BYTES = 1 << 18;

/** Items to batches of records. An issue ends the batch before it and is a batch of its own, so that the order stays. */
export function toBatches(size: BatchSize, needs: RunNeeds = {}): OperatorFunction<StreamItem[], StreamItem[]> {
  return (source) =>
    new Observable((sink) => {
      const gathering = new Gathering(size, needs, (batch) => sink.next(batch));
      return source.subscribe({
        next: (items) => gathering.take(items),
        error: (error: unknown) => {
          gathering.flush();
          sink.error(error);
        },
        complete: () => {
          gathering.flush();
          sink.complete();
        },
      });
    });
}

/** The batch that grows. */
class Gathering {
  private entries: RecordEntry[] = [];
  private records = 0;
  private weight = 0;
  private bytes = 0;
  /** Bytes of JSON of the short runs among them. */
  private jsonBytes = 0;

  constructor(
    private readonly size: BatchSize,
    private readonly needs: RunNeeds,
    private readonly emit: (batch: StreamItem[]) => void,
  ) {}

  take(items: readonly StreamItem[]): void {
    for (const item of items) this.add(item);
    // What is written already is emitted before the next piece is read, which is written to the same place.
    if (!this.size.byTransaction && this.entries.some((entry) => 'release' in entry)) this.flush();
  }

  flush(): void {
    if (this.entries.length === 0) return;
    this.emit(this.entries);
    this.entries = [];
    this.records = this.weight = this.bytes = this.jsonBytes = 0;
  }

  private add(item: StreamItem): void {
    const { byTransaction, showsWarnings } = this.size;
    if (item.kind === 'run') this.addRun(item);
    else if (item.kind === 'record') {
      this.entries.push(item);
      if (this.count(item) || (showsWarnings && hasUnread(item))) this.flush();
    } else if (item.kind === 'issue' || item.kind === 'findings') {
      this.flush();
      this.emit([item]);
    } else if (byTransaction && item.kind === 'transaction end') this.flush();
  }

  private addRun(run: WrittenRun): void {
    const { chunkSize, byTransaction } = this.size;
    // What is written already holds nothing that a smaller batch would release.
    if (!byTransaction && (chunkSize ?? run.plugin.chunkSize) === undefined) return this.addFreely(run);
    let from = 0;
    for (let i = 0; i < run.length; i++) {
      if (!this.count(run.sizeOf(i))) continue;
      this.entries.push(run.part(from, i + 1));
      this.flush();
      from = i + 1;
    }
    if (from < run.length) this.entries.push(run.part(from, run.length));
  }

  private addFreely(run: WrittenRun): void {
    const { jsonBytes } = run;
    if (jsonBytes < LONG_RUN_BYTES) {
      this.entries.push(run);
      this.jsonBytes += jsonBytes;
      if (this.needs.takesWholeRuns !== true && this.jsonBytes >= LONGEST_RUN_BYTES) this.flush();
      return;
    }
    for (const part of this.needs.takesWholeRuns === true ? [run] : run.parts(LONGEST_RUN_BYTES)) {
      this.flush();
      this.entries.push(part);
    }
    this.flush();
  }

  /** Counts a record; true for one that fills the batch. */
  private count({ plugin, weight, bytes }: Pick<RecordItem, 'plugin' | 'weight' | 'bytes'>): boolean {
    const { chunkSize, byTransaction } = this.size;
    this.records++;
    this.weight += weight;
    this.bytes += bytes;
    const isFull = this.weight >= MAX_BATCH_SEGMENTS || this.records >= (chunkSize ?? plugin.chunkSize ?? DEFAULT_CHUNK_SIZE);
    return (!byTransaction && isFull) || this.bytes >= MAX_BATCH_BYTES;
  }
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
