import { EdiError, toEdiError } from '../common/edi-error';
import type { Storages } from '../storage/storages';
import type { BatchRequest, BatchState, FileConverter, FileFailure } from './batch.types';
import { failureOf } from './convert-stored';
import { type Attempts, type AttemptOutcome, USUAL_ATTEMPTS, type WorkerTools, workOn } from './file-worker';
import type { BatchFileEntity } from './ledger/batch-file.entity';
import type { Batch } from './ledger/batch-table';
import type { Ledger } from './ledger/ledger';
import { Heartbeat, LEASE_MILLISECONDS } from './heartbeat';
import { isGone, newOwner } from './owner';
import { forgetParts } from './part-worker';
import { registerSources } from './register-sources';

/** How a batch is run in one process. */
export interface BatchRun {
  readonly ledger: Ledger;
  readonly storages: Storages;
  readonly converter: FileConverter;
  readonly signal: AbortSignal;
  /** Says why a file of a folder is not wanted. */
  readonly whyNot: (name: string) => string | undefined;
  readonly attempts?: Attempts;
  /** Milliseconds between looks at the sources of a batch that watches. */
  readonly pollMilliseconds?: number;
  /** Waits so long, or until the signal is aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly onBytes?: (count: number) => void;
  /** A batch that watches could not list a source, and tries again. Called once until it can, or fails in another way. */
  readonly onUnlisted?: (failure: FileFailure) => void;
  /** A file ended, or waits for another attempt. */
  readonly onFile?: (file: BatchFileEntity, outcome: AttemptOutcome) => void;
}

/** Workers that may disappear while they have a file: machines are switched off, and a file may take a whole worker with it. */
export const MAX_LOSSES = 5;

const DEFAULT_POLL = 10_000;

/** Between looks at a ledger that other processes may change. */
const LOOK_MILLISECONDS = 500;

/**
 * Runs a batch to its end in this process: lists its sources, converts what waits, as many files at a time as the converter has slots, and tries failures again. What another run
 * left is continued, and files that other processes have are waited for. Resolves with the state of the batch: `running` when the signal was aborted.
 * Throws what listing throws, once the files that were found are converted, and what the ledger throws.
 */
export async function runBatch(batch: Batch, run: BatchRun): Promise<BatchState> {
  const { signal } = run;
  const running = new RunningBatch(batch, run);
  try {
    await running.toEnd();
  } finally {
    await running.settled();
  }
  return signal.aborted ? 'running' : endBatch(batch, run);
}

/** Ends a batch whose files have all ended, and removes their remaining parts. Returns its state: `failed` also where a source could not be listed, or no source has a file. */
export async function endBatch({ id, request }: Batch, { ledger, storages }: Pick<BatchRun, 'ledger' | 'storages'>): Promise<BatchState> {
  const batch = await ledger.batches.find(id);
  if (batch?.state !== 'running') return batch?.state ?? 'cancelled';
  if (!batch.isListed || request.watches === true || (await ledger.files.hasWork(id))) return 'running';
  for (const file of await ledger.parts.left(id)) await forgetParts(file, file.parts, { ledger, storages: storages.within(request.roots) });
  const counts = await ledger.figures.stateCounts(id);
  const nothing = batch.failure === undefined && Object.values(counts).every((count) => count === 0) ? nothingFound(request) : undefined;
  const state = counts.failed + counts.quarantined > 0 || (batch.failure ?? nothing) !== undefined ? 'failed' : 'done';
  await ledger.batches.change(id, ['running'], state, nothing);
  return state;
}

/** Sources that a message names; a batch may have a thousand. */
const NAMED_SOURCES = 3;

