import { enumeration } from '../../../src/plugin';

/** How often rented equipment is billed: SV506 (data element 594). */
export const billingFrequency = enumeration('DmeBillingFrequency', [
  ['1', 'WEEKLY'],
  ['4', 'MONTHLY'],
  ['6', 'DAILY'],
]);
