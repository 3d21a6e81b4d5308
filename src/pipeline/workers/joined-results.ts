import { EdiError } from '../../common/edi-error';
import { withOrigin } from '../../common/error-origin';
import type { EdiSource, EdiSources } from '../../io/edi-source';
import type { OutputPart } from '../../plugin/output.plugin';
import type { EngineContext } from '../context';
import type { ConversionResult } from '../conversion-sink';
import type { ConversionOptions } from '../conversion.types';
import type { Counts } from '../counts';
import { failureOf, type NoticeResult } from '../notices';
import type { Run } from '../run';
import { cutFile, NotDivisible } from './file-cutter';
import { addCounts, cutOptions, fits, mayBeOtherFormat } from './part-rules';
import type { FilePart } from './file-part';
import type { PartResult, ThrownFailure } from './part-task';
import type { PartOutput } from './part-output';
import { startedAhead } from './started-ahead';
import { FileGroup, lookAt, plainSource, type StoredFile } from './stored-files';
import type { AskedTask, PartOutcome, PartRunner } from './worker-pool';

/** The output of a part, written by another thread. */
export interface WrittenPart {
  readonly kind: 'part';
  readonly output: PartOutput;
  readonly part: OutputPart;
  readonly records: number;
  /** The first failure in it. */
  readonly error?: EdiError;
  /** All parts of the source, if this is the last. */
  readonly joined: readonly OutputPart[] | undefined;
  /** Called when the output cannot join the part: the source is converted again, by the output itself. */
  readonly refuse: () => void;
}

/** The output that follows was written up to here by parts: so many bytes of each file are left out. */
export interface WrittenAgain {
  readonly kind: 'again';
  readonly written: ReadonlyMap<string, number>;
}

export type JoinedResult = WrittenPart | WrittenAgain | ConversionResult | NoticeResult;

/** How the parts of a conversion are made and joined. */
export interface Joining {
  readonly run: Run;
  readonly pool: PartRunner;
  readonly options: ConversionOptions;
  readonly hasFiles: boolean;
  readonly validatesOnly: boolean;
  /** Converts a source in this thread. */
  readonly convertHere: (run: Run, source: EdiSource) => AsyncIterable<ConversionResult | NoticeResult>;
}

/** The worker threads of a run; undefined if it has none, or its output cannot join parts. */
export function workersOf({ context, options }: Run): PartRunner | undefined {
  return options.workers > 0 && options.output.options.joins === true ? context.workers : undefined;
}

/** A source whose parts are converted by worker threads. */
interface JoinedSource {
  /** Without `onStart` and `onEnd`, which are called here. */
  readonly source: EdiSource;
  readonly onStart: (() => void) | undefined;
  readonly onEnd: (() => void) | undefined;
  /** Whether its results are being taken. */
  state: 'waiting' | 'begun' | 'ended';
  /** What was counted before it. */
  counts: Counts | undefined;
  readonly parts: OutputPart[];
  /** Bytes that were joined, by file. */
  readonly written: Map<string, number>;
  issues: number;
  errors: number;
  findings: number;
  unread: number;
  end: string | undefined;
  /** True when what follows is not joined any more. */
  isOver: boolean;
  /** Called when all of its results were taken. */
  readonly finish: () => void;
  readonly finished: Promise<void>;
}

/** Work in the order of the output: a part of a file, files that go whole to a thread, and files for this thread. */
type Job =
  | { readonly kind: 'here'; readonly of: readonly [JoinedSource]; readonly isLast: true }
  | { readonly kind: 'odd'; readonly of: readonly [JoinedSource]; readonly isLast: true }
  | { readonly kind: 'part'; readonly of: readonly JoinedSource[]; readonly part: FilePart | undefined; readonly isLast: boolean };

type Started = Exclude<Job, { kind: 'part' }> | (Extract<Job, { kind: 'part' }> & { readonly outcomes: Promise<Outcomes> });

/** The outcome of each file of a job, or why there is none. */
type Outcomes = { readonly of: readonly PartOutcome[] } | { readonly failed: unknown };

/**
 * The results of sources, converted by worker threads as far as possible, in the order of the input. A file whose parts do not fit together is
 * converted again in this thread, without what was already written: the same input gives the same output.
 */
