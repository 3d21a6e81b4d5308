import { addElement, ExactSum, loopRule, numberOf } from '../../src/plugin';
import { chargedLines, LINE_CHARGES } from './charged-lines';

/** CLM02 = sum of the charges of the lines. */
export const claimCharge = loopRule({
  id: '837-claim-charge',
  level: 3,
  issueType: 'BALANCE',
  finds: 'The charge of a claim (CLM02) is not the sum of the charges of its lines (SV102, SV203, SV302).',
  loop: '2300',
  cleanWhen: { any: [{ zero: [{ of: 'CLM', at: [2] }, ...LINE_CHARGES] }, { without: '2400' }] },
  check(claim, report) {
    const [clm] = claim.segments;
    const lines = chargedLines(claim);
    if (clm === undefined || lines.length === 0) return;
    const sum = new ExactSum();
    for (const { segment, charge } of lines) addElement(sum, segment, charge);
    const total = numberOf(clm, 2);
    if (!sum.isNumber || !total.isNumber || sum.equals(total)) return;
    const message = `Claim ${clm.element(1)}: The sum of line charge amounts ${sum.text} does not match the claim charge amount ${total.text}`;
    report({ segment: clm, loop: claim, at: { element: 2 }, issueObjectClass: 'Claim', fieldName: 'chargeAmount', message });
  },
});
