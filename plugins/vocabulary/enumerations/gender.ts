import { enumeration } from '../../../src/plugin';

/** Gender of a person: DMG03 (data element 1068). */
export const gender = enumeration('GenderType', [
  ['F', 'FEMALE'],
  ['M', 'MALE'],
  ['U', 'UNKNOWN'],
]);
