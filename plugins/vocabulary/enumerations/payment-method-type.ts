import { enumeration } from '../../../src/plugin';

/** How the money moves: BPR04 (data element 591). */
export const paymentMethodType = enumeration('PaymentMethodType', [
  ['ACH', 'ACH'],
  ['BOP', 'BOP'],
  ['CHK', 'CHECK'],
  ['FWT', 'WIRE_TRANSFER'],
  ['NON', 'NON_PAYMENT'],
]);
