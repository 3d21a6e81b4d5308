import { enumeration } from '../../../src/plugin';

/** Decisions of a review: HCR01 (data element 306). */
export const reviewDecision = enumeration('ReviewDecision', [
  ['A1', 'CERTIFIED_IN_TOTAL'],
  ['A2', 'CERTIFIED_PARTIAL'],
  ['A3', 'NOT_CERTIFIED'],
  ['A4', 'PENDED'],
  ['A6', 'MODIFIED'],
  ['C', 'CANCELLED'],
  ['CT', 'CONTACT_PAYER'],
  ['NA', 'NO_ACTION_REQUIRED'],
]);
