import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MONOTONIC_CLOCK, type MonotonicClock } from '../clocks';
import { ClientWatch } from '../limits/client-watch';
import { type RequestNote, RequestNotes } from './request-notes';

/** Injection token of the listeners of requests. */
export const REQUEST_LISTENERS = Symbol('request listeners');

/** Notified of every request. */
export interface RequestListener {
  /** The request begins; its note is filled while it runs. */
  begin?(note: RequestNote): void;
  end(report: RequestReport): void;
}

/** Watches each request to its end, and calls its listeners (log, metrics, audit log) when its connection is done with it. */
@Injectable()
export class RequestWatch {
  constructor(
    private readonly notes: RequestNotes,
    private readonly clients: ClientWatch,
    @Inject(REQUEST_LISTENERS) private readonly listeners: readonly RequestListener[],
    @Inject(MONOTONIC_CLOCK) private readonly clock: MonotonicClock,
  ) {}

  /** Call once for each request, before it is answered. */
  watch(request: FastifyRequest, reply: FastifyReply): void {
    const start = this.clock();
    const note = this.notes.of(request);
    for (const listener of this.listeners) listener.begin?.(note);
    this.clients.watch(request, reply);
    // The address is unknown after the connection has closed.
    const { ip } = request;
    reply.raw.once('close', () => {
      const milliseconds = Math.round(this.clock() - start);
      const report = {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        isAborted: !reply.raw.writableFinished,
        milliseconds,
        address: ip,
        note,
      };
      for (const listener of this.listeners) listener.end(report);
    });
  }
}

/** A request that is over. */
export interface RequestReport {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route, not the address: that may hold names. Undefined when there is no such operation. */
  readonly route: string | undefined;
  readonly status: number;
  /** True when the client did not get the whole answer. */
  readonly isAborted: boolean;
  readonly milliseconds: number;
  /** Address of the client, or of the proxy before it. */
  readonly address: string;
  readonly note: RequestNote;
}
