import { addElement, ExactSum, type LoopNode, loopRule, loopsOf, numberOf, type Report, segmentOf, transactionRule } from '../../src/plugin';

/** Loops of remittances and of the adjustments of each, and loops of adjustments of an earlier payment. */
const REMITTANCES = ['2300A', '2300B', '2300'];
const ADJUSTMENTS = ['2320A', '2320B'];
const PREVIOUS = ['2200A', '2200B'];

/** Adds an element of the first segment of some child loops. */
function addLoops(sum: ExactSum, loop: LoopNode, ids: readonly string[], element: number): void {
  for (const id of ids) for (const { firstSegment } of loopsOf(loop, id)) if (firstSegment !== undefined) addElement(sum, firstSegment, element);
}

/** What is paid in a transaction: in its units, or in all of its loops where it is read as a tree, which has no units. */
class PaidSum {
  readonly sum = new ExactSum();
  /** Segments that were looked at. */
  private count = 0;
  private last: LoopNode | undefined;

  addUnit(unit: LoopNode): void {
    this.last = unit;
    this.add(unit);
  }

  /** Adds the rest; true when everything was looked at. Parts of a large tree are released before. */
  addRest(root: LoopNode): boolean {
    this.add(root);
    if (this.last !== undefined) return true;
    const [first] = root.segments;
    const end = root.segments.at(-1);
    return first !== undefined && end !== undefined && end.segmentNumber - first.segmentNumber + 1 === this.count;
  }

  private add({ def, firstSegment, segments, loops }: LoopNode): void {
    this.count += segments.length;
    if (firstSegment !== undefined && REMITTANCES.includes(def.id)) addElement(this.sum, firstSegment, 4);
    else if (firstSegment !== undefined && PREVIOUS.includes(def.id)) addElement(this.sum, firstSegment, 1);
    for (const loop of loops) if (loop !== this.last) this.add(loop);
  }
}

/** BPR02 = sum of RMR04 and of the adjustments of earlier payments (ADX01 of 2200). */
export const paymentBalance = transactionRule({
  id: '820-payment-balance',
  // Payments with debts that are carried over do not balance, so it is not checked by default.
  level: 4,
  issueType: 'BALANCE',
  finds: 'The payment (BPR02) is not the sum of its remittances (RMR04) and of the adjustments of earlier payments (ADX01 of 2200).',
  open() {
    const paid = new PaidSum();
    return {
      onUnit: (unit) => paid.addUnit(unit),
      close: (root, report) => {
        if (paid.addRest(root)) compare(root, paid.sum, report);
      },
    };
  },
});

function compare(root: LoopNode, sum: ExactSum, report: Report): void {
  const segment = segmentOf(root, 'BPR');
  if (segment === undefined || !segment.has(2) || !sum.isNumber) return;
  const payment = numberOf(segment, 2);
  if (!payment.isNumber || payment.equals(sum)) return;
  const message = `Payment amount ${payment.text} does not match the sum of remittances and adjustments ${sum.text}`;
  report({ segment, loop: root, element: 'BPR02', issueObjectClass: 'Transaction', fieldName: 'totalPaymentAmount', message });
}

/** RMR04 = RMR05 + sum of ADX01, where the bill (RMR05) is given. */
export const remittanceBalance = loopRule({
  id: '820-remittance-balance',
  level: 3,
  issueType: 'BALANCE',
  finds: 'What is paid (RMR04) is not what was billed (RMR05) and its adjustments (ADX01).',
  guides: ['005010X218', '004010X061A1'],
  loop: ['2300A', '2300B'],
  check(loop, report) {
    const segment = segmentOf(loop, 'RMR');
    if (segment === undefined || !segment.has(4) || !segment.has(5)) return;
    const expected = numberOf(segment, 5);
    addLoops(expected, loop, ADJUSTMENTS, 1);
    const paid = numberOf(segment, 4);
    if (!expected.isNumber || !paid.isNumber || paid.equals(expected)) return;
    const message = `Paid amount ${paid.text} does not match billed amount and adjustments ${expected.text}`;
    report({ segment, loop, element: 'RMR04', issueObjectClass: 'PremiumRemittance', fieldName: 'paidAmount', message });
  },
});
