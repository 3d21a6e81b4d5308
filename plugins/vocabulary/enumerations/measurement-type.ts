import { enumeration } from '../../../src/plugin';

/** What was measured: MEA02 (data element 738). */
export const measurementType = enumeration('MeasurementType', [
  ['HT', 'HEIGHT'],
  ['R1', 'HEMOGLOBIN'],
  ['R2', 'HEMATOCRIT'],
  ['R3', 'EPOETIN'],
  ['R4', 'CREATININE'],
]);
