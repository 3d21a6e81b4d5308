import type { Issue, Skipped } from '../../common/issue';

/** Rules of the walk that may find a segment without a place. */
const RULES: ReadonlySet<string | undefined> = new Set(['segment-not-allowed', 'segment-unknown', 'segment-late']);

/** An issue of which it is known later that its segment is skipped. */
export type MarkedIssue = Issue & { skipped?: Skipped };

/** True for an issue that is about a skipped segment, if its segment gets no place. */
export const mayMeanSkipped = ({ ruleId }: Issue): boolean => RULES.has(ruleId);

/** Says of an issue that its segment is skipped. */
export function markSkipped(issue: { skipped?: Skipped }): void {
  issue.skipped = { segments: 1 };
}
