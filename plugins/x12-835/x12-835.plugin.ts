import { TransactionSet, type TransactionSetPlugin } from '../../src/plugin';
import { generation } from './generation';
import { GUIDES, options } from './options';
import { payment } from './payment';
import { paymentTable } from './payment.columns';
import { providerAdjustment } from './provider-adjustment';
import { codeDay, remittanceRules, undatedLists } from './rules';
import { matching } from './matching';
import { overview } from './overview';
import { paymentSamples } from './sample';
import { transaction } from './transaction';
import { providerAdjustmentTable, transactionTable } from './transaction.columns';

/** 835 health care claim payment and remittance advice: a PAYMENT for each claim, a PROVIDER_ADJUSTMENT for each PLB. */
@TransactionSet(options)
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
