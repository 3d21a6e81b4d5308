import { enumeration } from '../../../src/plugin';

/** How a claim was processed: CLP02 (data element 1029). */
export const adjudicatedClaimStatus = enumeration('AdjudicatedClaimStatus', [
  ['1', 'PRIMARY'],
  ['19', 'PRIMARY_FORWARDED'],
  ['2', 'SECONDARY'],
  ['20', 'SECONDARY_FORWARDED'],
  ['21', 'TERTIARY_FORWARDED'],
  ['22', 'REVERSAL'],
  ['23', 'NOT_OUR_CLAIM'],
  ['25', 'PREDETERMINATION_NO_PAYMENT'],
  ['3', 'TERTIARY'],
  ['4', 'DENIED'],
]);
