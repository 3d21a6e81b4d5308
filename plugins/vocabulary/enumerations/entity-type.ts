import { enumeration } from '../../../src/plugin';

/** Person or organisation: NM102 (data element 1065). */
export const entityType = enumeration('EntityType', [
  ['1', 'INDIVIDUAL'],
  ['2', 'BUSINESS'],
]);
