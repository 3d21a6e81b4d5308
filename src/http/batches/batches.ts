import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { newBatchId } from '../../batch/batch-id';
import type { BatchState } from '../../batch/batch.types';
import type { Batch } from '../../batch/ledger/batch-table';
import type { Ledger } from '../../batch/ledger/ledger';
import type { BatchQueue } from '../../batch/queue/batch-queue';
import { EdiError } from '../../common/edi-error';
import { loadPart } from '../../common/optional-part';
import { Roots } from '../../storage/roots';
import { CLOCK } from '../clocks';
import { ServiceSettings } from '../settings/service-settings';
import { type NewBatchBody, toBatchRequest } from './batch-request';

/**
 * The ledger and the queue of the service. They are opened with the first request that needs them: a service whose batches are out of order converts bodies as always. An
 * attempt that failed is repeated with the next request; connections that were open once are restored by their clients.
 */
@Injectable()
export class BatchConnections implements OnModuleDestroy {
  private readonly logger = new Logger('Batches');
  private openedLedger: Promise<Ledger> | undefined;
  private openedQueue: Promise<BatchQueue> | undefined;

  constructor(
    private readonly settings: ServiceSettings,
    @Inject(CLOCK) private readonly now: () => Date,
  ) {}

  /** True when the service takes batches. */
  get isEnabled(): boolean {
    return this.settings.CLEARLOOP_BATCH_ROOTS.length > 0;
  }

  /** Throws EDI_BATCH_REFUSED for a service without roots, EDI_LEDGER_UNAVAILABLE and EDI_PART_MISSING. */
  async ledger(): Promise<Ledger> {
    this.refuseWithoutRoots();
    this.openedLedger ??= openLedger(this.settings, this.now).catch((error: unknown) => {
      this.openedLedger = undefined;
      throw error;
    });
    return this.openedLedger;
  }

  /** Throws EDI_BATCH_REFUSED for a service without roots, EDI_QUEUE_UNAVAILABLE and EDI_PART_MISSING. */
  async queue(): Promise<BatchQueue> {
    this.refuseWithoutRoots();
    this.openedQueue ??= openQueue(this.settings, () => this.logger.debug({ event: 'queue-connection-broken' })).catch((error: unknown) => {
      this.openedQueue = undefined;
      throw error;
    });
    return this.openedQueue;
  }

  async onModuleDestroy(): Promise<void> {
    const [ledger, queue] = await Promise.allSettled([this.openedLedger, this.openedQueue]);
    if (queue.status === 'fulfilled') await queue.value?.close().catch(() => undefined);
    if (ledger.status === 'fulfilled') await ledger.value?.close().catch(() => undefined);
  }

  private refuseWithoutRoots(): void {
    if (this.isEnabled) return;
    throw new EdiError(
      'EDI_BATCH_REFUSED',
      'This service takes no batches. Set CLEARLOOP_BATCH_ROOTS to the folders and addresses that batches may read and write, such as /data/in,s3://claims, and CLEARLOOP_QUEUE_URL to the queue of the workers.',
    );
  }
}

/** Refuses settings under which batches could be read about and never submitted. Throws EDI_BAD_PARAMETER. */
export function refuseBatchesWithoutQueue({ CLEARLOOP_BATCH_ROOTS: roots, CLEARLOOP_QUEUE_URL: url }: ServiceSettings): void {
  if (roots.length === 0 || url !== undefined) return;
  throw new EdiError('EDI_BAD_PARAMETER', 'The setting CLEARLOOP_BATCH_ROOTS needs CLEARLOOP_QUEUE_URL: the queue of the workers, such as redis://host:6379.');
}

async function openLedger(settings: ServiceSettings, now: () => Date): Promise<Ledger> {
  const { openLedger: open } = await loadPart('A batch', () => import('../../batch/ledger/open-ledger.js'));
  return open(settings, now);
}

async function openQueue(settings: ServiceSettings, onError: () => void): Promise<BatchQueue> {
  const { openQueue: open } = await loadPart('A queue of batches', () => import('../../batch/queue/batch-queue.js'));
  return open(settings, onError);
}

