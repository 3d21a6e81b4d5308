import type { OperatorFunction } from 'rxjs';
import type { EdiSource, EdiSources } from '../io/edi-source';
import { sourceBytes } from '../io/source-bytes';
import { drive } from './drive';
import type { FileValidation } from './file-validation';
import type { InputReading } from './formats/input-reading';
import { readItems } from './operators';
import { ReadingPace } from './reading-pace';
import type { Run } from './run';
import { finish, type StreamItem } from './stream-item';

/** An open file: its reading and its validation. Sinks add what they track about it. */
export interface OpenFile {
  readonly fileName: string;
  readonly reading: InputReading;
  readonly validation: FileValidation | undefined;
  /** Gathers the items of each piece of input into batches; absent to take them as they come. */
  readonly batches?: OperatorFunction<StreamItem[], StreamItem[]>;
}

type Results<R> = Iterable<R> | AsyncIterable<R>;

/** Turns what is read into the results of one operation: records, issues, segments with issues, or acknowledgments. */
export interface Sink<F extends OpenFile, R> {
  open(source: EdiSource): F;
  /** Called with the next items of a file, after their codes were looked up and large records were completed. */
  take(items: readonly StreamItem[], file: F): Results<R>;
  /** Called at the end of a file. */
  end?(file: F): Results<R>;
  /** Called when a file cannot be read to its end; `file` is undefined when it could not be opened. Throws to end the operation. */
  fail(error: unknown, fileName: string, file: F | undefined): Results<R>;
}

/**
 * Reads one source after the other into a sink and yields the results of the sink, in the order of the input. The next piece of input is read
 * when all results of the last one were taken. Throws the reason of an aborted signal, and what the sink throws.
 */
export async function* readSources<F extends OpenFile, R>(sources: EdiSources, sink: Sink<F, R>, run: Run): AsyncGenerator<R, void, undefined> {
  const { signal } = run.hooks;
  for await (const source of sources) {
    signal?.throwIfAborted();
    run.counts.files++;
    let file: F | undefined;
    try {
      file = sink.open(source);
      for await (const items of fileItems(source, file, run)) yield* sink.take(items, file);
      if (sink.end) yield* sink.end(file);
    } catch (error) {
      if (signal?.aborted) throw error;
      yield* sink.fail(error, source.name, file);
    }
  }
  signal?.throwIfAborted();
}

/** Yields the items of a file, and counts segments and transactions, also when reading fails. */
async function* fileItems(source: EdiSource, { reading, validation, batches }: OpenFile, run: Run): AsyncGenerator<readonly StreamItem[], void, undefined> {
  const { counts, hooks, share } = run;
  const pace = new ReadingPace(share, reading, hooks.admitLargeRecord);
  const toItems: OperatorFunction<Buffer, StreamItem[]> = (bytes) => (batches ? bytes.pipe(readItems(reading), batches) : bytes.pipe(readItems(reading)));
  try {
    for await (const items of drive(sourceBytes(source, counts, hooks.signal, pace), toItems, pace)) {
      await finish(items, share);
      await validation?.settle();
      yield items;
    }
  } finally {
    pace.close();
    counts.segments += reading.counts.segments;
    counts.transactions += reading.counts.transactions;
  }
}
