import { setTimeout as sleep } from 'node:timers/promises';
import { type CanActivate, type ExecutionContext, Injectable, type MessageEvent } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { finalize, type MonoTypeOperatorFunction, Observable, type Subscriber } from 'rxjs';
import type { Ledger } from '../../batch/ledger/ledger';
import { EdiError } from '../../common/edi-error';
import { errorBody, toRequestError } from '../errors/error-answer';
import { Batches } from './batches';

const LOOK_MILLISECONDS = 1000;

/** A look costs the database at most this part of its time. */
const SHARE_OF_DATABASE = 10;

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
