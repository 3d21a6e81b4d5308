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

/** An element of the trace number (TRN) that repeats one of the payment (BPR). */
interface Repetition {
  readonly id: string;
  readonly finds: string;
  readonly trn: 3 | 4;
  readonly bpr: 10 | 11;
  readonly fieldName: string;
  readonly messageOf: (value: string, ofPayment: string) => string;
}

const repeatsPayment = ({ id, finds, trn, bpr, fieldName, messageOf }: Repetition) =>
  transactionRule({
    id,
    level: 4,
    issueType: 'MISMATCH',
    finds,
    open: () => ({
      close(root, report) {
        const segment = segmentOf(root, 'TRN');
        const ofPayment = segmentOf(root, 'BPR')?.element(bpr) ?? '';
        const value = segment?.element(trn) ?? '';
        if (segment === undefined || ofPayment === '' || value === '' || value === ofPayment) return;
        const message = messageOf(value, ofPayment);
        report({ segment, loop: root, element: `TRN0${trn}`, issueObjectClass: 'Transaction', fieldName, value, message });
      },
    }),
  });

/** TRN03 and BPR10 name the same payer: that is how a bank's notice is matched with the advice. */
export const payerIdentity = repeatsPayment({
  id: '835-payer-identity',
  finds: 'The payer of the trace number (TRN03) is not the originator of the payment (BPR10).',
  trn: 3,
  bpr: 10,
  fieldName: 'payerIdentifier',
  messageOf: (value, originator) => `Payer '${value}' of the trace number is not the originator '${originator}' of the payment (BPR10)`,
});

/** TRN04 repeats BPR11; a record shows BPR11. */
export const payerSupplement = repeatsPayment({
  id: '835-payer-supplement',
  finds: 'The supplemental code of the trace number (TRN04) is not that of the payment (BPR11).',
  trn: 4,
  bpr: 11,
  fieldName: 'originatingCompanySupplementalCode',
  messageOf: (value, ofPayment) => `Supplemental code '${value}' of the trace number is not the code '${ofPayment}' of the payment (BPR11)`,
});
