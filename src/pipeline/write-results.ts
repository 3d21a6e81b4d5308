import type { EdiError } from '../common/edi-error';
import type { TableLayout } from '../mapping/columns/table';
import type { OutputContext, OutputPart } from '../plugin/output.plugin';
import type { SegmentGroup } from './annotation-sink';
import type { Conversion, FileChunk, FilesConversion } from './conversion.types';
import { inTurns } from './event-loop-share';
import { GuardedOutput } from './guarded-output';
import { outputReports } from './notices';
import { FIRST_FILE, OutputFiles } from './output-files';
import type { Run } from './run';
import type { JoinedResult, WrittenPart } from './workers/joined-results';
import { bytesOf } from './workers/part-output';

/** Notices and segments are gathered up to so many bytes, or to the next records. */
const GATHERED_BYTES = 1 << 14;

/** An output that is open. */
export interface OpenOutput {
  readonly session: GuardedOutput;
  readonly files: OutputFiles;
  readonly isPart: boolean;
  /** What the session of a part leaves, at its end. */
  partState?: OutputPart | undefined;
}

/** Opens the output of a run; `hasFiles` is false if the caller takes only its first file. Throws the output's refusal. */
export function openOutput(run: Run, hasFiles: boolean, isPart = false): OpenOutput {
  const files = new OutputFiles(hasFiles);
  return { session: new GuardedOutput(run.options.output, outputContext(run, files, isPart), files), files, isPart };
}

/** Where the tables of an output are from. */
type Tables = Pick<OutputContext, 'tables'>;

/** The context that an output is opened with; its tables are those of the plugins of the run, or others. */
export function outputContext(run: Run, files = new OutputFiles(true), isPart = false, tables: Tables = run.context.plugins): OutputContext {
  return new RunOutput(run, files, isPart, tables);
}

/**
 * A class, since a getter of a literal gives each object a shape of its own: in a worker thread, what it refers to would stay until all old objects are
 * collected.
 */
class RunOutput implements OutputContext {
  readonly parameters: OutputContext['parameters'];
  readonly schemaFiles: OutputContext['schemaFiles'];
  readonly hasFiles: boolean;
  readonly file: OutputContext['file'];
  readonly counts: OutputContext['counts'];
  readonly fail: OutputContext['fail'];
  readonly warn: OutputContext['warn'];
  private read: readonly TableLayout[] | undefined;

  constructor(
    run: Run,
    files: OutputFiles,
    readonly isPart: boolean,
    private readonly owner: Tables,
  ) {
    const { fail, warn } = outputReports(run);
    this.parameters = run.options.outputParameters;
    this.schemaFiles = run.context.plugins.schemaFiles;
    this.hasFiles = files.hasFiles;
    this.file = (name) => files.open(name);
    this.counts = run.counts;
    this.fail = fail;
    this.warn = warn;
  }

  /** Most outputs need no tables, for which the declarations of all sets would be loaded. */
  get tables(): readonly TableLayout[] {
    return (this.read ??= this.owner.tables);
  }
}

/** The stage that writes results into an output: yields the bytes of its files. */
export const writeResults =
  (output: OpenOutput, run: Run) =>
  (results: AsyncIterable<OutputResult>): AsyncGenerator<FileChunk, void, undefined> =>
    writtenChunks(results, output, run);

async function* writtenChunks(results: AsyncIterable<OutputResult>, output: OpenOutput, run: Run): AsyncGenerator<FileChunk, void, undefined> {
  try {
    yield* writeAll(results, output, run);
  } finally {
    output.session.close();
  }
}

/** What an output is made of. */
type OutputResult = JoinedResult | SegmentGroup;

