import { enumeration } from '../../../src/plugin';

/** Health of the patient: UM07 (data element 1213). */
export const healthCondition = enumeration('HealthCondition', [
  ['1', 'ACUTE'],
  ['2', 'STABLE'],
  ['3', 'CHRONIC'],
  ['4', 'SYSTEMIC'],
  ['5', 'LOCALIZED'],
  ['6', 'MILD_DISEASE'],
  ['7', 'NORMAL'],
  ['8', 'SEVERE_SYSTEMIC_DISEASE'],
  ['9', 'LIFE_THREATENING_SYSTEMIC_DISEASE'],
  ['E', 'EXCELLENT'],
  ['F', 'FAIR'],
  ['G', 'GOOD'],
  ['P', 'POOR'],
]);
