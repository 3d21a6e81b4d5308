import type { SetRule } from '../../src/plugin';
import { claimBalance, claimCharge, claimPaid } from './claim-balance.rule';
import { claimDates, lineDates } from './dates.rule';
import { lineBalance } from './line-balance.rule';
import { paymentBalance } from './payment-balance.rule';
import { patientResponsibility, payerIdentity, payerSupplement, paymentMethod, reversalSign } from './situations.rule';

export { codeDay, undatedLists } from './dates.rule';

/** Rules of an 835 in addition to those of its guide, in this order. */
export const remittanceRules: readonly SetRule[] = [
  claimCharge,
  claimPaid,
  lineBalance,
  claimBalance,
  paymentBalance,
  patientResponsibility,
  reversalSign,
  paymentMethod,
  payerIdentity,
  payerSupplement,
  claimDates,
  lineDates,
];
