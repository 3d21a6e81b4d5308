import { setTimeout } from 'node:timers/promises';
import type { BatchState, FileState } from '../batch/batch.types';
import { reportText, type BatchTotals, totalsOf } from '../batch/batch-report';
import { whyNoEdi } from '../batch/edi-file-names';
import { type AttemptOutcome, USUAL_ATTEMPTS } from '../batch/file-worker';
import type { BatchFileEntity } from '../batch/ledger/batch-file.entity';
import type { Batch } from '../batch/ledger/batch-table';
import type { Ledger } from '../batch/ledger/ledger';
import { processConverter } from '../batch/process-converter';
import { runBatch } from '../batch/run-batch';
import { escapeControls } from '../common/control-characters';
import { openFileTarget } from '../io/file-target';
import { createConverter } from '../pipeline/create-converter';
import { type BatchRunOptions, jobsOf, reportFormatOf } from './batch-options';
import type { CommandIo } from './command-io';
import { EXIT, type ExitCode } from './exit-codes';
import type { Progress } from './progress';
import type { RemoteFiles } from './remote-files';
import { countText, numberText, sizeText } from './size-text';
import { skippedMessages } from './skipped-files';

/** Later failures are in the report. */
const SHOWN_FAILURES = 20;

/** Between looks at the ledger for the progress bar. */
const PROGRESS_MILLISECONDS = 1000;

/** Options of a run; those of the batch itself are in the ledger. */
export type RunOptions = Pick<BatchRunOptions, 'jobs' | 'pollSeconds' | 'settleSeconds' | 'report' | 'quiet'>;

/** Runs a batch in processes of this machine until it ends, and reports it. */
export async function runHere(
  batch: Batch,
  options: RunOptions,
  context: { readonly ledger: Ledger; readonly io: CommandIo; readonly files: RemoteFiles },
): Promise<ExitCode> {
  const { ledger, io, files } = context;
  const storages = await files.open();
  const { fileExtensions } = createConverter({ plugins: batch.request.options.plugins ?? [] });
  const shown = new FailureLines(io);
  if (options.quiet !== true) shown.write(`Batch ${batch.id}: clearloop batch status ${batch.id}`);
  const converter = processConverter({ slots: jobsOf(options.jobs), environment: io.environment });
  const progress = await startBatchProgress(batch, ledger, options, io);
  shown.progress = progress?.bar;
  let state: BatchState;
  try {
    state = await runBatch(batch, {
      ledger,
      storages,
      converter,
      signal: io.signal,
      whyNot: (name) => whyNoEdi(name, fileExtensions),
      attempts: { ...USUAL_ATTEMPTS, settleMilliseconds: options.settleSeconds * 1000 },
      pollMilliseconds: options.pollSeconds * 1000,
      wait: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }).catch(() => undefined),
      onFile: (file, outcome) => shown.file(file, outcome),
      onUnlisted: ({ message }) => shown.write(`ERROR ${message} It is listed again every ${options.pollSeconds} s.`),
    });
  } finally {
    progress?.stop();
    shown.progress = undefined;
    await converter.close();
  }
  return endReport({ ...batch, state }, options, { ledger, io, shown });
}

/** Follows a batch on a terminal, wherever it is converted. */
export async function startBatchProgress(
  { id }: Batch,
  ledger: Ledger,
  { quiet }: Pick<RunOptions, 'quiet'>,
  io: CommandIo,
): Promise<{ readonly bar: Progress; stop(): void } | undefined> {
  if (io.stderr.isTTY !== true || quiet === true) return undefined;
  const { startProgress } = await import('./progress.js');
  const bar = startProgress(io, 1);
  const look = (): void =>
    void ledger.figures.byteCounts(id).then(
      ({ ended, all }) => bar.set(ended, all),
      () => undefined,
    );
  const timer = setInterval(look, PROGRESS_MILLISECONDS);
  return {
    bar,
    stop: () => {
      clearInterval(timer);
      bar.stop();
    },
  };
}

