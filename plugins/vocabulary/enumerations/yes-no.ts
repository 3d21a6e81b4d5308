import { enumeration } from '../../../src/plugin';

/** Answers to a question: EB11, EB12 (data element 1073). */
export const yesNo = enumeration('YesNo', [
  ['N', 'NO'],
  ['U', 'UNKNOWN'],
  ['W', 'NOT_APPLICABLE'],
  ['Y', 'YES'],
]);
