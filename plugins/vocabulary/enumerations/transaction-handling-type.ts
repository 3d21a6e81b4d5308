import { enumeration } from '../../../src/plugin';

/** What the payer does with the remittance: BPR01 (data element 305). */
export const transactionHandlingType = enumeration('TransactionHandlingType', [
  ['C', 'PAYMENT_AND_ADVICE'],
  ['D', 'PAYMENT_ONLY'],
  ['H', 'NOTIFICATION_ONLY'],
  ['I', 'INFORMATION_ONLY'],
  ['P', 'PRENOTIFICATION'],
  ['U', 'SPLIT'],
  ['X', 'SPLIT_OR_PAYMENT_AND_ADVICE'],
]);
