import { Inject, Injectable } from '@nestjs/common';
import type { RunningFigures } from '../../batch/ledger/ledger-figures';
import { MONOTONIC_CLOCK, type MonotonicClock } from '../clocks';
import { BatchConnections } from './batches';

/** Whether ledger and queue answer. */
export interface BatchHealth {
  readonly ledger: boolean;
  readonly queue: boolean;
}

/** What the ledger and the queue answer; undefined for one that does not answer. */
export interface BatchFigures {
  readonly ledger: RunningFigures | undefined;
  readonly queue: { readonly waiting: number; readonly active: number } | undefined;
}

/** Probes of containers wait for a second. */
const HEALTH_MILLISECONDS = 700;

/** Scrapers wait for ten seconds. */
const FIGURES_MILLISECONDS = 5000;

/** Scrapers ask often, and anybody may ask for the health: an answer is kept for so long. */
const KEPT_MILLISECONDS = 5000;

/** Looks cost the database at most this part of its time. */
const SHARE_OF_DATABASE = 10;

/** Looks at the ledger and the queue, for the health check and the metrics. */
@Injectable()
export class BatchStatusReader {
  private readonly keptHealth: KeptAnswer<BatchHealth>;
  private readonly keptFigures: KeptAnswer<BatchFigures>;

  constructor(
    private readonly connections: BatchConnections,
    @Inject(MONOTONIC_CLOCK) clock: MonotonicClock,
  ) {
    this.keptHealth = new KeptAnswer(() => this.lookForHealth(), clock);
    this.keptFigures = new KeptAnswer(() => this.lookForFigures(), clock);
  }

  /** True when the service takes batches. */
  get isEnabled(): boolean {
    return this.connections.isEnabled;
  }

  /** Resolves within a second, with an answer that may be some seconds old; undefined when the service takes no batches. */
  async health(): Promise<BatchHealth | undefined> {
    return this.isEnabled ? this.keptHealth.read() : undefined;
  }

  /** Resolves within five seconds, with an answer that may be some seconds old; undefined when the service takes no batches. */
  async figures(): Promise<BatchFigures | undefined> {
    return this.isEnabled ? this.keptFigures.read() : undefined;
  }

  private async lookForHealth(): Promise<BatchHealth> {
    const [ledger, queue] = await Promise.all([
      answerOf(HEALTH_MILLISECONDS, async () => (await this.connections.ledger()).ping().then(() => true)),
      answerOf(HEALTH_MILLISECONDS, async () => (await this.connections.queue()).depth().then(() => true)),
    ]);
    return { ledger: ledger === true, queue: queue === true };
  }

  private async lookForFigures(): Promise<BatchFigures> {
    const [ledger, queue] = await Promise.all([
      answerOf(FIGURES_MILLISECONDS, async () => (await this.connections.ledger()).figures.running()),
      answerOf(FIGURES_MILLISECONDS, async () => (await this.connections.queue()).depth()),
    ]);
    return { ledger, queue };
  }
}

/** The answer to a question that is asked often, and costs something. */
class KeptAnswer<T> {
  private asking: Promise<T> | undefined;
  private keptUntil = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly look: () => Promise<T>,
    private readonly clock: MonotonicClock,
  ) {}

  async read(): Promise<T> {
    if (this.asking === undefined || this.clock() >= this.keptUntil) {
      // Calls during the look wait for it.
      this.keptUntil = Number.POSITIVE_INFINITY;
      this.asking = this.ask();
    }
    return this.asking;
  }

  private async ask(): Promise<T> {
    const begin = this.clock();
    const answer = await this.look();
    const end = this.clock();
    this.keptUntil = end + Math.max(KEPT_MILLISECONDS, (end - begin) * SHARE_OF_DATABASE);
    return answer;
  }
}

async function answerOf<T>(milliseconds: number, question: () => Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    // A failure is an answer, too; the operations of batches report its reason.
    return await Promise.race([question().catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
