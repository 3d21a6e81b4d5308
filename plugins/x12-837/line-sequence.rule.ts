import { loopRule, loopsOf, segmentOf } from '../../src/plugin';

/** LX01 counts the lines of a claim from 1. */
export const lineSequence = loopRule({
  id: '837-line-sequence',
  level: 2,
  issueType: 'MISMATCH',
  finds: 'The number of a service line (LX01) is not one more than that of the line before; the first of a claim is 1.',
  loop: '2300',
  cleanWhen: { counts: '2400', of: 'LX', at: 1 },
  check(claim, report) {
    let next = 1;
    for (const line of loopsOf(claim, '2400')) {
      const lx = segmentOf(line, 'LX');
      const value = lx?.element(1) ?? '';
      const actual = /^\d{1,9}$/.test(value) ? Number(value) : next;
      if (lx !== undefined && actual !== next) {
        const message = `Line number '${value}' is not ${next}, which comes next`;
        report({ segment: lx, loop: line, element: 'LX01', at: { element: 1 }, fieldName: 'assigned_number', value, message });
      }
      next = actual + 1;
    }
  },
});
