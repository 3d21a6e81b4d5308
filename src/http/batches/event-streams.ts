import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { finalize, type MonoTypeOperatorFunction } from 'rxjs';
import { EdiError } from '../../common/edi-error';
import { Batches } from './batches';

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