async function* writeAll(results: AsyncIterable<OutputResult>, output: OpenOutput, { options, share }: Run): AsyncGenerator<FileChunk, void, undefined> {
  const { session, files } = output;
  const out = files.open(FIRST_FILE);
  const written = (): AsyncIterable<FileChunk> => inTurns(files.written(options.reusesChunks), share);
  for await (const result of results) {
    if (result.kind === 'records') await session.write(await result.toBatch(), out, share);
    else if (result.kind === 'notice') session.notice(result.notice, out);
    else yield* otherResult(result, output, { options, share });
    if (result.kind === 'records' || out.length > GATHERED_BYTES) yield* written();
  }
  yield* endResults(output, { options, share });
}

async function* endResults(
  output: OpenOutput,
  { options: { reusesChunks }, share }: Pick<Run, 'options' | 'share'>,
): AsyncGenerator<FileChunk, void, undefined> {
  const { session, files, isPart } = output;
  if (isPart) output.partState = session.part();
  else for await (const _part of inTurns(session.end(files.open(FIRST_FILE)), share)) yield* files.written(reusesChunks);
  yield* files.written(reusesChunks);
}

/** Writes what comes seldom: a function by itself, since V8 takes long to optimise what stands around records. */
async function* otherResult(
  result: Exclude<OutputResult, { readonly kind: 'records' | 'notice' }>,
  output: OpenOutput,
  { options: { reusesChunks }, share }: Pick<Run, 'options' | 'share'>,
): AsyncGenerator<FileChunk, void, undefined> {
  const { session, files } = output;
  const out = files.open(FIRST_FILE);
  if (result.kind === 'part') yield* joinPart(result, output, reusesChunks);
  else if (result.kind === 'again') files.leaveOut(result.written);
  else {
    for await (const segment of inTurns(result.segments, share)) {
      session.segment(segment, out, result.fileName);
      if (out.length > GATHERED_BYTES) yield* inTurns(files.written(reusesChunks), share);
    }
  }
}

/** Yields the output of a part after what has to come before it. */
function* joinPart(
  { part, output, joined, refuse }: WrittenPart,
  { session, files }: OpenOutput,
  reusesChunks: boolean,
): Generator<FileChunk, void, undefined> {
  const leftOut = output.runs.length > 0 ? session.join(part, files.open(FIRST_FILE)) : 0;
  if (leftOut === undefined) {
    refuse();
    return;
  }
  yield* files.written(reusesChunks);
  let skipped = leftOut;
  for (const { file, start, end } of output.runs) {
    const from = file === FIRST_FILE ? Math.min(end, start + skipped) : start;
    if (file === FIRST_FILE) skipped -= from - start;
    for (const bytes of bytesOf(output, from, end)) yield* files.passed(file, bytes, reusesChunks);
  }
  if (joined !== undefined) session.joined(joined);
}

/** The conversion whose bytes `write` yields. */
export function conversionOf({ counts, options }: Run, write: () => AsyncGenerator<FileChunk>): FilesConversion {
  return { contentType: options.output.options.contentType, summary: counts, [Symbol.asyncIterator]: write };
}

/** A conversion into one file. */
export function inOneFile(conversion: FilesConversion): Conversion {
  const { contentType, summary } = conversion;
  return { contentType, summary, [Symbol.asyncIterator]: () => onlyBytes(conversion) };
}

async function* onlyBytes(chunks: AsyncIterable<FileChunk>): AsyncGenerator<Buffer, void, undefined> {
  for await (const { bytes } of chunks) yield bytes;
}

/** A result that may be a failure. */
interface Outcome {
  readonly kind: string;
  readonly error?: EdiError;
}

/**
 * Yields results, but holds back those that `isHeld` selects until another one comes. When the results end before that and nothing was read, the
 * first failure among them is thrown: a caller can then still answer with a status.
 */
export async function* orFirstError<R extends Outcome>(
  results: AsyncIterable<R>,
  isHeld: (result: R, held: number) => boolean,
  hasRead: () => boolean,
): AsyncGenerator<R, void, undefined> {
  const held: R[] = [];
  for await (const result of results) {
    if (isHeld(result, held.length)) {
      held.push(result);
      continue;
    }
    yield* held.splice(0);
    yield result;
  }
  if (!hasRead()) for (const { error } of held) if (error) throw error;
  yield* held;
}
