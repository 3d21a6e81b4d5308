import type { SetRule } from '../../src/plugin';
import { providerAmounts, receiverAmounts } from './batch-amounts.rule';
import { providerDay } from './provider-day.rule';
import { claimAction } from './situations.rule';

/** What status transactions are looked at for beside their guide, in this order. */
export const statusRules: readonly SetRule[] = [receiverAmounts, providerAmounts, providerDay, claimAction];
