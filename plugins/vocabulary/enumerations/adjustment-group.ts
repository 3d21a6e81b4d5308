import { enumeration } from '../../../src/plugin';

/** Claim adjustment groups: CAS01 (data element 1033). */
export const adjustmentGroup = enumeration('AdjustmentGroup', [
  ['CO', 'CONTRACTUAL'],
  ['CR', 'CORRECTION'],
  ['OA', 'OTHER'],
  ['PI', 'PAYOR_INITIATED'],
  ['PR', 'PATIENT_RESPONSIBILITY'],
]);
