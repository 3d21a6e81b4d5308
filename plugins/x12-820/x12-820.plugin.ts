import { TransactionSet, type TransactionSetPlugin } from '../../src/plugin';
import { paymentBalance, remittanceBalance } from './balance.rule';
import { generation } from './generation';
import { GUIDES } from './guides';
import { premiumPayment } from './premium-payment';
import { premiumPaymentTable } from './premium-payment.columns';
import { situations } from './situations.rule';
import { premiumSamples } from './sample';
import { transaction } from './transaction';

/** The name under which objects are requested. */
const PREMIUM = 'premium';

/** 820 premium payment: a PREMIUM_PAYMENT for each organization or individual that premiums are paid for, when they are requested as `premium`. */
@TransactionSet({
  id: 'x12-820',
  claims: [{ set: '820', versions: ['005010X218', '005010X306', '004010X061'], objects: PREMIUM }],
  guides: GUIDES,
})
export class PremiumPayments implements TransactionSetPlugin {
  readonly emits = [{ unit: ['2000A', '2000B', '2000'], record: premiumPayment, listedAs: 'premiums', guides: GUIDES, table: premiumPaymentTable }];
  readonly transaction = transaction;
  readonly samples = premiumSamples;
  readonly generation = generation;
  readonly rules = [paymentBalance, remittanceBalance, ...situations];
}
