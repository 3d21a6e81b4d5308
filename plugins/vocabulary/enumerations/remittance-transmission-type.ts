import { enumeration } from '../../../src/plugin';

/** How the remittance is delivered: RDM01 (data element 756). */
export const remittanceTransmissionType = enumeration('RemittanceTransmissionType', [
  ['BM', 'BY_MAIL'],
  ['EM', 'E_MAIL'],
  ['FT', 'FILE_TRANSFER'],
  ['OL', 'ON_LINE'],
]);
