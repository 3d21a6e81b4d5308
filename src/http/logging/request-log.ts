import { Injectable } from '@nestjs/common';
import type { ConversionSummary } from '../../pipeline/conversion.types';
import type { RequestReport } from './request-report';
import { ServiceLog } from './service-log';

/** Routes that are asked for all the time, by machines. */
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

/** Gives the counts of a conversion under the names that log and audit log have for them. */
export function countsOf(summary: ConversionSummary): Readonly<Record<string, number>> {
  const { bytes, files, segments, transactions, records, issues, errors, skippedSegments, unreadValues } = summary;
  return { bytesIn: bytes, files, segments, transactions, records, issues, errors, skippedSegments, unreadValues };
}
