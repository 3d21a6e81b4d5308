import { addElement, ExactSum, type LoopNode, loopRule, numberOf, type Report, segmentOf, segmentsOf } from '../../src/plugin';
import { ACKNOWLEDGMENT } from './guides';

/** STC04 = AMT YU + AMT YY, if at least one of them is present. */
function checkAmounts(batch: LoopNode, report: Report): void {
  const stc = segmentOf(batch, 'STC');
  const amounts = segmentsOf(batch, 'AMT');
  if (stc === undefined || amounts.length === 0 || stc.element(4) === '') return;
  const sum = new ExactSum();
  for (const amt of amounts) addElement(sum, amt, 2);
  const total = numberOf(stc, 4);
  if (!sum.isNumber || !total.isNumber || sum.equals(total)) return;
  const message = `The accepted and rejected amounts ${sum.text} do not match the total charge ${total.text}`;
  report({ segment: stc, loop: batch, element: 'STC04', issueObjectClass: 'StatusInfo', fieldName: 'chargeAmount', value: stc.element(4), message });
}

/** The amounts of everything that a receiver has sent. */
export const receiverAmounts = loopRule({
  id: '277-receiver-amounts',
  level: 3,
  issueType: 'BALANCE',
  finds: 'The total charge of what a receiver has sent (STC04 of 2200B) is not the sum of the accepted and the rejected amount (AMT YU, YY).',
  guides: ACKNOWLEDGMENT,
  loop: '2200B',
  check: checkAmounts,
});

/** The amounts of all claims of a provider. */
export const providerAmounts = loopRule({
  id: '277-provider-amounts',
  level: 3,
  issueType: 'BALANCE',
  finds: 'The total charge of the claims of a provider (STC04 of 2200C) is not the sum of the accepted and the rejected amount (AMT YU, YY).',
  guides: ACKNOWLEDGMENT,
  loop: '2200C',
  check: checkAmounts,
});
