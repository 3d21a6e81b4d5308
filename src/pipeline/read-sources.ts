import type { OperatorFunction } from 'rxjs';
import type { EdiSource, EdiSources } from '../io/edi-source';
import { sourceBytes } from '../io/source-bytes';
import { drive } from './drive';
import type { FileValidation } from './file-validation';
import type { InputReading } from './formats/input-reading';
import { ReadingPace } from './reading-pace';
import type { Run } from './run';
import type { StreamItem } from './stream-item';

/** An open file: its reading and its validation. Sinks add what they track about it. */
export interface OpenFile {
  readonly fileName: string;
  readonly reading: InputReading;
  readonly validation: FileValidation | undefined;
}

export type Results<R> = Iterable<R> | AsyncIterable<R>;

/** Makes results of what is read: records, issues, segments with issues, or acknowledgments. */
export interface Sink<F extends OpenFile, R> {
  open(source: EdiSource): F;
  /** Called with each batch of a file, after its large records were completed and its codes looked up. */
  take(items: readonly StreamItem[], file: F): Results<R>;
  /** Called at the end of a file. */
  end?(file: F): Results<R>;
  /** Called when a file cannot be read to its end; `file` is undefined if it could not be opened. Throws to end the operation. */
  fail(error: unknown, fileName: string, file: F | undefined): Results<R>;
}

/** The operators of one file, from its bytes to the results of an operation. */
export type FileStages<F extends OpenFile, R> = (file: F) => OperatorFunction<Buffer, Results<R>>;

/**
 * Reads one source after the other through the operators of its file, and yields their results in the order of the input. Reads the next piece of
 * input when all results of the last one were taken. Throws the reason of an aborted signal, and what the sink throws.
 */
export const readSources =
  <F extends OpenFile, R>(sink: Sink<F, R>, run: Run, stages: FileStages<F, R>) =>
  (sources: EdiSources): AsyncGenerator<R, void, undefined> =>
    readEach(sources, { sink, run, stages });

/** How sources are read. */
interface SourceReading<F extends OpenFile, R> {
  readonly sink: Sink<F, R>;
  readonly run: Run;
  readonly stages: FileStages<F, R>;
}

/** See `partChunks` for why this is no function of a run. */
async function* readEach<F extends OpenFile, R>(sources: EdiSources, { sink, run, stages }: SourceReading<F, R>): AsyncGenerator<R, void, undefined> {
  const { signal } = run.hooks;
  for await (const source of sources) {
    signal?.throwIfAborted();
    source.onStart?.();
    run.counts.files++;
    let file: F | undefined;
    try {
      file = sink.open(source);
      yield* fileResults(source, file, stages(file), run);
      if (sink.end) yield* sink.end(file);
    } catch (error) {
      if (signal?.aborted) throw error;
      yield* sink.fail(error, source.name, file);
    }
    source.onEnd?.();
  }
  signal?.throwIfAborted();
}

/** What reads a file copies what it keeps. */
const LENT = { mayReuse: true } as const;

/** Yields the results of a file. Counts its segments and transactions after each piece of input, and when reading ends or fails. */
async function* fileResults<R>(
  source: EdiSource,
  { reading }: OpenFile,
  stages: OperatorFunction<Buffer, Results<R>>,
  { counts, hooks, share, log }: Run,
): AsyncGenerator<R, void, undefined> {
  const { segments: segmentsBefore, transactions: transactionsBefore } = counts;
  const count = (): void => {
    counts.segments = segmentsBefore + reading.counts.segments;
    counts.transactions = transactionsBefore + reading.counts.transactions;
  };
  const pace = new ReadingPace(share, { reading, admitLargeRecord: hooks.admitLargeRecord, onWork: count, isPart: log !== undefined });
  try {
    yield* drive(sourceBytes(source, counts, hooks.signal, pace, LENT), stages, pace);
  } finally {
    pace.close();
    count();
  }
}
