import { appendFileSync } from 'node:fs';
import { Inject, Injectable } from '@nestjs/common';
import { EdiError } from '../../common/edi-error';
import { systemErrorCode } from '../../io/system-error';
import type { ConversionSummary } from '../../pipeline/conversion.types';
import { CLOCK } from '../clocks';
import { bringsWork } from '../limits/conversion-slot.guard';
import { ServiceSettings } from '../settings/service-settings';
import type { RequestReport } from './request-watch';
import { ServiceLog } from './service-log';

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
