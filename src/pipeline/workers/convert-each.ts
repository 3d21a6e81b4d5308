import type { EdiSource } from '../../io/edi-source';
import type { EngineContext } from '../context';
import type { ConversionOptions, FileChunk, FilesConversion } from '../conversion.types';
import { convertToFiles } from '../convert';
import { noCounts } from '../counts';
import { OutputFiles } from '../output-files';
import { beginRun } from '../run';
import { errorOf, reportAll, taskOf } from './joined-results';
import { bytesOf } from './part-output';
import { startedAhead } from './started-ahead';
import { FileGroup, lookAt } from './stored-files';
import type { PartOutcome, PartRunner } from './worker-pool';

/** A source, and its conversion into an output of its own. */
export interface EachConversion<S extends EdiSource> {
  readonly source: S;
  readonly conversion: FilesConversion;
}

/** What converts the sources of a call. */
interface Each {
  readonly context: EngineContext;
  readonly options: ConversionOptions;
  readonly pool: PartRunner;
  readonly workers: number;
  readonly contentType: string;
  readonly stop: AbortController;
}

interface Job<S> {
  readonly isSmall: boolean;
  readonly sources: readonly S[];
}

type Started<S> = Job<S> & { readonly outcomes: Promise<readonly PartOutcome[]> | undefined };

/**
 * Yields a conversion of its own for each source, in order, each to be taken before the next one. Small files are converted by worker threads before their
 * turn, several as one task; large ones are cut where the output joins parts, and else converted in this thread. Issues and errors are reported when the
 * conversion is taken.
 */
export async function* convertEach<S extends EdiSource>(
  context: EngineContext,
  sources: Iterable<S>,
  options: ConversionOptions,
): AsyncGenerator<EachConversion<S>, void, undefined> {
  const { workers: pool } = context;
  const { workers = 0, signal } = options;
  if (workers === 0 || pool === undefined) {
    for (const source of sources) yield { source, conversion: convertToFiles(context, [source], options) };
    return;
  }
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  const { contentType } = beginRun(context, options).options.output.options;
  const each: Each = { context, options, pool, workers, contentType, stop };
  try {
    const jobs = jobsOf(sources, pool.partBytes);
    const ahead = { count: workers + 1, isList: true, start: (job: Job<S>) => startJob(job, each), stop: () => stop.abort() };
    for await (const job of startedAhead(jobs, ahead)) yield* conversionsOf(job, each);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    stop.abort();
    pool.rest();
  }
}

async function* jobsOf<S extends EdiSource>(sources: Iterable<S>, wholeBytes: number): AsyncGenerator<Job<S>, void, undefined> {
  const group = new FileGroup<S>();
  for (const source of sources) {
    const stored = await lookAt(source, wholeBytes);
    if (stored.kind === 'whole') {
      if (group.add(source, stored.bytes)) yield { isSmall: true, sources: group.take() };
      continue;
    }
    if (stored.kind === 'cut') await stored.file.close();
    yield { isSmall: true, sources: group.take() };
    yield { isSmall: false, sources: [source] };
  }
  yield { isSmall: true, sources: group.take() };
}

function startJob<S extends EdiSource>(
  job: Job<S>,
  { options, pool, workers, stop }: Each,
): { readonly job: Started<S>; readonly settled: Promise<unknown> | undefined } {
  if (!job.isSmall || job.sources.length === 0) return { job: { ...job, outcomes: undefined }, settled: undefined };
  const files = job.sources.map((source) => ({ source }));
  const outcomes = pool.run(workers, { ...taskOf(options, files), output: 'files', hasFiles: true }, stop.signal);
  // A failure is thrown when its turn comes.
  return { job: { ...job, outcomes }, settled: outcomes.catch(() => undefined) };
}

async function* conversionsOf<S extends EdiSource>({ sources, outcomes: started }: Started<S>, each: Each): AsyncGenerator<EachConversion<S>, void, undefined> {
  const { context, options, pool } = each;
  const outcomes = await started;
  for (const [index, source] of sources.entries()) {
    options.signal?.throwIfAborted();
    const outcome = outcomes?.[index];
    const isHere = outcome === undefined || ('result' in outcome && outcome.result === undefined);
    yield { source, conversion: isHere ? convertToFiles(context, [source], options) : conversionOf(source, outcome, each) };
  }
  const last = outcomes?.findLast((outcome) => 'result' in outcome && outcome.result !== undefined);
  if (last !== undefined && 'result' in last && last.result !== undefined) pool.release(last.result.written);
}

/** The conversion of a file that another thread has converted. */
function conversionOf(source: EdiSource, outcome: PartOutcome, { context, options, contentType }: Each): FilesConversion {
  const summary = noCounts();
  const chunks = async function* (): AsyncGenerator<FileChunk, void, undefined> {
    source.onStart?.();
    if ('error' in outcome) {
      Object.assign(summary, { files: 1, errors: 1 });
      context.onError?.(outcome.error, source.name);
      throw outcome.error;
    }
    const { result } = outcome;
    if (result === undefined) return;
    source.onBytes?.(result.summary.bytes);
    Object.assign(summary, result.summary);
    const failure = result.failure && errorOf(result.failure, result);
    reportAll(result, failure, { onIssue: options.onIssue, onError: context.onError });
    const files = new OutputFiles(true);
    for (const { file, start, end } of result.written.runs) {
      for (const bytes of bytesOf(result.written, start, end)) yield* files.passed(file, bytes, options.reusesChunks ?? false);
    }
    if (failure !== undefined) throw failure;
    source.onEnd?.();
  };
  return { contentType, summary, [Symbol.asyncIterator]: chunks };
}
