import { type FileHandle, open } from 'node:fs/promises';
import { EdiError } from '../../common/edi-error';
import type { EdiSource, EdiSources } from '../../io/edi-source';
import type { RegisteredFormat } from '../../plugin/plugin.registry';
import type { OutputPart } from '../../plugin/output.plugin';
import type { EngineContext } from '../context';
import type { ConversionResult } from '../conversion-sink';
import type { ConversionOptions } from '../conversion.types';
import type { Counts } from '../counts';
import { failureOf, type NoticeResult } from '../notices';
import type { Run } from '../run';
import { cutFile, NotDivisible } from './file-cutter';
import type { FilePart } from './file-part';
import type { PartResult, PartSource, PlainOptions } from './part-task';
import type { PartOutput } from './part-output';
import type { PartRunner } from './worker-pool';

const GZIP_MARK = Buffer.of(0x1f, 0x8b);

/** Compressed input may be so many times as large as its file. */
const COMPRESSION = 10;

/** Bytes by which a format has decided. */
const HEAD_BYTES = 4_096;

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
  readonly source: EdiSource;
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

/** Work in the order of the output. */
type Job =
  | { readonly kind: 'here'; readonly of: JoinedSource; readonly isLast: true }
  | { readonly kind: 'odd'; readonly of: JoinedSource; readonly isLast: true }
  | { readonly kind: 'part'; readonly of: JoinedSource; readonly part: FilePart | undefined; readonly isLast: boolean };

type Started = Exclude<Job, { kind: 'part' }> | (Extract<Job, { kind: 'part' }> & { readonly result: Promise<Outcome> });

type Outcome = { readonly result: PartResult | undefined } | { readonly error: unknown };

/**
 * The results of sources, converted by worker threads as far as possible, in the order of the input. A file whose parts do not fit together is
 * converted again in this thread, without what was already written: the same input gives the same output.
 */
export async function* joinedResults(sources: EdiSources, joining: Joining): AsyncGenerator<JoinedResult, void, undefined> {
  const { run, convertHere } = joining;
  const { signal } = run.hooks;
  // Parts that nobody waits for any more are stopped.
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  try {
    for await (const job of startedAhead(jobsOf(sources, joining, stop.signal), joining, stop)) {
      signal?.throwIfAborted();
      if (job.kind === 'here') yield* convertHere(run, job.of.source);
      else if (job.kind === 'part') yield* joinedPart(job, joining);
      else if (!job.of.isOver) yield* again(job.of, joining);
      if (job.isLast) job.of.finish();
    }
    signal?.throwIfAborted();
  } finally {
    signal?.removeEventListener('abort', onAbort);
    stop.abort();
  }
}

/** The results of a part whose turn it is, unless its source is converted otherwise by now. */
async function* joinedPart(job: Extract<Started, { kind: 'part' }>, joining: Joining): AsyncGenerator<JoinedResult, void, undefined> {
  const outcome = await job.result;
  if (!job.of.isOver) yield* resultsOf(job, outcome, joining);
  if ('result' in outcome && outcome.result !== undefined) joining.pool.release(outcome.result.written);
}

/** Starts parts before their turn, as many as keep all threads busy. */
async function* startedAhead(jobs: AsyncGenerator<Job, void, undefined>, joining: Joining, stop: AbortController): AsyncGenerator<Started, void, undefined> {
  const ahead = joining.run.options.workers + 1;
  const started: Started[] = [];
  let next: Promise<IteratorResult<Job, void>> | undefined;
  let isDone = false;
  try {
    while (!isDone || started.length > 0) {
      if (!isDone && started.length < ahead) next ??= jobs.next();
      const [first] = started;
      // The next source may come only when all results of this one were taken.
      if (next !== undefined && (first === undefined || (await isSooner(next, first)))) {
        const { done, value } = await next;
        next = undefined;
        if (done === true) isDone = true;
        else started.push(value.kind === 'part' ? { ...value, result: startPart(value, joining, stop.signal) } : value);
      } else if (first !== undefined) {
        started.shift();
        yield first;
      }
    }
  } finally {
    stop.abort();
    await jobs.return();
  }
}

async function isSooner(next: Promise<unknown>, first: Started): Promise<boolean> {
  if (first.kind !== 'part') return false;
  return Promise.race([next.then(() => true), first.result.then(() => false)]);
}

function startPart(
  { of, part }: Extract<Job, { kind: 'part' }>,
  { run, pool, options, hasFiles, validatesOnly }: Joining,
  signal: AbortSignal,
): Promise<Outcome> {
  const { signal: _signal, onIssue, admitLargeRecord: _admit, workers: _workers, ...plain } = options;
  const task = { source: plainSource(of.source), part, validatesOnly, options: plain satisfies PlainOptions, hasFiles, wantsIssues: onIssue !== undefined };
  return pool.run(run.options.workers, task, signal).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
}

function plainSource({ path = '', name, url, lastModifiedDateTime }: EdiSource): PartSource {
  return { path, name, ...(url === undefined ? {} : { url }), ...(lastModifiedDateTime === undefined ? {} : { lastModifiedDateTime }) };
}

/** A list of sources is read ahead; others may come only when those before them are done. */
async function* jobsOf(sources: EdiSources, joining: Joining, signal: AbortSignal): AsyncGenerator<Job, void, undefined> {
  const isList = Symbol.iterator in sources;
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  for await (const source of sources) {
    const of = newSource(source);
    yield* fileJobs(of, joining);
    if (!isList) await Promise.race([of.finished, stopped]);
    if (signal.aborted) return;
  }
}

