import { enumeration } from '../../../src/plugin';

/** Units in which a service is delivered: HSD03 (data element 355). */
export const deliveryUnit = enumeration('DeliveryUnit', [
  ['DA', 'DAYS'],
  ['MO', 'MONTHS'],
  ['VS', 'VISITS'],
  ['WK', 'WEEK'],
  ['YR', 'YEARS'],
]);
