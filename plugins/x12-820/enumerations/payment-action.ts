import { enumeration } from '../../../src/plugin';

/** How a remittance applies to what is open: RMR03 (data element 482). */
export const paymentAction = enumeration('PaymentAction', [
  ['PA', 'PAYMENT_IN_ADVANCE'],
  ['PI', 'PAY_ITEM'],
  ['PO', 'PAYMENT_ON_ACCOUNT'],
  ['PP', 'PARTIAL_PAYMENT'],
]);