function nothingFound({ sources, recurse = false }: BatchRequest): FileFailure {
  const others = sources.length - NAMED_SOURCES;
  const names = `${sources.slice(0, NAMED_SOURCES).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  return { code: 'EDI_NO_FILES', message: `No EDI files in ${names}.${recurse ? '' : ' Subfolders are searched with the option recurse.'}` };
}

class RunningBatch {
  private readonly lease = { owner: newOwner(), milliseconds: LEASE_MILLISECONDS };
  private readonly heartbeat: Heartbeat;
  private readonly tools: WorkerTools;
  /** Files in work, by id. */
  private readonly inWork = new Map<number, Promise<void>>();
  private readonly stop = new AbortController();
  private readonly signal: AbortSignal;
  private listing: Promise<void> | undefined;
  private listed = false;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private failure: { readonly error: unknown } | undefined;
  /** Why sources could not be listed the last time. */
  private unlisted: string | undefined;

  constructor(
    private readonly batch: Batch,
    private readonly run: BatchRun,
  ) {
    const { ledger, storages, converter, attempts = USUAL_ATTEMPTS, onBytes } = run;
    this.tools = { ledger, storages, converter, attempts, lease: this.lease, inWork: new Set(), ...(onBytes === undefined ? {} : { onBytes }) };
    this.signal = AbortSignal.any([run.signal, this.stop.signal]);
    this.heartbeat = new Heartbeat(ledger, this.lease, this.tools.inWork);
  }

  async toEnd(): Promise<void> {
    const { ledger } = this.run;
    const watches = this.batch.request.watches === true;
    await ledger.batches.claimRun(this.batch.id, this.lease);
    this.listing = this.list(watches);
    while (!this.signal.aborted) {
      await this.lookAround();
      const free = this.run.converter.slots - this.inWork.size;
      const files = free > 0 ? await ledger.files.ready(this.batch.id, free + this.inWork.size) : [];
      for (const file of files.filter(({ id }) => !this.inWork.has(id)).slice(0, free)) this.begin(file);
      // Files that other processes have may wait again: they fail, or their processes end.
      if (this.inWork.size === 0 && this.listed && !watches && !(await ledger.files.hasWork(this.batch.id))) break;
      await this.pause();
    }
    if (this.failure !== undefined) throw this.failure.error;
  }

  /** Takes over what other processes left, and notices that the batch was cancelled. */
  private async lookAround(): Promise<void> {
    const { ledger } = this.run;
    const now = ledger.now().getTime();
    if (now - this.lookedAt < LOOK_MILLISECONDS) return;
    this.lookedAt = now;
    if (this.heartbeat.mayJudge) await ledger.recover(MAX_LOSSES, isGone);
    const batch = await ledger.batches.find(this.batch.id);
    if (batch?.state !== 'running') this.stop.abort(new Error('The batch was cancelled.'));
    else if (batch.runner !== this.lease.owner) await ledger.batches.claimRun(batch.id, this.lease);
  }

  /** Waits until everything that was begun has ended. */
  async settled(): Promise<void> {
    this.stop.abort(new Error('The batch ended.'));
    await Promise.all([...this.inWork.values(), this.listing]);
    this.heartbeat.stop();
    await this.run.ledger.batches.releaseRun(this.batch.id, this.lease.owner);
  }

  /** Lists the sources, and again and again those of a batch that watches. A source that cannot be listed may come back. */
  private async list(watches: boolean): Promise<void> {
    const { ledger, storages, whyNot, attempts = USUAL_ATTEMPTS, pollMilliseconds = DEFAULT_POLL } = this.run;
    const { settleMilliseconds } = attempts;
    const registration = { ledger, storages, whyNot, settleMilliseconds, signal: this.signal };
    do {
      try {
        await registerSources(this.batch, registration);
        await ledger.batches.markListed(this.batch.id);
        this.unlisted = undefined;
      } catch (error) {
        // A batch that is stopped while it lists has not failed.
        if (this.signal.aborted) return;
        if (!watches || !(error instanceof EdiError)) this.failure ??= { error };
        await this.noteFailure(failureOf(toEdiError(error)), watches);
      }
      this.listed = true;
      if (watches) await this.run.wait(pollMilliseconds, this.signal);
    } while (watches && !this.signal.aborted);
  }

  /** For other processes, which see a batch that stays open. */
  private async noteFailure(failure: FileFailure, watches: boolean): Promise<void> {
    if (watches && failure.message !== this.unlisted) this.run.onUnlisted?.(failure);
    this.unlisted = failure.message;
    try {
      await this.run.ledger.batches.noteFailure(this.batch.id, failure);
    } catch (unavailable) {
      this.failure ??= { error: unavailable };
    }
  }

  private begin(file: BatchFileEntity): void {
    const working = workOn(file.id, this.batch.request, this.tools, this.signal)
      .then((outcome) => this.run.onFile?.(file, outcome))
      .catch((error: unknown) => {
        if (!this.signal.aborted) this.fail(error);
      })
      .finally(() => this.inWork.delete(file.id));
    this.inWork.set(file.id, working);
  }

  private fail(error: unknown): void {
    this.failure ??= { error };
    this.stop.abort(error);
  }

  /** Until a file ends, or it is time to look again. */
  private async pause(): Promise<void> {
    const waiting = new AbortController();
    const end = (): void => waiting.abort();
    this.signal.addEventListener('abort', end, { once: true });
    try {
      await Promise.race([this.run.wait(LOOK_MILLISECONDS, waiting.signal), ...this.inWork.values()]);
    } finally {
      end();
      this.signal.removeEventListener('abort', end);
    }
  }
}
