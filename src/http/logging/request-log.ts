import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConversionSummary } from '../../pipeline/conversion.types';
import { RequestNotes } from './request-notes';
import { ServiceLog } from './service-log';

/** Injection token of a function that gives milliseconds of a clock that never goes back. */
export const MONOTONIC_CLOCK = Symbol('monotonic clock');

/** Milliseconds of a clock that never goes back. */
export type MonotonicClock = () => number;

/** Writes one line for each request when its connection is done with it. */
@Injectable()
export class RequestLog {
  constructor(
    private readonly log: ServiceLog,
    private readonly notes: RequestNotes,
    @Inject(MONOTONIC_CLOCK) private readonly clock: MonotonicClock,
  ) {}

  /** Call once for each request, before it is answered. */
  watch(request: FastifyRequest, reply: FastifyReply): void {
    const start = this.clock();
    reply.raw.once('close', () => this.write(request, reply, Math.round(this.clock() - start)));
  }

  private write(request: FastifyRequest, reply: FastifyReply, milliseconds: number): void {
    const { summary, errorCode, keyId, issueCounts } = this.notes.of(request);
    // The pattern of the route, not the address: that may hold names.
    const route = request.routeOptions.url ?? '(none)';
    const line = {
      event: 'request',
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ...(reply.raw.writableFinished ? {} : { aborted: true }),
      milliseconds,
      ...(errorCode === undefined ? {} : { errorCode }),
      ...(keyId === undefined ? {} : { keyId }),
      ...(summary === undefined ? {} : { ...countsOf(summary), issueCounts }),
    };
    if (route === '/health') this.log.debug(line);
    else this.log.log(line);
  }
}

function countsOf({ bytes, files, segments, transactions, records, issues, errors }: ConversionSummary): Readonly<Record<string, number>> {
  return { bytesIn: bytes, files, segments, transactions, records, issues, errors };
}
