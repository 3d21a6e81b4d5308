import { enumeration } from '../../../src/plugin';

/** Roles of a provider: PRV01 (data element 1221). */
export const providerRole = enumeration('ProviderRole', [
  ['AD', 'ADMITTING'],
  ['AS', 'ASSISTANT_SURGEON'],
  ['AT', 'ATTENDING'],
  ['BI', 'BILLING'],
  ['CO', 'CONSULTING'],
  ['CV', 'COVERING'],
  ['H', 'HOSPITAL'],
  ['HH', 'HOME_HEALTH_CARE'],
  ['LA', 'LABORATORY'],
  ['OP', 'OPERATING'],
  ['OR', 'ORDERING'],
  ['OT', 'OTHER_PHYSICIAN'],
  ['P1', 'PHARMACIST'],
  ['P2', 'PHARMACY'],
  ['PC', 'PRIMARY_CARE'],
  ['PE', 'PERFORMING'],
  ['R', 'RURAL_HEALTH_CLINIC'],
  ['RF', 'REFERRING'],
  ['SB', 'SUBMITTING'],
  ['SK', 'SKILLED_NURSING_FACILITY'],
  ['SU', 'SUPERVISING'],
]);
