import { enumeration } from '../../../src/plugin';

/** Subjects of conditions: CRC01 (data element 1136). */
export const conditionCategory = enumeration('ReviewConditionCategory', [
  ['07', 'AMBULANCE'],
  ['08', 'CHIROPRACTIC'],
  ['09', 'DURABLE_MEDICAL_EQUIPMENT'],
  ['11', 'OXYGEN_THERAPY'],
  ['75', 'FUNCTIONAL_LIMITATIONS'],
  ['76', 'ACTIVITIES_PERMITTED'],
  ['77', 'MENTAL_STATUS'],
]);