function newSource(source: EdiSource): JoinedSource {
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const counts = { issues: 0, errors: 0, findings: 0, unread: 0 };
  return { source, counts: undefined, parts: [], written: new Map(), ...counts, end: undefined, isOver: false, finish, finished };
}

async function* fileJobs(of: JoinedSource, joining: Joining): AsyncGenerator<Job, void, undefined> {
  const { source } = of;
  const file = source.path === undefined ? undefined : await openFile(source.path);
  if (file === undefined) return yield { kind: 'here', of, isLast: true };
  try {
    const kind = await kindOf(file, joining);
    if (kind !== 'cut') return yield kind === 'whole' ? { kind: 'part', of, part: undefined, isLast: true } : { kind: 'here', of, isLast: true };
    for await (const part of cutFile(file, cutOptions(joining))) {
      if (of.isOver) break;
      yield { kind: 'part', of, part, isLast: part.to === undefined };
    }
  } catch (error) {
    if (!(error instanceof NotDivisible)) throw error;
    yield { kind: 'odd', of, isLast: true };
  } finally {
    await file.close();
  }
}

/** A file that cannot be opened is reported where it is read. */
async function openFile(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch {
    return undefined;
  }
}

/** Small files go whole to a thread, large ones are cut, and what is neither is converted here. */
async function kindOf(file: FileHandle, { run, pool: { partBytes } }: Joining): Promise<'whole' | 'cut' | 'here'> {
  const stat = await file.stat();
  if (!stat.isFile()) return 'here';
  const bytes = Buffer.alloc(HEAD_BYTES);
  const head = bytes.subarray(0, (await file.read(bytes, 0, HEAD_BYTES, 0)).bytesRead);
  const isCompressed = head.subarray(0, GZIP_MARK.length).equals(GZIP_MARK);
  if (stat.size <= (isCompressed ? partBytes / COMPRESSION : partBytes)) return 'whole';
  return isCompressed || run.context.plugins.formats.some((format) => mayRead(format, head)) ? 'here' : 'cut';
}

/** True for a format that recognises a file, needs more bytes to decide, or fails. */
function mayRead({ plugin }: RegisteredFormat, head: Buffer): boolean {
  try {
    return plugin.recognise(head, false) !== false;
  } catch {
    return true;
  }
}

function cutOptions({ run: { context, options }, pool: { partBytes }, validatesOnly }: Joining): Parameters<typeof cutFile>[1] {
  const validates = options.validates || validatesOnly;
  const isWhole = validates || options.asSegments || options.byTransaction || options.maxTransactionSegments !== Infinity || options.format !== undefined;
  return {
    partBytes,
    checksControlNumbers: validates,
    cutsOf: (set) => (isWhole ? undefined : context.plugins.findTransactionSet(set, [], options.objects)?.options.cuts),
  };
}

/** The results of a part whose turn it is. */
async function* resultsOf(
  { of, part, isLast }: Extract<Started, { kind: 'part' }>,
  outcome: Outcome,
  joining: Joining,
): AsyncGenerator<JoinedResult, void, undefined> {
  const { counts, context, hooks } = joining.run;
  if ('error' in outcome) {
    of.isOver = true;
    if (!(outcome.error instanceof EdiError)) throw outcome.error;
    if (of.counts === undefined) counts.files++;
    counts.errors++;
    yield failureOf(outcome.error, of.source.name, context.onError);
    of.finish();
    return;
  }
  const { result } = outcome;
  if (result?.output === undefined || !fits(result, of, part, joining)) return yield* again(of, joining);
  let isRefused = false;
  if (of.counts === undefined) counts.files++;
  of.counts ??= { ...counts, files: counts.files - 1 };
  const before = { ...counts };
  addCounts(counts, result.summary);
  of.parts.push(result.output);
  const { code, message } = result.failure ?? {};
  yield {
    kind: 'part',
    output: result.written,
    part: result.output,
    records: result.summary.records,
    ...(code === undefined ? {} : { error: new EdiError(code, message ?? '') }),
    joined: isLast ? of.parts : undefined,
    refuse: () => (isRefused = true),
  };
  if (isRefused) {
    Object.assign(counts, before);
    return yield* again(of, joining);
  }
  for (const issue of result.issues) hooks.onIssue?.(issue, of.source.name);
  for (const error of result.errors) context.onError?.(new EdiError(error.code, error.message), error.fileName);
  for (const { file, start, end } of result.written.runs) of.written.set(file, (of.written.get(file) ?? 0) + end - start);
  of.source.onBytes?.(result.summary.bytes);
  of.issues += result.issues.length;
  of.errors += result.errors.length;
  of.findings += result.findings;
  of.unread += result.unread;
  of.end = result.end;
}

/** True for a part that begins as the one before has ended, and does not pass a limit of the whole file. */
function fits({ begin, hasFailed, findings, unread }: PartResult, of: JoinedSource, part: FilePart | undefined, { run, validatesOnly }: Joining): boolean {
  if (part === undefined) return true;
  const { maxWarnings, maxIssues, showsWarnings, validates } = run.options;
  const most = validatesOnly ? maxIssues : maxWarnings;
  if (hasFailed || of.findings + findings > most) return false;
  if ((showsWarnings || validates) && of.unread + unread > most) return false;
  return part.context === undefined || (begin !== undefined && begin === of.end);
}

const ADDED = ['bytes', 'segments', 'transactions', 'records', 'issues', 'errors', 'skippedSegments', 'unreadValues'] as const;

function addCounts(counts: Counts, added: PartResult['summary']): void {
  for (const key of ADDED) counts[key] += added[key];
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
  of.finish();
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
