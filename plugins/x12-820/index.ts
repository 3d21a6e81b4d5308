export { PremiumPayments } from './x12-820.plugin';
export type { PremiumPayment } from './premium-payment';
export type { PremiumTransaction } from './transaction';