export async function* joinedResults(sources: EdiSources, joining: Joining): AsyncGenerator<JoinedResult, void, undefined> {
  const { run } = joining;
  const { signal } = run.hooks;
  // Parts that nobody waits for any more are stopped.
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  try {
    const count = run.options.workers + 1;
    const isList = Symbol.iterator in sources;
    const jobs = jobsOf(sources, joining, stop.signal);
    const ahead = { count, isList, start: (job: Job) => startJob(job, joining, stop.signal), stop: () => stop.abort() };
    for await (const job of startedAhead(jobs, ahead)) {
      for (const [index, of] of job.of.entries()) {
        signal?.throwIfAborted();
        begin(of);
        yield* jobResults(job, index, joining);
        if (job.isLast || of.isOver) end(of);
      }
      if (job.kind === 'part') releaseMemory(await job.outcomes, joining);
    }
    signal?.throwIfAborted();
  } finally {
    signal?.removeEventListener('abort', onAbort);
    stop.abort();
    joining.pool.rest();
  }
}

function begin(of: JoinedSource): void {
  if (of.state !== 'waiting') return;
  of.state = 'begun';
  of.onStart?.();
}

function end(of: JoinedSource): void {
  if (of.state === 'ended') return;
  of.state = 'ended';
  of.onEnd?.();
  of.finish();
}

/** The results of a file of a job whose turn it is, unless the file is converted otherwise by now. */
async function* jobResults(job: Started, index: number, joining: Joining): AsyncGenerator<JoinedResult, void, undefined> {
  const of = job.of[index];
  if (of === undefined || of.isOver) return;
  if (job.kind === 'here') yield* joining.convertHere(joining.run, of.source);
  else if (job.kind === 'odd') yield* again(of, joining);
  else {
    const outcomes = await job.outcomes;
    if ('failed' in outcomes) throw outcomes.failed;
    yield* resultsOf({ of, part: job.part, isLast: job.isLast }, outcomes.of[index] ?? { result: undefined }, joining);
  }
}

/** The outputs of a job are in the same blocks, which the next task uses. */
function releaseMemory(outcomes: Outcomes, { pool }: Joining): void {
  if ('failed' in outcomes) return;
  const last = outcomes.of.findLast((outcome) => 'result' in outcome && outcome.result !== undefined);
  if (last !== undefined && 'result' in last && last.result !== undefined) pool.release(last.result.written);
}

function startJob(job: Job, joining: Joining, signal: AbortSignal): { readonly job: Started; readonly settled: Promise<unknown> | undefined } {
  if (job.kind !== 'part') return { job, settled: undefined };
  const { run, pool, options, hasFiles, validatesOnly } = joining;
  const task = { output: validatesOnly ? 'issues' : 'parts', hasFiles, ...taskOf(options, job.of, job.part) } as const;
  const outcomes = pool.run(run.options.workers, task, signal).then(
    (of): Outcomes => ({ of }),
    (failed: unknown): Outcomes => ({ failed }),
  );
  return { job: { outcomes, ...job }, settled: outcomes };
}

/** A task without the kind of its output. */
export function taskOf(
  { signal: _signal, onIssue, admitLargeRecord: _admit, workers: _workers, ...options }: ConversionOptions,
  files: readonly { readonly source: EdiSource }[],
  part?: FilePart,
): Omit<AskedTask, 'output' | 'hasFiles'> {
  return { sources: files.map(({ source }) => plainSource(source)), part, options, wantsIssues: onIssue !== undefined };
}

/** A list of sources is read ahead, and its small files are grouped; others may come only when those before them are done. */
async function* jobsOf(sources: EdiSources, joining: Joining, signal: AbortSignal): AsyncGenerator<Job, void, undefined> {
  const isList = Symbol.iterator in sources;
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const small = new FileGroup<JoinedSource>();
  const smallJobs = function* (): Generator<Job, void, undefined> {
    const of = small.take();
    if (of.length > 0) yield { kind: 'part', of, part: undefined, isLast: true };
  };
  for await (const source of sources) {
    if (signal.aborted) return;
    const of = newSource(source);
    const stored = await lookAt(source, joining.pool.partBytes);
    if (stored.kind === 'whole') {
      if (small.add(of, stored.bytes) || !isList) yield* smallJobs();
    } else {
      yield* smallJobs();
      if (stored.kind === 'here') yield { kind: 'here', of: [of], isLast: true };
      else yield* partJobs(of, stored, joining);
    }
    if (isList) continue;
    await Promise.race([of.finished, stopped]);
    if (signal.aborted) return;
  }
  yield* smallJobs();
}

function newSource({ onStart, onEnd, ...source }: EdiSource): JoinedSource {
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const counts = { issues: 0, errors: 0, findings: 0, unread: 0 };
  const results = { counts: undefined, parts: [], written: new Map<string, number>(), ...counts, end: undefined, isOver: false };
  return { source, onStart, onEnd, state: 'waiting', ...results, finish, finished };
}

