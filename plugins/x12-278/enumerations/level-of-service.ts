import { enumeration } from '../../../src/plugin';

/** How urgent a service is: UM06 (data element 1338). */
export const levelOfService = enumeration('LevelOfService', [
  ['03', 'EMERGENCY'],
  ['E', 'ELECTIVE'],
  ['U', 'URGENT'],
]);
