import type { SetRule } from '../../../src/plugin';
import { claimCharge } from './claim-charge';

/** What an 837 is looked at for beside its guide, in this order. */
export const claimRules: readonly SetRule[] = [claimCharge];