/** The parts of a large file, unless it may be of another format than X12. */
async function* partJobs(of: JoinedSource, { file, head }: Extract<StoredFile, { kind: 'cut' }>, joining: Joining): AsyncGenerator<Job, void, undefined> {
  try {
    const { run, pool, validatesOnly } = joining;
    if (mayBeOtherFormat(head, run)) return yield { kind: 'here', of: [of], isLast: true };
    for await (const part of cutFile(file, cutOptions(run, pool.partBytes, validatesOnly))) {
      if (of.isOver) break;
      yield { kind: 'part', of: [of], part, isLast: part.to === undefined };
    }
  } catch (error) {
    if (!(error instanceof NotDivisible)) throw error;
    yield { kind: 'odd', of: [of], isLast: true };
  } finally {
    await file.close();
  }
}

/** The results of a part whose turn it is. */
async function* resultsOf(
  { of, part, isLast }: { readonly of: JoinedSource; readonly part: FilePart | undefined; readonly isLast: boolean },
  outcome: PartOutcome,
  joining: Joining,
): AsyncGenerator<JoinedResult, void, undefined> {
  const { counts, context, hooks } = joining.run;
  if ('error' in outcome) {
    of.isOver = true;
    if (of.counts === undefined) counts.files++;
    counts.errors++;
    yield failureOf(outcome.error, of.source.name, context.onError);
    return;
  }
  const { result } = outcome;
  const isFitting = result !== undefined && (part === undefined || fits(result, of, part.context === undefined, joining.run, joining.validatesOnly));
  if (result?.output === undefined || !isFitting) return yield* again(of, joining);
  let isRefused = false;
  if (of.counts === undefined) counts.files++;
  of.counts ??= { ...counts, files: counts.files - 1 };
  const before = { ...counts };
  addCounts(counts, result.summary);
  of.parts.push(result.output);
  const failure = result.failure && errorOf(result.failure, result);
  yield {
    kind: 'part',
    output: result.written,
    part: result.output,
    records: result.summary.records,
    ...(failure === undefined ? {} : { error: failure }),
    joined: isLast ? of.parts : undefined,
    refuse: () => (isRefused = true),
  };
  if (isRefused) {
    Object.assign(counts, before);
    return yield* again(of, joining);
  }
  reportAll(result, failure, { onIssue: hooks.onIssue, onError: context.onError });
  for (const { file, start, end } of result.written.runs) of.written.set(file, (of.written.get(file) ?? 0) + end - start);
  of.source.onBytes?.(result.summary.bytes);
  of.issues += result.issues.length;
  of.errors += result.errors.length;
  of.findings += result.findings;
  of.unread += result.unread;
  of.end = result.end;
}

/** Returns a failure as the error that it was; its cause is the issue of the result. */
export function errorOf({ code, message, issue, origin }: ThrownFailure, { issues }: PartResult): EdiError {
  return new EdiError(code, message, issue === undefined ? withOrigin(origin) : { cause: issues[issue]?.issue });
}

/** Passes the reports of another thread on. A failure that is among the reported errors is reported as the same object. */
export function reportAll(
  { issues, errors, failure: plain }: PartResult,
  failure: EdiError | undefined,
  { onIssue, onError }: { readonly onIssue: ConversionOptions['onIssue'] | undefined; readonly onError: EngineContext['onError'] },
): void {
  for (const { issue, fileName } of issues) onIssue?.(issue, fileName);
  for (const [index, error] of errors.entries()) {
    const isFailure = failure !== undefined && index === plain?.error;
    onError?.(isFailure ? failure : new EdiError(error.code, error.message, withOrigin(error.origin)), error.fileName);
  }
}

/** Converts a source in this thread from its beginning, without the output, issues and errors that were given. */
async function* again(of: JoinedSource, { run, convertHere }: Joining): AsyncGenerator<JoinedResult, void, undefined> {
  of.isOver = true;
  if (of.counts !== undefined) Object.assign(run.counts, of.counts);
  const { onIssue } = run.hooks;
  const { onError } = run.context;
  let [issues, errors] = [of.issues, of.errors];
  const hooks = onIssue === undefined ? run.hooks : { ...run.hooks, onIssue: skipping(onIssue, () => issues-- > 0) };
  const context = withErrors(run.context, onError && skipping(onError, () => errors-- > 0));
  yield { kind: 'again', written: of.written };
  yield* convertHere({ ...run, hooks, context }, of.source);
}

/** The same context, whose errors go elsewhere. What it makes at the first use is made once. */
function withErrors(context: EngineContext, onError: EngineContext['onError']): EngineContext {
  return asContext(Object.create(context, { onError: { value: onError } }));
}

/** An object with a context as prototype is one. */
function asContext(value: unknown): EngineContext {
  return value as EngineContext;
}

const skipping =
  <A extends readonly unknown[]>(call: (...given: A) => void, isSkipped: () => boolean) =>
  (...given: A): void =>
    isSkipped() ? undefined : call(...given);
