import { enumeration } from '../enumeration';

/** Relationship of a patient or insured to the subscriber: SBR02, PAT01 (data element 1069). */
export const relationship = enumeration('RelationshipType', [
  ['01', 'SPOUSE'],
  ['18', 'SELF'],
  ['19', 'CHILD'],
  ['20', 'EMPLOYEE'],
  ['21', 'UNKNOWN'],
  ['39', 'ORGAN_DONOR'],
  ['40', 'CADAVER_DONOR'],
  ['53', 'LIFE_PARTNER'],
  ['G8', 'OTHER'],
]);