/** Writes the report of a batch and returns its exit code. */
export async function endReport(
  batch: Batch,
  { report, quiet }: Pick<RunOptions, 'report' | 'quiet'>,
  { ledger, io, shown }: { readonly ledger: Ledger; readonly io: CommandIo; readonly shown: FailureLines },
): Promise<ExitCode> {
  const ended = (await ledger.batches.find(batch.id)) ?? batch;
  const totals = await totalsOf(ledger, ended);
  if (quiet !== true) shown.write(summaryLine(ended, totals));
  if (ended.state === 'failed' && ended.failure !== undefined) shown.write(`ERROR ${ended.failure.message}`);
  if (quiet !== true && ended.request.watches !== true) writeNotes(ended, totals.files > 0, shown);
  if (report !== undefined) await writeReportFile(report, ledger, ended);
  return exitCodeOf(ended.state, totals, io);
}

/** Other contents of folders, and sources without files beside others that have some. */
function writeNotes({ listing: { ignored, emptySources } }: Batch, hasFiles: boolean, lines: FailureLines): void {
  if (hasFiles) for (const source of emptySources) lines.write(`No EDI files in ${source}.`);
  for (const { message } of skippedMessages(ignored.entries, ignored.count, '')) lines.write(message);
}

/** Writes the report of a batch to a file that appears whole, in the format of its extension. Throws EDI_OUTPUT_FAILED. */
async function writeReportFile(path: string, ledger: Ledger, batch: Batch): Promise<void> {
  const target = await openFileTarget(path);
  try {
    for await (const piece of reportText(ledger, batch, reportFormatOf(path))) await target.write(Buffer.from(piece));
    await target.commit();
  } catch (error) {
    await target.discard();
    throw error;
  }
}

function exitCodeOf(state: BatchState, { errors, issues }: BatchTotals, { signal }: CommandIo): ExitCode {
  if (state === 'running' || state === 'cancelled') return signal.aborted || state === 'running' ? EXIT.interrupted : EXIT.failed;
  if (state === 'failed' || errors > 0) return EXIT.failed;
  return issues > 0 ? EXIT.findings : EXIT.ok;
}

/** Returns how a batch went, in one line. */
export function summaryLine({ id, state }: Batch, { files, states, records, issues, errors, bytes, seconds }: BatchTotals): string {
  const parts = Object.entries(states).flatMap(([name, count]) => (count === 0 ? [] : [`${numberText(count)} ${name}`]));
  const rate = `${sizeText(bytes)} in ${seconds.toFixed(1)} s (${sizeText(bytes / Math.max(0.001, seconds))}/s)`;
  return `Batch ${id} ${state}: ${countText(files, 'file')}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}, ${countText(records, 'record')}, ${rate}; ${countText(issues, 'issue')}, ${countText(errors, 'error')}`;
}

const FAILED: ReadonlySet<FileState | 'taken'> = new Set(['failed', 'quarantined']);

/** Lines on standard error, above the bar. */
export class FailureLines {
  progress: Progress | undefined;
  private failures = 0;

  constructor(private readonly io: CommandIo) {}

  /** Says which file failed; its reason is in the ledger. */
  file({ name }: BatchFileEntity, { state, failure }: AttemptOutcome): void {
    if (!FAILED.has(state)) return;
    this.failures++;
    if (this.failures <= SHOWN_FAILURES) this.write(`ERROR ${name}: ${state === 'failed' ? '' : 'quarantined. '}${failure?.message ?? ''}`);
    else if (this.failures === SHOWN_FAILURES + 1) this.write('ERROR Further failures are not shown here; the report has them.');
  }

  write(text: string): void {
    const line = escapeControls(text);
    if (this.progress === undefined) this.io.stderr.write(`${line}\n`);
    else this.progress.log(line);
  }
}
