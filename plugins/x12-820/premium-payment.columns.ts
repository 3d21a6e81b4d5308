import { column, columns, list, part, table, type TableEntry } from '../../src/plugin';
import { addressColumns, personNameColumns } from '../vocabulary';
import { premiumPayment } from './premium-payment';

/** What schemas call premium payments. */
const TRANSACTION_TYPE = '820';

const partyColumns: readonly TableEntry[] = [...columns('identificationType', 'identifier'), column('lastNameOrOrgName', 'Name'), addressColumns];

const ids = list('additionalIds', 'AdditionalIds', columns('qualifierCode', 'type', 'identification', 'description'));

const adjustmentColumns = columns('amount', 'reasonCode', 'reason');

const remittanceColumns = list('remittances', 'Lines', [
  ...columns('qualifierCode', 'type', 'identification', 'paymentActionCode', 'paymentAction', 'paidAmount', 'billedAmount'),
  ...columns('discountAmount', 'adjustmentReasonCode', 'adjustmentAmount', 'dateQualifierCode', 'date', 'coverageDateFrom', 'coverageDateTo'),
  ids,
  list('adjustments', 'Adjs', adjustmentColumns),
  list('lineItems', 'LineItems', [
    column('controlNumber'),
    list('charges', 'Charges', columns('chargeCode', 'amount')),
    list('memberCounts', 'MemberCounts', columns('controlNumber', 'count', 'unitCode', 'unit')),
  ]),
]);

/** The rows of premium payments: whom they are for, and what is paid. */
export const premiumPaymentTable = table(TRANSACTION_TYPE, 'Main', premiumPayment, [
  column('id'),
  column('fileName'),
  part('transaction', 'Transaction', [column('controlNumber')]),
  part('transaction', '', [
    ...columns('transactionHandlingType', 'totalPaymentAmount', 'creditOrDebitFlagCode', 'paymentMethodType', 'paymentDate', 'checkOrEftTraceNumber'),
    ...columns('currencyCode', 'processDate', 'deliveryDate'),
    list('premiumReceiverIds', 'PremiumReceiverIds', columns('qualifierCode', 'type', 'identification')),
  ]),
  part('payer', 'Payer', partyColumns),
  part('payee', 'Payee', partyColumns),
  ...columns('remittanceType', 'assignedNumber', 'entity', 'identificationType', 'identifier'),
  list('individuals', 'Individuals', [...columns('entityRole', 'identificationType', 'identifier'), ...personNameColumns, ids]),
  list('previousAdjustments', 'PreviousAdjustments', adjustmentColumns),
  remittanceColumns,
]);
