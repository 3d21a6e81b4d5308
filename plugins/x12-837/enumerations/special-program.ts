import { enumeration } from '../../../src/plugin';

/** Special programs of a service: CLM12 (data element 1366). */
export const specialProgram = enumeration('SpecialProgramType', [
  ['02', 'HANDICAPPED_CHILDRENS_PROGRAM'],
  ['03', 'SPECIAL_FEDERAL_FUNDING'],
  ['05', 'DISABILITY'],
  ['09', 'SECOND_OPINION_OR_SURGERY'],
]);
