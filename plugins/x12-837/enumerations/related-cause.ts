import { enumeration } from '../../../src/plugin';

/** Causes of a condition that others may be liable for: CLM11 (data element 1362). */
export const relatedCauseType = enumeration('RelatedCauseType', [
  ['AA', 'AUTO_ACCIDENT'],
  ['EM', 'EMPLOYMENT'],
  ['OA', 'OTHER_ACCIDENT'],
]);
