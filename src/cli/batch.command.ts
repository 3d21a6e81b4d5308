import { setTimeout } from 'node:timers/promises';
import type { Batch } from '../batch/ledger/batch-table';
import type { Ledger } from '../batch/ledger/ledger';
import type { BatchQueue } from '../batch/queue/batch-queue';
import { newBatchId } from '../batch/batch-id';
import { reportText, totalsOf } from '../batch/batch-report';
import type { BatchRequest, ReportFormat } from '../batch/batch.types';
import { isGone } from '../batch/owner';
import { forgetParts } from '../batch/part-worker';
import { escapeControls } from '../common/control-characters';
import { EdiError } from '../common/edi-error';
import { loadPart } from '../common/optional-part';
import { openFileTarget } from '../io/file-target';
import { type OutputTarget, ReaderGone, streamTarget } from '../io/output-target';
import { type BatchRunOptions, reportFormatOf, toBatchRequest } from './batch-options';
import { endReport, FailureLines, runHere, type RunOptions, startBatchProgress, summaryLine } from './batch-run';
import type { CommandIo } from './command-io';
import { EXIT, type ExitCode } from './exit-codes';
import type { RemoteFiles } from './remote-files';
import { countText } from './size-text';
import { tableText } from './table-text';
import { UsageError } from './usage-error';

/** What `clearloop batch` is asked to do, with its options under the names that the program gives them. */
export type BatchCommandRequest =
  | { readonly action: 'run'; readonly sources: readonly string[]; readonly options: BatchRunOptions }
  | { readonly action: 'resume' | 'retry'; readonly id: string; readonly options: Omit<BatchRunOptions, 'out'> }
  | { readonly action: 'submit'; readonly sources: readonly string[]; readonly options: BatchRunOptions }
  | { readonly action: 'watch'; readonly id: string; readonly options: Pick<BatchRunOptions, 'report' | 'quiet'> }
  | { readonly action: 'cancel'; readonly id: string }
  | { readonly action: 'status'; readonly id: string | undefined; readonly options: { readonly json?: boolean } }
  | { readonly action: 'report'; readonly id: string; readonly options: { readonly format: ReportFormat; readonly out?: string } };

/** What a batch command works with. */
interface Context {
  readonly ledger: Ledger;
  readonly io: CommandIo;
  readonly files: RemoteFiles;
}

const LISTED_BATCHES = 20;

const LOOK_MILLISECONDS = 500;

/** Runs, shows and changes batches. Throws UsageError and EdiError. */
export async function batchCommand(request: BatchCommandRequest, io: CommandIo, files: RemoteFiles): Promise<ExitCode> {
  refuseUnknownReport(request);
  const { openLedger } = await loadPart('A batch', () => import('../batch/ledger/open-ledger.js'));
  const ledger = await openLedger(io.environment, io.now);
  try {
    return await answer(request, { ledger, io, files });
  } finally {
    await ledger.close();
  }
}

/** Throws UsageError before anything is converted. */
function refuseUnknownReport(request: BatchCommandRequest): void {
  if ('options' in request && 'report' in request.options && request.options.report !== undefined) reportFormatOf(request.options.report);
}

async function answer(request: BatchCommandRequest, context: Context): Promise<ExitCode> {
  const { ledger, io } = context;
  if (request.action === 'run') return runCommand(request.sources, request.options, context);
  if (request.action === 'submit') return submit(request.sources, request.options, context);
  if (request.action === 'status' && request.id === undefined) return showBatches(request.options, context);
  const batch = await batchOf(request.id ?? '', ledger);
  switch (request.action) {
    case 'status':
      return showBatch(batch, request.options, context);
    case 'report':
      return writeReport(batch, request.options, context);
    case 'cancel': {
      const isCancelled = await ledger.cancel(batch.id);
      if (isCancelled) await removeCancelledParts(batch, context);
      io.stderr.write(isCancelled ? `Batch ${batch.id} is cancelled. Files that are published stay.\n` : `Batch ${batch.id} has ended: ${batch.state}.\n`);
      return isCancelled ? EXIT.ok : EXIT.failed;
    }
    case 'watch':
      return watch(batch, request.options, context);
    case 'retry':
      return retry(batch, request.options, context);
    case 'resume':
      if (batch.isQueued) throw new UsageError(`Batch ${batch.id} is run by workers: \`clearloop worker\` starts one, \`clearloop batch watch\` follows it.`);
      return runHere(batch, request.options, context);
  }
}

/** The same command again continues a batch that has not ended, and else begins a new one. */
async function runCommand(sources: readonly string[], options: BatchRunOptions, context: Context): Promise<ExitCode> {
  const { ledger, io } = context;
  const request = toBatchRequest(sources, options, io);
  if (request.again === true) await cancelAbandoned(request, options, context);
  const unfinished = request.again === true ? undefined : await ledger.batches.findRunning(request);
  return runHere(unfinished ?? (await ledger.batches.create(newBatchId(io.now()), request)), options, context);
}

/** A batch with --again converts all that an unfinished one would: nobody would continue that one. */
async function cancelAbandoned(request: BatchRequest, { quiet }: Pick<BatchRunOptions, 'quiet'>, context: Context): Promise<void> {
  const { ledger, io } = context;
  for (const batch of await ledger.batches.abandoned(request, isGone)) {
    if (!(await ledger.cancel(batch.id))) continue;
    await removeCancelledParts(batch, context);
    if (quiet !== true) io.stderr.write(`Batch ${batch.id} was not finished, and no process runs it. It is cancelled, because --again begins a new one.\n`);
  }
}

