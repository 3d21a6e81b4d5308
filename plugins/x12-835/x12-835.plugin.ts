import { TransactionSet, type TransactionSetPlugin } from '../../src/plugin';
import { generation } from './generation';
import { payment } from './payment';
import { paymentTable } from './payment.columns';
import { providerAdjustment } from './provider-adjustment';
import { codeDay, remittanceRules, undatedLists } from './rules';
import { matching } from './matching';
import { overview } from './overview';
import { paymentSamples } from './sample';
import { transaction } from './transaction';
import { providerAdjustmentTable, transactionTable } from './transaction.columns';

/** The guides of 5010 and of 4010. */
const GUIDES = ['005010X221A1', '004010X091A1'] as const;

/** 835 health care claim payment and remittance advice: a PAYMENT for each claim, a PROVIDER_ADJUSTMENT for each PLB. */
@TransactionSet({ id: 'x12-835', claims: [{ set: '835' }], guides: GUIDES, cuts: { unit: 'CLP', around: ['LX'] } })
export class Remittance implements TransactionSetPlugin {
  readonly emits = [
    { unit: '2100', record: payment, listedAs: 'payments', guides: GUIDES, table: paymentTable },
    { each: 'PLB', record: providerAdjustment, listedAs: 'providerAdjustments', guides: GUIDES, table: providerAdjustmentTable },
  ];
  readonly transaction = transaction;
  readonly generation = generation;
  readonly transactionTable = transactionTable;
  readonly rules = remittanceRules;
  readonly codeDay = codeDay;
  readonly undatedLists = undatedLists;
  readonly samples = paymentSamples;
  readonly matching = matching;
  readonly overview = overview;
  readonly issueClasses = { PaymentLine: 'ServiceLine' };
}
