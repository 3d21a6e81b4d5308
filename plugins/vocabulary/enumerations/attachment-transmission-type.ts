import { enumeration } from '../../../src/plugin';

/** How a report reaches the payer: PWK02 (data element 756). */
export const attachmentTransmissionType = enumeration('AttachmentTransmissionType', [
  ['AA', 'AVAILABLE_ON_REQUEST_AT_PROVIDER_SITE'],
  ['AB', 'PREVIOUSLY_SUBMITTED_TO_PAYER'],
  ['AD', 'CERTIFICATION_INCLUDED_IN_THIS_CLAIM'],
  ['AF', 'NARRATIVE_SEGMENT_INCLUDED_IN_THIS_CLAIM'],
  ['AG', 'NO_DOCUMENTATION_IS_REQUIRED'],
  ['BM', 'BY_MAIL'],
  ['EL', 'ELECTRONICALLY_ONLY'],
  ['EM', 'E_MAIL'],
  ['FT', 'FILE_TRANSFER'],
  ['NS', 'NOT_SPECIFIED'],
]);
