import { enumeration } from '../enumeration';

/** Kinds of drug code: SVC01-1, LIN02 (data element 235). */
export const drugIdentificationType = enumeration('DrugIdentificationType', [
  ['EN', 'EAN_UCC_13'],
  ['EO', 'EAN_UCC_8'],
  ['N4', 'NDC'],
]);
