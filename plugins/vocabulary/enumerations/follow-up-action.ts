import { enumeration } from '../../../src/plugin';

/** What the sender of a rejected request may do: AAA04 (data element 889). */
export const followUpAction = enumeration('FollowUpAction', [
  ['C', 'CORRECT_AND_RESUBMIT'],
  ['N', 'RESUBMISSION_NOT_ALLOWED'],
  ['P', 'RESUBMIT_ORIGINAL'],
  ['R', 'RESUBMISSION_ALLOWED'],
  ['S', 'DO_NOT_RESUBMIT_INQUIRY_SENT'],
  ['W', 'WAIT_30_DAYS'],
  ['X', 'WAIT_10_DAYS'],
  ['Y', 'DO_NOT_RESUBMIT_WILL_RESPOND'],
]);
