import { enumeration } from '../../../src/plugin';

/** Relationship of a patient or insured to the subscriber: SBR02, PAT01 (data element 1069). 4010 has more of them than 5010. */
export const relationship = enumeration('RelationshipType', [
  ['01', 'SPOUSE'],
  ['04', 'GRANDPARENT'],
  ['05', 'GRANDCHILD'],
  ['07', 'NEPHEW_OR_NIECE'],
  ['10', 'FOSTER_CHILD'],
  ['15', 'WARD'],
  ['17', 'STEPCHILD'],
  ['18', 'SELF'],
  ['19', 'CHILD'],
  ['20', 'EMPLOYEE'],
  ['21', 'UNKNOWN'],
  ['22', 'HANDICAPPED_DEPENDENT'],
  ['23', 'SPONSORED_DEPENDENT'],
  ['24', 'DEPENDENT_OF_MINOR_DEPENDENT'],
  ['29', 'SIGNIFICANT_OTHER'],
  ['32', 'MOTHER'],
  ['33', 'FATHER'],
  ['36', 'EMANCIPATED_MINOR'],
  ['39', 'ORGAN_DONOR'],
  ['40', 'CADAVER_DONOR'],
  ['41', 'INJURED_PLAINTIFF'],
  ['43', 'CHILD_WITHOUT_FINANCIAL_RESPONSIBILITY'],
  ['53', 'LIFE_PARTNER'],
  ['G8', 'OTHER'],
]);
