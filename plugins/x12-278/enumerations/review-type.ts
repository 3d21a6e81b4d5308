import { enumeration } from '../../../src/plugin';

/** Kinds of request and response: BHT06 (data element 640). */
export const reviewType = enumeration('ReviewTransactionType', [
  ['18', 'NO_FURTHER_UPDATES'],
  ['19', 'FURTHER_UPDATES_TO_FOLLOW'],
  ['AT', 'ADMINISTRATIVE_ACTION'],
  ['RU', 'MEDICAL_SERVICES_RESERVATION'],
]);
