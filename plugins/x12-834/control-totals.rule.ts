import { ExactSum, type LoopNode, numberOf, type Report, type Segment, segmentOf, segmentsOf, transactionRule } from '../../src/plugin';

/** Members of a transaction, by INS01. */
interface Counts {
  subscribers: number;
  dependents: number;
}

/** What each kind of control total counts, and how the message names it. */
const COUNTED: Readonly<Record<string, readonly [name: string, count: (counts: Counts) => number]>> = {
  ET: ['subscribers', ({ subscribers }) => subscribers],
  DT: ['dependents', ({ dependents }) => dependents],
  TO: ['members', ({ subscribers, dependents }) => subscribers + dependents],
};

/** QTY02 = number of INS, of those with INS01 Y for ET and N for DT. */
export const controlTotals = transactionRule({
  id: '834-control-totals',
  level: 4,
  issueType: 'BALANCE',
  finds: 'A control total (QTY ET, DT, TO) is not the number of subscribers, dependents or members in the transaction (INS).',
  open() {
    const counts: Counts = { subscribers: 0, dependents: 0 };
    return {
      onUnit(unit) {
        if (segmentOf(unit, 'INS')?.componentIs(1, 1, 'N') === true) counts.dependents++;
        else counts.subscribers++;
      },
      close: (root, report) => segmentsOf(root, 'QTY').forEach((total) => compare(total, counts, root, report)),
    };
  },
});

function compare(qty: Segment, counts: Counts, root: LoopNode, report: Report): void {
  const [name, count] = COUNTED[qty.element(1)] ?? [];
  const total = numberOf(qty, 2);
  if (count === undefined || name === undefined || !qty.has(2) || !total.isNumber) return;
  const actual = new ExactSum();
  actual.addText(String(count(counts)));
  if (total.equals(actual)) return;
  const message = `Control total ${qty.element(2)} does not match the number of ${name} in the transaction, ${count(counts)}`;
  report({
    segment: qty,
    loop: root,
    element: 'QTY02',
    ediCode: qty.element(1),
    issueObjectClass: 'Quantity',
    fieldName: 'quantity',
    value: qty.element(2),
    message,
  });
}
