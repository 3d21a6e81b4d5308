import { dayOf, formatDate, type LoopNode, loopRule, type Report, segmentOf } from '../../src/plugin';

/** Two DTM that begin and end a period. */
const PERIODS = [
  ['232', '233'],
  ['150', '151'],
] as const;

function checkPeriods(loop: LoopNode, issueObjectClass: string, report: Report): void {
  for (const [fromCode, toCode] of PERIODS) {
    const end = segmentOf(loop, 'DTM', [toCode]);
    const from = dayOf(segmentOf(loop, 'DTM', [fromCode]), 2);
    const to = dayOf(end, 2);
    if (end === undefined || from === 0 || to === 0 || from <= to) continue;
    const message = `The period ends on ${formatDate(to)}, before it begins on ${formatDate(from)}`;
    report({ segment: end, loop, element: 'DTM02', ediCode: toCode, issueObjectClass, fieldName: 'dateTo', value: end.element(2), message });
  }
}

/** Periods of claims. */
export const claimDates = loopRule({
  id: '835-claim-dates',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The statement period of a claim (DTM 232, 233) ends before it begins.',
  loop: '2100',
  check: (claim, report) => checkPeriods(claim, 'Payment', report),
});

/** Periods of lines. */
export const lineDates = loopRule({
  id: '835-line-dates',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The service period of a line (DTM 150, 151) ends before it begins.',
  loop: '2110',
  check: (line, report) => checkPeriods(line, 'ServiceLine', report),
});

const SERVICE_DAYS = ['472', '150'];

/**
 * The day on which a code has to be valid: reasons and remarks are those of the day of the payment (BPR16), all other
 * codes those of the service.
 */
export function codeDay(loop: LoopNode, list: string): number {
  if (list === 'PLACE_OF_SERVICE') return 0; // Its list tells when a place was changed last.
  let node: LoopNode = loop;
  if (list === 'CARC' || list === 'RARC') {
    while (node.parent !== undefined) node = node.parent;
    return dayOf(segmentOf(node, 'BPR'), 16);
  }
  return dayOf(segmentOf(node, 'DTM', SERVICE_DAYS), 2) || dayOf(node.parent && segmentOf(node.parent, 'DTM', ['232']), 2);
}
