import { enumeration } from '../../../src/plugin';

/** Subject of the conditions of a CRC: CRC01 (data element 1136). */
export const conditionCategory = enumeration('ConditionsIndicatorCategory', [
  ['07', 'AMBULANCE_CERTIFICATION'],
  ['09', 'DME_CERTIFICATION'],
  ['70', 'HOSPICE'],
  ['75', 'FUNCTIONAL_LIMITATIONS'],
  ['E1', 'VISION_SPECTACLE_LENSES'],
  ['E2', 'VISION_CONTACT_LENSES'],
  ['E3', 'VISION_SPECTACLE_FRAMES'],
  ['ZZ', 'EPSDT_MUTUALLY_DEFINED'],
]);
