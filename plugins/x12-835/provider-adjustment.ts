import { amount, code, constant, date, from, groups, record, recordId, type RecordOf, text, transactionReference, unlessTopLevel } from '../../src/plugin';
import { payee, payer } from './parties';
import { transaction } from './transaction';

/** A pair of PLB: the kind of adjustment (C042), and its amount. */
const providerAdjustmentItem = record('ProviderAdjustmentReasonAmount', {
  reason: code('PROVIDER_ADJUSTMENT_REASON_CODE', '+0-1'),
  referenceIdentification: text('+0-2'),
  amount: amount('+1'),
});

/** PLB, an adjustment of the provider's payment that belongs to no claim. */
export const providerAdjustment = record('ProviderAdjustment', {
  id: recordId(),
  objectType: constant('PROVIDER_ADJUSTMENT'),
  transactionId: transactionReference(),
  providerIdentifier: text('01'),
  fiscalPeriodDate: date('02'),
  adjustments: groups('', { from: 3, size: 2, max: 6 }, providerAdjustmentItem),
  payer: from('1000A', payer),
  payee: from('1000B', payee),
  transaction: unlessTopLevel(from('0000', transaction)),
});
export type ProviderAdjustment = RecordOf<typeof providerAdjustment>;
