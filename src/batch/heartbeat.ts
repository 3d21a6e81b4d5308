import type { Lease } from './ledger/columns';
import type { Ledger } from './ledger/ledger';

/** A worker that is silent for so long is believed dead. */
export const LEASE_MILLISECONDS = 20_000;

/** Renewals in the time of one lease: some may fail. */
const BEATS_OF_LEASE = 4;

/** Renews the lease of a worker until it is stopped, and releases files of which the ledger did not hear that the worker has them no more. */
export class Heartbeat {
  private readonly timer: NodeJS.Timeout;
  /** When the ledger answered no renewal the last time. */
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly ledger: Ledger,
    private readonly lease: Lease,
    /** Ids of the files that the worker has. */
    private readonly inWork: ReadonlySet<number>,
  ) {
    this.timer = setInterval(() => void this.beat(), lease.milliseconds / BEATS_OF_LEASE);
  }

  /**
   * True when the worker may judge others by their silence. After a time without ledger all leases have ended, and those who live need the time of a lease to
   * say so.
   */
  get mayJudge(): boolean {
    return this.ledger.now().getTime() - this.failedAt >= this.lease.milliseconds;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async beat(): Promise<void> {
    try {
      await this.ledger.renew(this.lease, this.inWork);
    } catch {
      // The next beat tries again; callers that need the ledger report that it is down.
      this.failedAt = this.ledger.now().getTime();
    }
  }
}
