import { enumeration } from '../../../src/plugin';

/** What a count of members counts: SLN05-1 (data element 355). */
export const memberUnit = enumeration('MemberUnit', [
  ['10', 'GROUP'],
  ['IE', 'PERSON'],
  ['PR', 'PAIR'],
]);
