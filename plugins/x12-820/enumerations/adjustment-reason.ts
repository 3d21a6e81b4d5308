import { enumeration } from '../../../src/plugin';

/** Reasons of a difference between a premium and its payment: ADX02 (data element 426). */
export const premiumAdjustmentReason = enumeration('PremiumAdjustmentReason', [
  ['20', 'BALANCE_DUE_DECLINED'],
  ['52', 'CREDIT_FOR_PREVIOUS_OVERPAYMENT'],
  ['53', 'REMITTANCE_FOR_PREVIOUS_UNDERPAYMENT'],
  ['80', 'OVERPAYMENT'],
  ['81', 'CREDIT_AS_AGREED'],
  ['86', 'DUPLICATE_PAYMENT'],
  ['AX', 'PERSON_NO_LONGER_EMPLOYED'],
  ['BJ', 'INSURANCE_CHARGE'],
  ['H1', 'INFORMATION_FORTHCOMING'],
  ['H6', 'PARTIAL_PAYMENT_REMITTED'],
  ['IA', 'INVOICE_AMOUNT_DIFFERS'],
  ['RU', 'INTEREST'],
  ['WO', 'OVERPAYMENT_RECOVERY'],
  ['WW', 'OVERPAYMENT_CREDIT'],
]);
