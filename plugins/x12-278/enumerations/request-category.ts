import { enumeration } from '../../../src/plugin';

/** What is reviewed: UM01 (data element 1525). */
export const requestCategory = enumeration('RequestCategory', [
  ['AR', 'ADMISSION_REVIEW'],
  ['HS', 'HEALTH_SERVICES_REVIEW'],
  ['IN', 'INDIVIDUAL'],
  ['SC', 'SPECIALTY_CARE_REVIEW'],
]);
