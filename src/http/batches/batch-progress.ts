import { setTimeout as sleep } from 'node:timers/promises';
import { type CanActivate, type ExecutionContext, Inject, Injectable, type MessageEvent } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { finalize, type MonoTypeOperatorFunction, Observable, type Subscriber } from 'rxjs';
import type { Ledger } from '../../batch/ledger/ledger';
import type { RunningFigures } from '../../batch/ledger/ledger-figures';
import { EdiError } from '../../common/edi-error';
import { MONOTONIC_CLOCK, type MonotonicClock } from '../clocks';
import { errorBody, toRequestError } from '../errors/errors';
import { BatchConnections, Batches } from './batches';

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

const LOOK_MILLISECONDS = 1000;

/** Proxies close connections that are silent for longer. */
const REPEAT_MILLISECONDS = 15_000;

/**
 * Returns the events of a batch: `progress` when its figures change and every 15 seconds, `end` as the last one when it has ended, and `failed` when the ledger cannot be
 * read. Each has the id, state, files by state, and stored bytes of all files and of those that have ended. Stops when nobody listens, or when the signal is aborted.
 */
export function batchEvents(id: string, ledger: Ledger, signal: AbortSignal): Observable<MessageEvent> {
  return new Observable<MessageEvent>((subscriber) => {
    const stop = new AbortController();
    const end = AbortSignal.any([stop.signal, signal]);
    void sendEvents(id, ledger, subscriber, end)
      .catch((error: unknown) => subscriber.next({ type: 'failed', data: errorBody(toRequestError(error)) }))
      .finally(() => subscriber.complete());
    return () => stop.abort();
  });
}

async function sendEvents(id: string, ledger: Ledger, subscriber: Subscriber<MessageEvent>, signal: AbortSignal): Promise<void> {
  let sent = '';
  let sentAt = 0;
  while (!signal.aborted) {
    const begin = performance.now();
    const data = await progressOf(id, ledger);
    const end = performance.now();
    const text = JSON.stringify(data);
    if (data.state !== 'running') {
      subscriber.next({ type: 'end', data });
      return;
    }
    if (text !== sent || end - sentAt >= REPEAT_MILLISECONDS) {
      subscriber.next({ type: 'progress', data });
      [sent, sentAt] = [text, end];
    }
    await sleep(Math.max(LOOK_MILLISECONDS, (end - begin) * SHARE_OF_DATABASE), undefined, { signal }).catch(() => undefined);
  }
}

async function progressOf(
  id: string,
  ledger: Ledger,
): Promise<{ readonly id: string; readonly state: string; readonly files: object; readonly bytes: object }> {
  // The state first: files that end afterwards do not matter.
  const state = (await ledger.batches.find(id))?.state ?? 'cancelled';
  return { id, state, files: await ledger.figures.stateCounts(id), bytes: await ledger.figures.byteCounts(id) };
}

/** Connections that stay open, each with a look at the ledger every second. */
const MAX_EVENT_STREAMS = 100;

/** The streams of events that clients listen to. */
@Injectable()
export class EventStreams {
  private count = 0;

  /** Throws EDI_SERVICE_BUSY when there are as many as there may be. */
  refuseTooMany(): void {
    if (this.count < MAX_EVENT_STREAMS) return;
    throw new EdiError('EDI_SERVICE_BUSY', `${MAX_EVENT_STREAMS} clients follow batches already. GET /api/batches/{id} has the same figures.`);
  }

  /** Counts a stream until it has ended. */
  counted<T>(): MonoTypeOperatorFunction<T> {
    this.count++;
    return finalize(() => this.count--);
  }
}

/** Refuses streams of events before they begin: afterwards Nest has sent the status 200. */
@Injectable()
export class EventStreamGuard implements CanActivate {
  constructor(
    private readonly batches: Batches,
    private readonly streams: EventStreams,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { params } = context.switchToHttp().getRequest<FastifyRequest>();
    await this.batches.find(idOf(params));
    this.streams.refuseTooMany();
    return true;
  }
}

function idOf(params: unknown): string {
  return typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
}
