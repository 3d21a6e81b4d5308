import { enumeration } from '../../../src/plugin';

/** What a quantity of services counts: HSD01 (data element 673). */
export const deliveryQuantity = enumeration('DeliveryQuantity', [
  ['DY', 'DAYS'],
  ['FL', 'UNITS'],
  ['HS', 'HOURS'],
  ['MN', 'MONTHS'],
  ['VS', 'VISITS'],
]);
