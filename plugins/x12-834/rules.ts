import type { SetRule } from '../../src/plugin';
import { controlTotals } from './control-totals.rule';
import { birthDay, coordinationOrder, deathDay, deathReported, subscriberIsSelf } from './enrollment.rule';
import { coordinationPeriod, coveragePeriod, disabilityPeriod, memberPeriods } from './periods.rule';

/** Rules of an 834 in addition to those of its guide, in this order. */
export const coverageRules: readonly SetRule[] = [
  controlTotals,
  subscriberIsSelf,
  birthDay,
  deathDay,
  memberPeriods,
  disabilityPeriod,
  coveragePeriod,
  coordinationPeriod,
  deathReported,
  coordinationOrder,
];