/** Batches that the ledger is asked for at a time: each may have a thousand sources. */
const LOOKED_AT_TOGETHER = 100;

/** A page of batches. */
export interface WantedPage {
  readonly limit: number;
  readonly state?: BatchState | undefined;
  /** Last batch of the page before. */
  readonly beforeId?: string | undefined;
}

/** The batches of the ledger that are below the roots of the service. Others do not exist for its clients. */
@Injectable()
export class Batches {
  private readonly roots: readonly string[];
  private readonly allowed: Roots;

  constructor(
    private readonly connections: BatchConnections,
    private readonly settings: ServiceSettings,
    @Inject(CLOCK) private readonly now: () => Date,
  ) {
    this.roots = settings.CLEARLOOP_BATCH_ROOTS;
    this.allowed = new Roots(this.roots);
  }

  /** Throws EDI_BATCH_REFUSED for a service without roots. */
  ledger(): Promise<Ledger> {
    return this.connections.ledger();
  }

  /** Leaves a batch to the workers; one that is asked for again while it runs is that one. The queue is asked first, so that nothing is stored for nobody. */
  async submit(body: NewBatchBody): Promise<Batch> {
    const ledger = await this.ledger();
    const queue = await this.connections.queue();
    await queue.depth();
    const request = toBatchRequest(body, this.settings);
    const unfinished = body.again ? undefined : await ledger.batches.findRunning(request, { isQueued: true });
    const isSame = unfinished !== undefined && this.isVisible(unfinished);
    const batch = isSame ? unfinished : await ledger.batches.create(newBatchId(this.now()), request, { isQueued: true });
    await queue.askToLook();
    return batch;
  }

  /** Throws EDI_BATCH_NOT_FOUND. */
  async find(id: string): Promise<Batch> {
    const batch = await (await this.ledger()).batches.find(id);
    if (batch !== undefined && this.isVisible(batch)) return batch;
    throw new EdiError('EDI_BATCH_NOT_FOUND', 'There is no batch of this id. GET /api/batches lists them.');
  }

  /** The newest first; `isLast` on the last page. Skips batches that are not shown, however many they are, until the client leaves. */
  async list({ limit, state, beforeId }: WantedPage, signal: AbortSignal): Promise<{ readonly batches: readonly Batch[]; readonly isLast: boolean }> {
    const ledger = await this.ledger();
    const batches: Batch[] = [];
    let before = beforeId === undefined ? undefined : await this.find(beforeId);
    for (;;) {
      const rows = await ledger.batches.list(LOOKED_AT_TOGETHER, { state, before });
      for (const batch of rows) {
        if (!this.isVisible(batch)) continue;
        if (batches.length === limit) return { batches, isLast: false };
        batches.push(batch);
      }
      before = rows.at(-1);
      if (rows.length < LOOKED_AT_TOGETHER || signal.aborted) return { batches, isLast: true };
    }
  }

  /** Publishes nothing more of a batch. False when it has ended. */
  async cancel(id: string): Promise<boolean> {
    await this.find(id);
    return (await this.ledger()).cancel(id);
  }

  /** Failed, quarantined and cancelled files wait again. Returns how many. */
  async retry(id: string): Promise<number> {
    const { isQueued } = await this.find(id);
    if (!isQueued) throw new EdiError('EDI_BATCH_REFUSED', 'The batch belongs to a process of "clearloop batch run", which converts its files by itself.');
    const queue = await this.connections.queue();
    await queue.depth();
    const count = await (await this.ledger()).retry(id);
    await queue.askToLook();
    return count;
  }

  /** A batch of this or another service that was limited to roots which are still allowed, or of the command line with sources and target below them. */
  private isVisible({ request }: Batch): boolean {
    const { roots, sources, target } = request;
    if (roots !== undefined) return roots.every((root) => this.roots.includes(root));
    try {
      for (const address of [...sources, target]) this.allowed.checkSearch(address);
      return true;
    } catch {
      // Outside of the roots.
      return false;
    }
  }
}
