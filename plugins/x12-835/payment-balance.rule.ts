import { addElement, ExactSum, type LoopNode, numberOf, type Report, type Segment, segmentOf, transactionRule } from '../../src/plugin';

/** PLB holds up to six pairs of reason and amount; the first amount is PLB04. */
const ADJUSTMENT_AMOUNTS = [4, 6, 8, 10, 12, 14];

/** BPR02 = sum of CLP04 - sum of PLB (X221 1.10.2.1.3). */
export const paymentBalance = transactionRule({
  id: '835-payment-balance',
  level: 3,
  issueType: 'BALANCE',
  finds: 'The payment (BPR02) is not the sum of the paid amounts of its claims (CLP04) minus the adjustments of the provider (PLB).',
  silentAfter: ['835-line-balance', '835-claim-charge', '835-claim-paid', '835-claim-balance'],
  readsFirstSegmentOnly: true,
  open() {
    const claims = new ExactSum();
    const adjustments = new ExactSum();
    return {
      onUnit: ({ segments: [clp] }) => clp && addElement(claims, clp, 4),
      onSegment(segment: Segment) {
        if (segment.id === 'PLB') for (const element of ADJUSTMENT_AMOUNTS) addElement(adjustments, segment, element);
      },
      close: (root, report) => compare(root, claims, adjustments, report),
    };
  },
});

function compare(root: LoopNode, claims: ExactSum, adjustments: ExactSum, report: Report): void {
  const bpr = segmentOf(root, 'BPR');
  if (bpr === undefined) return;
  const payment = numberOf(bpr, 2);
  const expected = new ExactSum();
  expected.add(claims);
  expected.add(adjustments, -1);
  if (!expected.isNumber || !payment.isNumber || payment.equals(expected)) return;
  const message = `Payment amount ${payment.text} does not match the sum of claim paid amounts ${claims.text} minus the sum of provider adjustments ${adjustments.text}`;
  report({ segment: bpr, loop: root, at: { element: 2 }, issueObjectClass: 'Transaction', fieldName: 'totalPaymentAmount', message });
}
