import { enumeration } from '../../../src/plugin';

/** Whom a remittance is for: ENT02 (data element 98). */
export const remittedEntity = enumeration('RemittedEntity', [
  ['2J', 'INDIVIDUAL'],
  ['2L', 'CORPORATION'],
  ['AG', 'AGENT'],
  ['NH', 'NATIONAL_ORGANIZATION'],
  ['RGA', 'RESPONSIBLE_GOVERNMENT_AGENCY'],
  ['UN', 'UNION'],
]);
