import { column, columns, constant, list, own, part, table, type TableEntry, withListDefaults } from '../../src/plugin';
import { additionalIdColumns, addressColumns, contactColumns, organisationNameColumn } from '../vocabulary';
import { providerAdjustment } from './provider-adjustment';
import { transaction } from './transaction';

/** What schemas call an 835. */
export const TRANSACTION_TYPE = '835';

/** Columns of BPR, TRN and DTM about the payment. */
export const paymentHead: readonly TableEntry[] = [
  column('totalPaymentAmount'),
  column('creditOrDebitFlagCode'),
  column('paymentMethodType'),
  column('receiverAccountNumber'),
  column('paymentDate'),
  column('checkOrEftTraceNumber'),
  column('payerIdentifier', 'PayerEin'),
  column('productionDate'),
];

/** 1000A, under the key that the record has for it. */
export const payerColumns = (key: string): TableEntry =>
  part(key, 'Payer', [column('identificationType'), column('identifier'), organisationNameColumn, addressColumns, contactColumns, additionalIdColumns]);

const payeeColumns = (key: string): TableEntry =>
  part(key, 'Payee', [column('identificationType'), column('identifier'), column('taxId'), column('lastNameOrOrgName'), addressColumns, additionalIdColumns]);

const delivery = part('remittanceDeliveryMethod', 'RemittanceDeliveryMethod', columns('reportTransmissionCode', 'name', 'communicationNumber'));

/** A row for each 835. */
export const transactionTable = table(TRANSACTION_TYPE, 'Transactions', transaction, [
  column('id'),
  own('TransactionType', constant(TRANSACTION_TYPE)),
  part('fileInfo', '', [column('name', 'FileName')]),
  column('controlNumber', 'TransactionControlNumber'),
  ...paymentHead,
  payerColumns('sender'),
  payeeColumns('receiver'),
  delivery,
]);

const providerAdjustmentLayout = table(TRANSACTION_TYPE, 'ProviderAdjustmentMain', providerAdjustment, [
  column('id'),
  own('TransactionType', constant(TRANSACTION_TYPE)),
  part('transaction', '', [part('fileInfo', '', [column('name', 'FileName')]), column('controlNumber', 'TransactionControlNumber'), ...paymentHead]),
  payerColumns('payer'),
  payeeColumns('payee'),
  part('transaction', '', [delivery]),
  column('providerIdentifier'),
  column('fiscalPeriodDate'),
  list('adjustments', 'ProviderAdjustments', [part('reason', '', [column('code', 'Reason')]), column('referenceIdentification'), column('amount')]),
]);

/** A row for each pair of a PLB. */
export const providerAdjustmentTable = withListDefaults(providerAdjustmentLayout, {
  ProviderAdjustmentMain: { isRepeatedOnly: true },
  ProviderAdjustments: { isRows: true },
});
