import { enumeration } from '../../../src/plugin';

/** Relationship of a party to the insured: NM110 (data element 706). */
export const entityRelationship = enumeration('EntityRelationship', [
  ['01', 'PARENT'],
  ['02', 'CHILD'],
  ['27', 'DOMESTIC_PARTNER'],
  ['41', 'SPOUSE'],
  ['48', 'EMPLOYEE'],
  ['65', 'OTHER'],
  ['72', 'UNKNOWN'],
]);
