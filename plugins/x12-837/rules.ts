import type { SetRule } from '../../src/plugin';
import { claimCharge } from './claim-charge.rule';
import { birthDay, dischargeDay, serviceDay } from './dates.rule';
import { lineSequence } from './line-sequence.rule';
import { lineAdjudication, otherPayerBalance } from './other-payers.rule';
import { accident, admissionOfBill, admissionOfVisit, diagnosisPointer, originalReference, subscriberIsPatient } from './situations.rule';

export { codeDay, undatedLists } from './dates.rule';

/** Rules of an 837 in addition to those of its guide, in this order. */
export const claimRules: readonly SetRule[] = [
  lineSequence,
  claimCharge,
  lineAdjudication,
  otherPayerBalance,
  originalReference,
  subscriberIsPatient,
  admissionOfBill,
  admissionOfVisit,
  accident,
  diagnosisPointer,
  serviceDay,
  dischargeDay,
  birthDay,
];
