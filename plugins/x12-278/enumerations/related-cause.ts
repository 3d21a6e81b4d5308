import { enumeration } from '../../../src/plugin';

/** Causes of the condition: UM05 (data element 1362). */
export const relatedCause = enumeration('RelatedCause', [
  ['AA', 'AUTO_ACCIDENT'],
  ['AP', 'ANOTHER_PARTY_RESPONSIBLE'],
  ['EM', 'EMPLOYMENT'],
]);