/** Leaves a batch to the workers of the queue, and prints its id. The queue is asked first, so that nothing is stored for workers that never receive it. */
async function submit(sources: readonly string[], options: BatchRunOptions, { ledger, io }: Context): Promise<ExitCode> {
  const request = toBatchRequest(sources, options, io);
  return withQueue(io, async (queue) => {
    const unfinished = request.again === true ? undefined : await ledger.batches.findRunning(request, { isQueued: true });
    const batch = unfinished ?? (await ledger.batches.create(newBatchId(io.now()), request, { isQueued: true }));
    await queue.askToLook();
    io.stdout.write(`${batch.id}\n`);
    return EXIT.ok;
  });
}

async function withQueue<T>(io: CommandIo, work: (queue: BatchQueue) => Promise<T>): Promise<T> {
  const { openQueue } = await loadPart('A queue of batches', () => import('../batch/queue/batch-queue.js'));
  const queue = await openQueue(io.environment);
  try {
    return await work(queue);
  } finally {
    await queue.close();
  }
}

async function retry(batch: Batch, options: RunOptions, context: Context): Promise<ExitCode> {
  const { ledger, io } = context;
  if (!batch.isQueued) {
    await ledger.retry(batch.id);
    return runHere(await batchOf(batch.id, ledger), options, context);
  }
  return withQueue(io, async (queue) => {
    const count = await ledger.retry(batch.id);
    await queue.askToLook();
    if (options.quiet !== true) io.stderr.write(`Batch ${batch.id}: ${countText(count, 'file')} wait for workers.\n`);
    return EXIT.ok;
  });
}

/** Follows a batch to its end, wherever it runs. */
async function watch(batch: Batch, options: Pick<BatchRunOptions, 'report' | 'quiet'>, { ledger, io }: Context): Promise<ExitCode> {
  const shown = new FailureLines(io);
  const progress = await startBatchProgress(batch, ledger, options, io);
  let current = batch;
  try {
    while (current.state === 'running' && !io.signal.aborted) {
      await setTimeout(LOOK_MILLISECONDS, undefined, { signal: io.signal }).catch(() => undefined);
      current = (await ledger.batches.find(batch.id)) ?? current;
    }
  } finally {
    progress?.stop();
  }
  if (current.state !== 'failed' && current.failure !== undefined) shown.write(`ERROR ${current.failure.message}`);
  return endReport(current, options, { ledger, io, shown });
}

/** Removes the stored outputs of parts whose file was cancelled. */
async function removeCancelledParts({ id, request }: Batch, { ledger, files }: Context): Promise<void> {
  const cancelled = await ledger.parts.cancelled(id);
  if (cancelled.length === 0) return;
  const storages = (await files.open()).within(request.roots);
  for (const file of cancelled) await forgetParts(file, null, { ledger, storages });
}

async function batchOf(id: string, ledger: Ledger): Promise<Batch> {
  const batch = await ledger.batches.find(id);
  if (batch !== undefined) return batch;
  throw new EdiError(
    'EDI_BATCH_NOT_FOUND',
    `There is no batch ${id} in this ledger. \`clearloop batch status\` lists them; CLEARLOOP_LEDGER_URL and CLEARLOOP_DATA_DIR name another ledger.`,
  );
}

async function showBatches({ json = false }: { readonly json?: boolean }, { ledger, io }: Context): Promise<ExitCode> {
  const batches = await ledger.batches.list(LISTED_BATCHES);
  const rows = await Promise.all(batches.map(async (batch) => ({ batch, totals: await totalsOf(ledger, batch) })));
  if (json) {
    const list = rows.map(({ batch: { id, state, createdAt, endedAt, request, failure }, totals }) => ({
      id,
      state,
      createdAt,
      endedAt,
      target: request.target,
      totals,
      failure,
    }));
    io.stdout.write(`${JSON.stringify(list)}\n`);
    return EXIT.ok;
  }
  if (rows.length === 0) {
    io.stderr.write('There is no batch in this ledger.\n');
    return EXIT.ok;
  }
  const lines = rows.map(({ batch, totals: { files, states } }) => [
    batch.id,
    batch.state,
    String(files),
    String(states.done + states.skipped),
    String(states.failed + states.quarantined),
    escapeControls(batch.request.target),
  ]);
  io.stdout.write(tableText([['batch', 'state', 'files', 'done', 'failed', 'target'], ...lines]));
  return EXIT.ok;
}

async function showBatch(batch: Batch, { json = false }: { readonly json?: boolean }, { ledger, io }: Context): Promise<ExitCode> {
  const totals = await totalsOf(ledger, batch);
  const { id, state, createdAt, endedAt, request, failure, listing } = batch;
  const { sources, target } = request;
  const isAbandoned = await ledger.batches.isAbandoned(id, isGone);
  const text = [
    ...(failure === undefined ? [] : [`ERROR ${escapeControls(failure.message)}\n`]),
    ...(isAbandoned ? [`No process runs it. It is continued by: clearloop batch resume ${id}\n`] : []),
  ].join('');
  const facts = { id, state, createdAt, endedAt, sources, target, totals, failure, ...listing };
  io.stdout.write(json ? `${JSON.stringify(facts)}\n` : `${summaryLine(batch, totals)}\n${text}`);
  return EXIT.ok;
}

async function writeReport(
  batch: Batch,
  { format, out }: { readonly format: ReportFormat; readonly out?: string },
  { ledger, io }: Context,
): Promise<ExitCode> {
  const target: OutputTarget = out === undefined ? streamTarget(io.stdout) : await openFileTarget(out);
  try {
    for await (const piece of reportText(ledger, batch, format)) await target.write(Buffer.from(piece));
    await target.commit();
    return EXIT.ok;
  } catch (error) {
    await target.discard();
    if (error instanceof ReaderGone) return EXIT.ok;
    throw error;
  }
}
