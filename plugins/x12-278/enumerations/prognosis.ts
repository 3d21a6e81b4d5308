import { enumeration } from '../../../src/plugin';

/** Prognosis of the patient: UM08, CR601 (data element 923). */
export const prognosis = enumeration('Prognosis', [
  ['1', 'POOR'],
  ['2', 'GUARDED'],
  ['3', 'FAIR'],
  ['4', 'GOOD'],
  ['5', 'VERY_GOOD'],
  ['6', 'EXCELLENT'],
  ['7', 'LESS_THAN_SIX_MONTHS_TO_LIVE'],
  ['8', 'TERMINAL'],
]);
