import { TransactionSet, type TransactionSetPlugin } from '../../src/plugin';
import { paymentBalance, remittanceBalance } from './balance.rule';
import { generation } from './generation';
import { GUIDES } from './guides';
import { options } from './options';
import { premiumPayment } from './premium-payment';
import { premiumPaymentTable } from './premium-payment.columns';
import { situations } from './situations.rule';
import { premiumSamples } from './sample';
import { transaction } from './transaction';

/** 820 premium payment: a PREMIUM_PAYMENT for each organization or individual that premiums are paid for, when they are requested as `premium`. */
@TransactionSet(options)
export class PremiumPayments implements TransactionSetPlugin {
  readonly emits = [{ unit: ['2000A', '2000B', '2000'], record: premiumPayment, listedAs: 'premiums', guides: GUIDES, table: premiumPaymentTable }];
  readonly transaction = transaction;
  readonly samples = premiumSamples;
  readonly generation = generation;
  readonly rules = [paymentBalance, remittanceBalance, ...situations];
}
