import { dayOf, formatDate, lastDayOf, loopRule, type LoopNode, type Report, segmentOf, segmentsOf } from '../../src/plugin';
import { ACKNOWLEDGMENT } from './guides';

/** Categories of acknowledgments by the action that goes with them. */
const CATEGORIES_OF_ACTION: Readonly<Record<string, readonly string[]>> = {
  U: ['A3', 'A4', 'A6', 'A7', 'A8'],
  WQ: ['A0', 'A1', 'A2', 'A5'],
};

const CATEGORIES = Object.values(CATEGORIES_OF_ACTION).flat();

/** A claim that is rejected has a status of rejections, and one that is accepted has none of them. */
export const claimAction = loopRule({
  id: '277-claim-action',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The action for a claim (STC03) does not go with the category of its status (STC01-1): one rejects, the other accepts.',
  guides: ACKNOWLEDGMENT,
  loop: '2200D',
  check(claim, report) {
    for (const stc of segmentsOf(claim, 'STC')) {
      const value = stc.element(3);
      const category = stc.component(1, 1);
      const expected = CATEGORIES_OF_ACTION[value];
      if (expected === undefined || expected.includes(category) || !CATEGORIES.includes(category)) continue;
      const message = `Action ${value} does not go with a status of category ${category}`;
      report({ segment: stc, loop: claim, element: 'STC03', issueObjectClass: 'StatusInfo', fieldName: 'actionCode', value, message });
    }
  },
});

function checkPeriod(loop: LoopNode, issueObjectClass: string, report: Report): void {
  const dtp = segmentOf(loop, 'DTP');
  const [from, to] = [dayOf(dtp, 3), lastDayOf(dtp, 3)];
  if (dtp === undefined || from === 0 || to === 0 || from <= to) return;
  const message = `The period ends on ${formatDate(to)}, before it begins on ${formatDate(from)}`;
  report({ segment: dtp, loop, element: 'DTP03', issueObjectClass, fieldName: 'serviceDateTo', value: dtp.element(3), message });
}

/** Periods of claims. */
export const claimPeriod = loopRule({
  id: '277-claim-period',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The service period of a claim (DTP of 2200D) ends before it begins.',
  loop: '2200D',
  check: (claim, report) => checkPeriod(claim, 'ClaimStatus', report),
});

/** Periods of lines. */
export const linePeriod = loopRule({
  id: '277-line-period',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The service period of a line (DTP of 2220D) ends before it begins.',
  loop: '2220D',
  check: (line, report) => checkPeriod(line, 'ServiceLine', report),
});
