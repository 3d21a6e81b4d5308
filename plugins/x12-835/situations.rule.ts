import { ExactSum, loopRule, loopsOf, numberOf, segmentOf, transactionRule } from '../../src/plugin';
import { addAdjustments } from '../vocabulary';

/** CLP02 of a claim that takes back an earlier payment. */
const REVERSAL = '22';

/** CAS01 of the patient's responsibility. */
const PATIENT = 'PR';

/** CLP05 = the adjustments of the patient's responsibility; a reversal has none. */
export const patientResponsibility = loopRule({
  id: '835-patient-responsibility',
  level: 4,
  issueType: 'MISMATCH',
  finds: "The patient's responsibility (CLP05) is not the sum of the adjustments of the group PR.",
  loop: '2100',
  check(claim, report) {
    const [clp] = claim.segments;
    if (clp === undefined || clp.element(2) === REVERSAL) return;
    const adjusted = new ExactSum();
    addAdjustments(adjusted, claim, PATIENT);
    for (const line of loopsOf(claim, '2110')) addAdjustments(adjusted, line, PATIENT);
    const stated = numberOf(clp, 5);
    if (!adjusted.isNumber || !stated.isNumber || stated.equals(adjusted)) return;
    const message = `Claim ${clp.element(1)}: Patient responsibility ${stated.text} does not match the sum of adjustments of the group PR ${adjusted.text}`;
    report({ segment: clp, loop: claim, element: 'CLP05', issueObjectClass: 'Payment', fieldName: 'patientResponsibilityAmount', message });
  },
});

/** A reversal repeats the amounts of the payment that it takes back with the other sign (X221 1.10.2.8). */
export const reversalSign = loopRule({
  id: '835-reversal-sign',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'A reversal (CLP02 22) has a charge or payment above zero.',
  loop: '2100',
  check(claim, report) {
    const [clp] = claim.segments;
    if (clp?.element(2) !== REVERSAL) return;
    for (const [element, fieldName] of [
      [3, 'chargeAmount'],
      [4, 'paymentAmount'],
    ] as const) {
      const amount = numberOf(clp, element);
      if (!amount.isNumber || amount.isNegative || amount.isZero) continue;
      const message = `Claim ${clp.element(1)}: A reversal takes ${amount.text} back, which needs a minus sign`;
      report({ segment: clp, loop: claim, element: `CLP0${element}`, issueObjectClass: 'Payment', fieldName, value: clp.element(element), message });
    }
  },
});

/** A payment of nothing is no payment: BPR04 NON. */
export const paymentMethod = transactionRule({
  id: '835-payment-method',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The payment (BPR02) is zero and the method (BPR04) is not NON, or the method is NON and something is paid.',
  open: () => ({
    close(root, report) {
      const bpr = segmentOf(root, 'BPR');
      if (bpr === undefined) return;
      const amount = numberOf(bpr, 2);
      const value = bpr.element(4);
      if (!amount.isNumber || value === '' || amount.isZero === (value === 'NON')) return;
      const message = amount.isZero
        ? `The payment is zero, so the method is NON, not '${value}'`
        : `The method NON pays nothing, but the payment is ${amount.text}`;
      report({ segment: bpr, loop: root, element: 'BPR04', issueObjectClass: 'Transaction', fieldName: 'paymentMethodType', value, message });
    },
  }),
});

/** TRN03 and BPR10 name the same payer: that is how a bank's notice is matched with the advice. */
export const payerIdentity = transactionRule({
  id: '835-payer-identity',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The payer of the trace number (TRN03) is not the originator of the payment (BPR10).',
  open: () => ({
    close(root, report) {
      const trn = segmentOf(root, 'TRN');
      const originator = segmentOf(root, 'BPR')?.element(10) ?? '';
      const value = trn?.element(3) ?? '';
      if (trn === undefined || originator === '' || value === '' || value === originator) return;
      const message = `Payer '${value}' of the trace number is not the originator '${originator}' of the payment (BPR10)`;
      report({ segment: trn, loop: root, element: 'TRN03', issueObjectClass: 'Transaction', fieldName: 'payerIdentifier', value, message });
    },
  }),
});

/** TRN04 repeats BPR11; a record shows BPR11. */
export const payerSupplement = transactionRule({
  id: '835-payer-supplement',
  level: 4,
  issueType: 'MISMATCH',
  finds: 'The supplemental code of the trace number (TRN04) is not that of the payment (BPR11).',
  open: () => ({
    close(root, report) {
      const trn = segmentOf(root, 'TRN');
      const ofPayment = segmentOf(root, 'BPR')?.element(11) ?? '';
      const value = trn?.element(4) ?? '';
      if (trn === undefined || ofPayment === '' || value === '' || value === ofPayment) return;
      const fieldName = 'originatingCompanySupplementalCode';
      const message = `Supplemental code '${value}' of the trace number is not the code '${ofPayment}' of the payment (BPR11)`;
      report({ segment: trn, loop: root, element: 'TRN04', issueObjectClass: 'Transaction', fieldName, value, message });
    },
  }),
});
