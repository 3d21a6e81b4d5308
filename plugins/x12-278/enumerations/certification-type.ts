import { enumeration } from '../../../src/plugin';

/** What is requested: UM02, CR608 (data element 1322). */
export const certificationType = enumeration('CertificationType', [
  ['1', 'APPEAL_IMMEDIATE'],
  ['2', 'APPEAL_STANDARD'],
  ['3', 'CANCEL'],
  ['4', 'EXTENSION'],
  ['5', 'NOTIFICATION'],
  ['6', 'VERIFICATION'],
  ['I', 'INITIAL'],
  ['N', 'RECONSIDERATION'],
  ['R', 'RENEWAL'],
  ['S', 'REVISED'],
]);
