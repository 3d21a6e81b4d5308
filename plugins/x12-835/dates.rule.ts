import { dayOf, type LoopNode, loopRule, reportPeriods, rootOf, segmentOf } from '../../src/plugin';

const STATEMENT = { id: 'DTM', day: 2, codes: [['232', '233']], issueObjectClass: 'Payment', fieldName: 'dateTo' } as const;
const SERVICE = { id: 'DTM', day: 2, codes: [['150', '151']], issueObjectClass: 'ServiceLine', fieldName: 'dateTo' } as const;

/** Periods of claims. */
export const claimDates = loopRule({
  id: '835-claim-dates',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The statement period of a claim (DTM 232, 233) ends before it begins.',
  loop: '2100',
  check: (claim, report) => reportPeriods(claim, STATEMENT, report),
});

/** Periods of lines. */
export const lineDates = loopRule({
  id: '835-line-dates',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The service period of a line (DTM 150, 151) ends before it begins.',
  loop: '2110',
  check: (line, report) => reportPeriods(line, SERVICE, report),
});

const SERVICE_DAYS = ['472', '150'];

/** The dates of a place of service are those of its last change. */
export const undatedLists = ['PLACE_OF_SERVICE'];

/**
 * The day on which a code has to be valid: reasons and remarks are those of the day of the payment (BPR16), all other
 * codes those of the service.
 */
export function codeDay(loop: LoopNode, list: string): number {
  if (list === 'CARC' || list === 'RARC') return dayOf(segmentOf(rootOf(loop), 'BPR'), 16);
  return dayOf(segmentOf(loop, 'DTM', SERVICE_DAYS), 2) || dayOf(loop.parent && segmentOf(loop.parent, 'DTM', ['232']), 2);
}
