import { addElement, type AmountTerm, type CleanWhen, ExactSum, type LoopNode, loopRule, loopsOf, numberOf, type Report } from '../../src/plugin';
import { addAdjustments, ADJUSTMENT_AMOUNTS } from '../vocabulary';

/** A claim amount that is the sum of an amount of its lines. */
interface LineSum {
  readonly claimElement: number;
  readonly lineElement: number;
  readonly fieldName: string;
  /** As the message names it. */
  readonly name: string;
}

/** Compares an amount of the claim with the sum of its lines; a claim without lines has nothing to compare. */
function checkLines(claim: LoopNode, { claimElement, lineElement, fieldName, name }: LineSum, report: Report): void {
  const [clp] = claim.segments;
  const lines = loopsOf(claim, '2110');
  if (clp === undefined || lines.length === 0) return;
  const sum = new ExactSum();
  for (const { segments } of lines) if (segments[0] !== undefined) addElement(sum, segments[0], lineElement);
  const total = numberOf(clp, claimElement);
  if (!sum.isNumber || !total.isNumber || sum.equals(total)) return;
  const message = `Claim ${clp.element(1)}: The sum of line ${name} amounts ${sum.text} does not match the claim ${name} amount ${total.text}`;
  report({ segment: clp, loop: claim, at: { element: claimElement }, issueObjectClass: 'Payment', fieldName, message });
}

/** An amount of the claim is the sum of an amount of its lines. */
const sumOfLines = (claimElement: number, lineElement: number): CleanWhen => ({
  any: [
    {
      zero: [
        { of: 'CLP', at: [claimElement] },
        { in: '2110', of: 'SVC', at: [lineElement], times: -1 },
      ],
    },
    { without: '2110' },
  ],
});

const ADJUSTMENTS: readonly AmountTerm[] = [
  { of: 'CAS', at: ADJUSTMENT_AMOUNTS },
  { in: '2110', of: 'CAS', at: ADJUSTMENT_AMOUNTS },
];

/** CLP03 = sum of SVC02. */
export const claimCharge = loopRule({
  id: '835-claim-charge',
  level: 3,
  issueType: 'BALANCE',
  finds: 'The charge of a claim (CLP03) is not the sum of the charges of its lines (SVC02).',
  loop: '2100',
  cleanWhen: sumOfLines(3, 2),
  check: (claim, report) => checkLines(claim, { claimElement: 3, lineElement: 2, fieldName: 'chargeAmount', name: 'charge' }, report),
});

/**
 * CLP04 = sum of SVC03. Adjustments of the claim itself lower its payment below that of its lines, so a claim with adjustments is left to `835-claim-balance`.
 */
export const claimPaid = loopRule({
  id: '835-claim-paid',
  level: 3,
  issueType: 'BALANCE',
  finds: 'The paid amount of a claim without adjustments of its own (CLP04) is not the sum of the paid amounts of its lines (SVC03).',
  loop: '2100',
  cleanWhen: sumOfLines(4, 3),
  check(claim, report) {
    const own = new ExactSum();
    addAdjustments(own, claim);
    if (own.isZero) checkLines(claim, { claimElement: 4, lineElement: 3, fieldName: 'paymentAmount', name: 'paid' }, report);
  },
});

/** CLP04 = CLP03 - the adjustments of the claim and of its lines (X221 1.10.2.1.2). */
export const claimBalance = loopRule({
  id: '835-claim-balance',
  level: 3,
  issueType: 'BALANCE',
  finds: 'The paid amount of a claim (CLP04) is not its charge (CLP03) minus all adjustments of the claim and its lines (CAS).',
  silentAfter: ['835-line-balance', '835-claim-charge', '835-claim-paid'],
  loop: '2100',
  cleanWhen: { zero: [{ of: 'CLP', at: [4] }, { of: 'CLP', at: [3], times: -1 }, ...ADJUSTMENTS] },
  check(claim, report) {
    const [clp] = claim.segments;
    if (clp === undefined) return;
    const adjustments = new ExactSum();
    addAdjustments(adjustments, claim);
    for (const line of loopsOf(claim, '2110')) addAdjustments(adjustments, line);
    const paid = numberOf(clp, 4);
    const expected = numberOf(clp, 3);
    expected.add(adjustments, -1);
    if (!expected.isNumber || !paid.isNumber || paid.equals(expected)) return;
    const charge = numberOf(clp, 3);
    const message = `Claim ${clp.element(1)}: Paid amount ${paid.text} does not match the charge amount ${charge.text} minus the sum of adjustments ${adjustments.text}`;
    report({ segment: clp, loop: claim, at: { element: 4 }, issueObjectClass: 'Payment', fieldName: 'paymentAmount', message });
  },
});
