import { setTimeout as sleep } from 'node:timers/promises';
import type { Storages } from '../../storage/storages';
import type { FileConverter } from '../batch.types';
import { type Attempts, USUAL_ATTEMPTS, type WorkerTools, workOn } from '../file-worker';
import type { Batch } from '../ledger/batch-table';
import type { Ledger } from '../ledger/ledger';
import { Heartbeat, LEASE_MILLISECONDS } from '../heartbeat';
import { isGone, newOwner } from '../owner';
import { registerSources } from '../register-sources';
import { endBatch, MAX_LOSSES } from '../run-batch';
import { failureOf } from '../convert-stored';
import { toEdiError } from '../../common/edi-error';
import type { BatchJob, BatchQueue } from './batch-queue';

/** What a worker of a queue works with. */
export interface QueueWorker {
  readonly ledger: Ledger;
  readonly queue: BatchQueue;
  readonly storages: Storages;
  readonly converter: FileConverter;
  readonly signal: AbortSignal;
  /** Says why a file of a folder is not wanted. */
  readonly whyNot: (name: string) => string | undefined;
  readonly attempts?: Attempts;
  /** Milliseconds between looks at the ledger of a worker that has nothing to do or enough. Default 5000. */
  readonly lookMilliseconds?: number;
  readonly onEvent?: (event: WorkerEvent) => void;
}

/** What a worker reports: ids and codes only. */
export type WorkerEvent =
  | { readonly kind: 'file'; readonly fileId: number; readonly batchId: string; readonly state: string; readonly code?: string }
  | { readonly kind: 'batch'; readonly batchId: string; readonly state: string }
  | { readonly kind: 'trouble'; readonly code: string; readonly message: string };

const LOOK_MILLISECONDS = 5000;

/** A worker that could do more looks so often while a batch is running: files of others that have died wait for it. */
const IDLE_LOOK_MILLISECONDS = 1000;

/** The queue is filled up to so many files; the others wait in the ledger. */
const QUEUED_FILES = 1000;

const FILES_BETWEEN_LOOKS = 100;

/** Batches that are looked at, at a time. */
const RUNNING_BATCHES = 100;

const MAX_LISTING_FAILURES = 3;

/**
 * Works for a queue until the signal is aborted: converts the files that the queue gives, and looks after the ledger beside it. It lists sources, fills the queue, takes over the files of
 * workers that have ended, and ends batches. Any number of workers do so at a time; the ledger decides who does what. Files in work are released at the end.
 * A broker or ledger that is down is waited for.
 */
export async function runWorker(worker: QueueWorker): Promise<void> {
  const { queue, signal, converter, lookMilliseconds = LOOK_MILLISECONDS } = worker;
  const running = new RunningWorker(worker);
  try {
    const consumer = await queue.consume(converter.slots, (job) => running.handle(job));
    try {
      while (!signal.aborted) {
        await running.lookAround();
        const wait = running.couldDoMore ? Math.min(IDLE_LOOK_MILLISECONDS, lookMilliseconds) : lookMilliseconds;
        await sleep(wait, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      await consumer.close();
    }
  } finally {
    running.stop();
  }
}

class RunningWorker {
  private readonly lease = { owner: newOwner(), milliseconds: LEASE_MILLISECONDS };
  private readonly heartbeat: Heartbeat;
  private readonly tools: WorkerTools;
  private readonly attempts: Attempts;
  private looking: Promise<void> | undefined;
  private converted = 0;
  private inWork = 0;
  private runningBatches = 0;

  constructor(private readonly worker: QueueWorker) {
    const { ledger, storages, converter, attempts = USUAL_ATTEMPTS } = worker;
    this.attempts = attempts;
    this.tools = { ledger, storages, converter, attempts, lease: this.lease, inWork: new Set() };
    this.heartbeat = new Heartbeat(ledger, this.lease, this.tools.inWork);
  }

  /** True while a batch is running and slots are free. */
  get couldDoMore(): boolean {
    return this.runningBatches > 0 && this.inWork < this.worker.converter.slots;
  }

  stop(): void {
    this.heartbeat.stop();
  }

  /** Converts a file; what goes wrong with the ledger or the queue drops the job, and the ledger brings it back. */
  async handle(job: BatchJob): Promise<void> {
    const { signal } = this.worker;
    if (signal.aborted) return;
    if (job.kind === 'look') return this.lookAround();
    this.inWork++;
    try {
      await this.convert(job.fileId);
    } catch (error) {
      if (!signal.aborted) this.report(error);
    } finally {
      this.inWork--;
    }
  }

  /** Looks after all batches; a look while another one runs is that one. */
  lookAround(): Promise<void> {
    this.looking ??= this.look()
      .catch((error: unknown) => this.report(error))
      .finally(() => {
        this.looking = undefined;
      });
    return this.looking;
  }

  private async convert(fileId: number): Promise<void> {
    const { ledger, signal, onEvent } = this.worker;
    const file = await ledger.files.find(fileId);
    if (file?.state !== 'waiting') return;
    const batch = await ledger.batches.find(file.batchId);
    if (batch?.state !== 'running') return;
    const { state, failure } = await workOn(fileId, batch.request, this.tools, signal);
    onEvent?.({ kind: 'file', fileId, batchId: batch.id, state, ...(failure === undefined ? {} : { code: failure.code }) });
    await this.end(batch);
    // Parts, or the file whose last part it was, may wait now.
    if (state === 'divided' || file.partOf !== null) void this.lookAround();
    // Small files empty the queue faster than the next look comes.
    if (++this.converted % FILES_BETWEEN_LOOKS === 0) void this.lookAround();
  }

  private async look(): Promise<void> {
    const { ledger } = this.worker;
    if (this.heartbeat.mayJudge) await ledger.recover(MAX_LOSSES, isGone);
    const batches = await ledger.batches.queued(RUNNING_BATCHES);
    this.runningBatches = batches.length;
    for (const batch of batches) {
      await this.list(batch);
      await this.feed(batch);
      await this.end(batch);
    }
  }

  /** Lists the sources of a batch that was not listed, or that watches, unless another worker does. */
  private async list(batch: Batch): Promise<void> {
    const { ledger, storages, whyNot, signal } = this.worker;
    if (!(await ledger.batches.claimListing(batch.id, this.lease))) return;
    const { settleMilliseconds } = this.attempts;
    try {
      await registerSources(batch, { ledger, storages, whyNot, settleMilliseconds, signal });
      await ledger.batches.endListing(batch, this.lease.owner);
    } catch (error) {
      if (signal.aborted) return;
      const failure = failureOf(toEdiError(error));
      this.report(error);
      await ledger.batches.failListing(batch, this.lease.owner, failure, MAX_LISTING_FAILURES);
    }
  }

  /** The queue holds the first files of a batch; a broker that lost its jobs gets them again. */
  private async feed({ id }: Batch): Promise<void> {
    const { ledger, queue } = this.worker;
    const { waiting } = await queue.depth();
    if (waiting >= QUEUED_FILES) return;
    const files = await ledger.files.ready(id, QUEUED_FILES);
    if (files.length > 0) await queue.addFiles(files);
  }

  private async end(batch: Batch): Promise<void> {
    const { onEvent } = this.worker;
    const state = await endBatch(batch, this.worker);
    if (state !== 'running') onEvent?.({ kind: 'batch', batchId: batch.id, state });
  }

  private report(error: unknown): void {
    const { code, message } = toEdiError(error);
    this.worker.onEvent?.({ kind: 'trouble', code, message });
  }
}
