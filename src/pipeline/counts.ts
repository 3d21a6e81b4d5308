import { EdiError } from '../common/edi-error';
import type { Issue } from '../common/issue';
import type { ConversionSummary } from './conversion.types';

/** A summary that is being counted. */
export type Counts = { -readonly [K in keyof ConversionSummary]: number };

/** Returns new counts. */
export function noCounts(files = 0): Counts {
  return { files, bytes: 0, segments: 0, transactions: 0, records: 0, issues: 0, errors: 0, skippedSegments: 0, unreadValues: 0 };
}

/** Counts an issue, and the input that is in no record because of it. */
export function countIssueIn(counts: Counts, { skipped }: Issue): void {
  counts.issues++;
  counts.skippedSegments += skipped?.segments ?? 0;
  counts.unreadValues += skipped?.values ?? 0;
}

/**
 * Counts an issue of a run and of its file. Throws EDI_TOO_MANY_WARNINGS once, for the first issue above the limit: the issues before it can
 * still be written.
 */
export function countIssue(counts: Counts, file: { issues: number }, maxIssues: number): void {
  counts.issues++;
  if (++file.issues === maxIssues + 1) checkFindings(file.issues, maxIssues);
}

/** Throws EDI_TOO_MANY_WARNINGS, which ends the file, when it has more findings than it may. */
export function checkFindings(findings: number, most: number): void {
  if (findings <= most) return;
  throw new EdiError('EDI_TOO_MANY_WARNINGS', `Too Many Warnings: more than ${most} findings; the rest of the file is not converted.`);
}
