import { appendFileSync } from 'node:fs';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EdiError } from '../../common/edi-error';
import { systemErrorCode } from '../../io/system-error';
import type { ConversionSummary } from '../../pipeline/conversion.types';
import { CLOCK, MONOTONIC_CLOCK, type MonotonicClock } from '../clocks';
import { ClientWatch } from '../limits/client-watch';
import { bringsWork } from '../limits/conversion-slots';
import { ServiceSettings } from '../settings/service-settings';
import { type RequestNote, RequestNotes } from './request-notes';
import { ServiceLog } from './service-log';

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
  /** What ends the watch of each running request. */
  private readonly running = new Set<() => void>();

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
    const end = (): void => {
      // The connection may close after `endAll`.
      if (!this.running.delete(end)) return;
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
    };
    this.running.add(end);
    reply.raw.once('close', end);
  }

  /** Reports the requests that run as broken off: for a process that ends at once. */
  endAll(): void {
    for (const end of this.running) end();
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

/** Routes that are requested all the time, by machines. */
const PROBED_ROUTES: ReadonlySet<string> = new Set(['/health', '/metrics']);

/** Writes one line for each request. */
@Injectable()
export class RequestLog {
  constructor(private readonly log: ServiceLog) {}

  end({ requestId, method, route = '(none)', status, isAborted, milliseconds, note }: RequestReport): void {
    const { summary, errorCode, keyId, issueCounts, skippedCounts } = note;
    const line = {
      event: 'request',
      requestId,
      method,
      route,
      status,
      ...(isAborted ? { aborted: true } : {}),
      milliseconds,
      ...(errorCode === undefined ? {} : { errorCode }),
      ...(keyId === undefined ? {} : { keyId }),
      ...(summary === undefined ? {} : { ...countsOf(summary), issueCounts }),
      ...(Object.keys(skippedCounts).length === 0 ? {} : { skippedCounts }),
    };
    if (PROBED_ROUTES.has(route)) this.log.debug(line);
    else this.log.log(line);
  }
}

/** Returns the counts of a conversion under the names that log and audit log have for them. */
export function countsOf(summary: ConversionSummary): Readonly<Record<string, number>> {
  const { bytes, files, segments, transactions, records, issues, errors, skippedSegments, unreadValues } = summary;
  return { bytesIn: bytes, files, segments, transactions, records, issues, errors, skippedSegments, unreadValues };
}

/** Setting that sends the audit log to standard output. */
export const AUDIT_TO_STDOUT = 'stdout';

/**
 * Audit log: one JSON object a line for every request that brings input, however it ends. It has names and sizes of files and
 * counts, never content, and of a key its id.
 */
@Injectable()
export class AuditLog {
  private isFailing = false;
  /** A file, `stdout`, or undefined for none. */
  private readonly target: string | undefined;

  /** Throws EDI_OUTPUT_FAILED for a file that cannot be written. */
  constructor(
    settings: ServiceSettings,
    @Inject(CLOCK) private readonly now: () => Date,
    private readonly log: ServiceLog,
  ) {
    const { CLEARLOOP_AUDIT_LOG: target } = settings;
    this.target = target;
    if (target === undefined || target === AUDIT_TO_STDOUT) return;
    try {
      append(target, '');
    } catch (cause) {
      const reason = systemErrorCode(cause) ?? 'unknown error';
      throw new EdiError('EDI_OUTPUT_FAILED', `The audit log (setting CLEARLOOP_AUDIT_LOG) cannot be written (${reason}).`, { cause });
    }
  }

  end(report: RequestReport): void {
    if (this.target === undefined || report.route === undefined || !bringsWork(report)) return;
    const line = `${JSON.stringify(lineOf(report, this.now()))}\n`;
    if (this.target === AUDIT_TO_STDOUT) process.stdout.write(line);
    else this.writeToFile(this.target, line);
  }

  /** Whatever the reason, requests go on: the failure is logged once until a line is written again. */
  private writeToFile(file: string, line: string): void {
    try {
      append(file, line);
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.log.error({ event: 'audit-unwritable', reason: systemErrorCode(error) ?? 'unknown error' });
      this.isFailing = true;
    }
  }
}

/** The file is opened for each line, so that it may be renamed and made again at any time. */
function append(file: string, text: string): void {
  appendFileSync(file, text, { mode: 0o600 });
}

/** `complete`: the client has the whole answer. `refused`: it got an error in its place. `broken off`: it has a part of it, or nothing. */
type Outcome = 'complete' | 'refused' | 'broken off';

function lineOf(report: RequestReport, now: Date): object {
  const { requestId, method, route, status, isAborted, milliseconds, address, note } = report;
  const { keyId, errorCode, summary, issueCounts, files } = note;
  const outcome: Outcome = isAborted ? 'broken off' : status >= 400 ? 'refused' : 'complete';
  return {
    event: 'audit',
    time: now.toISOString(),
    requestId,
    ...(keyId === undefined ? {} : { keyId }),
    address,
    operation: `${method} ${route ?? ''}`,
    outcome,
    status,
    ...(errorCode === undefined ? {} : { errorCode }),
    milliseconds,
    inputs: files,
    ...(summary === undefined ? {} : { ...countsOf(summary), issueCounts }),
  };
}
