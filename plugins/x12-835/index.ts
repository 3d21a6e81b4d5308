export { Remittance } from './x12-835.plugin';
export type { Payment } from './payment';
export type { PaymentLine } from './payment-line';
export type { ProviderAdjustment } from './provider-adjustment';
export type { PaymentTransaction } from './transaction';
