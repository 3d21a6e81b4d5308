import type { SetRule } from '../../../src/plugin';
import { claimBalance, claimCharge, claimPaid } from './claim-balance';
import { lineBalance } from './line-balance';
import { paymentBalance } from './payment-balance';

/** What an 835 is looked at for beside its guide, in this order. */
export const remittanceRules: readonly SetRule[] = [claimCharge, claimPaid, lineBalance, claimBalance, paymentBalance];
