import type { SetRule } from '../../src/plugin';
import { providerAmounts, receiverAmounts } from './batch-amounts.rule';
import { inquiryRules } from './claims.rule';
import { providerDay } from './provider-day.rule';
import { claimAction } from './situations.rule';

/** Rules of status transactions in addition to those of their guide, in this order. */
export const statusRules: readonly SetRule[] = [receiverAmounts, providerAmounts, providerDay, claimAction, ...inquiryRules];
