import { addElement, ExactSum, type LoopNode, loopRule, loopsOf, numberOf, type Segment, segmentOf } from '../../src/plugin';
import { addAdjustments, ADJUSTMENT_AMOUNTS } from '../vocabulary';
import { CHARGE_ELEMENTS, chargedLines } from './charged-lines';

/** SVD06: the payer paid the line together with another one, so its own charge is not the amount that the payer paid. */
const BUNDLED_ELEMENT = 6;

/** What other payers decided about the lines of a claim. */
const DECISIONS = ['2400', '2430'];

const PAYER_ID = { in: ['2320', '2330B'], of: 'NM1', at: 9 } as const;

/** The sum of SVD02 = the charge of the line - the adjustments of the payer (1.4.4 of the guides). A payer that unbundles a line decides it in several 2430. */
export const lineAdjudication = loopRule({
  id: '837-line-adjudication',
  level: 3,
  issueType: 'BALANCE',
  finds: 'What another payer paid for a line (the sum of its SVD02) is not the charge of the line minus the adjustments of that payer (CAS of 2430).',
  silentAfter: ['837-claim-charge'],
  loop: '2300',
  cleanWhen: {
    any: [
      { without: '2430' },
      {
        all: [
          // With one payer, the sum over all decisions of a line is that of the payer.
          { same: [{ in: DECISIONS, of: 'SVD', at: 1 }] },
          {
            each: '2400',
            zero: [
              ...CHARGE_ELEMENTS.map(([of, element]) => ({ of, at: [element] }) as const),
              { in: '2430', of: 'SVD', at: [2], times: -1 },
              { in: '2430', of: 'CAS', at: ADJUSTMENT_AMOUNTS, times: -1 },
            ],
          },
        ],
      },
    ],
  },
  check(claim, report) {
    chargedLines(claim).forEach(({ line, segment, charge }, i) => {
      for (const { svd, loop, decisions } of decisionsByPayer(line)) {
        const paid = new ExactSum();
        const adjustments = new ExactSum();
        for (const decision of decisions) {
          addElement(paid, decision.svd, 2);
          addAdjustments(adjustments, decision.loop);
        }
        const expected = numberOf(segment, charge);
        const charged = numberOf(segment, charge);
        expected.add(adjustments, -1);
        if (!expected.isNumber || !paid.isNumber || paid.equals(expected)) continue;
        const message = `Line ${i + 1}: Paid amount ${paid.text} of another payer does not match the charge amount ${charged.text} minus the sum of adjustments ${adjustments.text}`;
        report({ segment: svd, loop, element: 'SVD02', issueObjectClass: 'Adjudication', fieldName: 'paidAmount', message });
      }
    });
  },
});

/** A decision of a payer about a line: loop 2430 and its SVD. */
interface Decision {
  readonly svd: Segment;
  readonly loop: LoopNode;
}

/** The first decision of each payer (SVD01) about a line, with all of that payer; without payers that paid the line together with another one. */
function decisionsByPayer(line: LoopNode): readonly (Decision & { readonly decisions: readonly Decision[] })[] {
  const byPayer = new Map<string, Decision[]>();
  for (const loop of loopsOf(line, '2430')) {
    const [svd] = loop.segments;
    if (svd === undefined) continue;
    const known = byPayer.get(svd.element(1));
    if (known === undefined) byPayer.set(svd.element(1), [{ svd, loop }]);
    else known.push({ svd, loop });
  }
  return [...byPayer.values()].flatMap((decisions) => {
    const [first] = decisions;
    return first === undefined || decisions.some(({ svd }) => svd.has(BUNDLED_ELEMENT)) ? [] : [{ ...first, decisions }];
  });
}

/** AMT D = the charge of the claim - all adjustments of the payer, of the claim and of its lines. */
export const otherPayerBalance = loopRule({
  id: '837-other-payer-balance',
  level: 3,
  issueType: 'BALANCE',
  finds: 'What another payer paid for a claim (AMT D) is not the charge of the claim minus all adjustments of that payer (CAS of 2320 and 2430).',
  silentAfter: ['837-claim-charge', '837-line-adjudication'],
  loop: '2300',
  cleanWhen: {
    any: [
      { without: '2320' },
      {
        all: [
          { once: '2320' },
          { any: [{ without: '2430' }, { same: [PAYER_ID, { in: DECISIONS, of: 'SVD', at: 1 }] }] },
          {
            zero: [
              { of: 'CLM', at: [2] },
              { in: '2320', of: 'AMT', code: 'D', at: [2], times: -1 },
              { in: '2320', of: 'CAS', at: ADJUSTMENT_AMOUNTS, times: -1 },
              { in: DECISIONS, of: 'CAS', at: ADJUSTMENT_AMOUNTS, times: -1 },
            ],
          },
        ],
      },
    ],
  },
  check(claim, report) {
    const [clm] = claim.segments;
    if (clm === undefined) return;
    for (const other of loopsOf(claim, '2320')) {
      const amount = segmentOf(other, 'AMT', ['D']);
      const adjustments = amount && adjustmentsOf(other, claim);
      if (amount === undefined || adjustments === undefined) continue;
      const expected = numberOf(clm, 2);
      expected.add(adjustments, -1);
      const paid = numberOf(amount, 2);
      if (!expected.isNumber || !paid.isNumber || paid.equals(expected)) continue;
      const message = `Claim ${clm.element(1)}: Paid amount ${paid.text} of another payer does not match the charge amount ${numberOf(clm, 2).text} minus the sum of adjustments ${adjustments.text}`;
      report({ segment: amount, loop: other, element: 'AMT02', ediCode: 'D', issueObjectClass: 'OtherSubscriber', fieldName: 'payerPaidAmount', message });
    }
  },
});

/** The adjustments of a payer; undefined when it reports none, so that nothing can be compared. */
function adjustmentsOf(other: LoopNode, claim: LoopNode): ExactSum | undefined {
  const payer = payerOf(other);
  const decided = loopsOf(claim, '2400').flatMap((line) => loopsOf(line, '2430').filter(({ segments: [svd] }) => svd?.element(1) === payer));
  if (segmentOf(other, 'CAS') === undefined && !decided.some((loop) => segmentOf(loop, 'CAS') !== undefined)) return undefined;
  const sum = new ExactSum();
  addAdjustments(sum, other);
  for (const loop of decided) addAdjustments(sum, loop);
  return sum;
}

/** NM109 of 2330B, by which SVD01 names the payer. */
function payerOf(other: LoopNode): string | undefined {
  const [payer] = loopsOf(other, '2330B');
  const name: Segment | undefined = payer?.segments[0];
  return name?.element(9);
}
