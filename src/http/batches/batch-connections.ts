import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Ledger } from '../../batch/ledger/ledger';
import type { BatchQueue } from '../../batch/queue/batch-queue';
import { EdiError } from '../../common/edi-error';
import { loadPart } from '../../common/optional-part';
import { CLOCK } from '../clocks';
import { ServiceSettings } from '../settings/service-settings';

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
