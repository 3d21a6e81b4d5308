import type { SetRule } from '../../../src/plugin';
import { claimCharge } from './claim-charge';
import { birthDay, dischargeDay, serviceDay } from './dates';
import { lineAdjudication, otherPayerBalance } from './other-payers';
import { accident, admissionOfBill, admissionOfVisit, diagnosisPointer, originalReference, subscriberIsPatient } from './situations';

export { codeDay } from './dates';

/** What an 837 is looked at for beside its guide, in this order. */
export const claimRules: readonly SetRule[] = [
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
