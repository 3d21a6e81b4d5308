import { ExactSum, loopRule, loopsOf, numberOf } from '../../src/plugin';
import { addAdjustments, ADJUSTMENT_AMOUNTS } from '../vocabulary';

/** SVC03 = SVC02 - the adjustments of the line (X221 1.10.2.1.1). */
export const lineBalance = loopRule({
  id: '835-line-balance',
  level: 3,
  issueType: 'BALANCE',
  finds: 'The paid amount of a line (SVC03) is not its charge (SVC02) minus its adjustments (CAS).',
  loop: '2100',
  cleanWhen: {
    each: '2110',
    zero: [
      { of: 'SVC', at: [3] },
      { of: 'SVC', at: [2], times: -1 },
      { of: 'CAS', at: ADJUSTMENT_AMOUNTS },
    ],
  },
  check(claim, report) {
    loopsOf(claim, '2110').forEach((line, i) => {
      const [svc] = line.segments;
      if (svc === undefined) return;
      const adjustments = new ExactSum();
      addAdjustments(adjustments, line);
      const paid = numberOf(svc, 3);
      const expected = numberOf(svc, 2);
      expected.add(adjustments, -1);
      if (!expected.isNumber || !paid.isNumber || paid.equals(expected)) return;
      const charge = numberOf(svc, 2);
      const message = `Line ${i + 1}: Paid amount ${paid.text} does not match the charge amount ${charge.text} minus the sum of adjustments ${adjustments.text}`;
      report({ segment: svc, loop: line, at: { element: 3 }, issueObjectClass: 'ServiceLine', fieldName: 'paymentAmount', message });
    });
  },
});
