import type { Issue } from '../common/issue';
import type { ConversionSummary } from './conversion.types';

/** A summary that is being counted. */
export type Counts = { -readonly [K in keyof ConversionSummary]: number };

/** Gives counts that begin. */
export function noCounts(files = 0): Counts {
  return { files, bytes: 0, segments: 0, transactions: 0, records: 0, issues: 0, errors: 0, skippedSegments: 0, unreadValues: 0 };
}

/** Counts an issue, and what of the input it means to be in no record. */
export function countIssueIn(counts: Counts, { skipped }: Issue): void {
  counts.issues++;
  counts.skippedSegments += skipped?.segments ?? 0;
  counts.unreadValues += skipped?.values ?? 0;
}
