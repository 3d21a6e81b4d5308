import { column, columns, list, part, table, type TableEntry } from '../../src/plugin';
import { additionalIdColumns, modifierColumns, organisationNameColumn, partyNameColumns } from '../vocabulary';
import { claimStatus, patientStatus } from './claim-status';
import { claimInquiry, inquiryStatus } from './inquiry-status';
import { providerStatus } from './provider-status';
import { receiverStatus } from './receiver-status';

/** What schemas call the acknowledgment of claims. */
const TRANSACTION_TYPE = '277CA';

const headColumns: readonly TableEntry[] = [
  column('id'),
  part('transaction', '', [part('fileInfo', 'File', [column('name')])]),
  part('transaction', 'Transaction', columns('controlNumber', 'creationDateTime', 'traceIdentifier')),
  part('transaction', '', columns('receiptDate', 'processDate')),
];

const identified: readonly TableEntry[] = [...columns('identificationType', 'identifier'), ...partyNameColumns];

const senderColumns = part('transaction', '', [part('sender', 'Sender', [...columns('identificationType', 'identifier'), organisationNameColumn])]);
const receiverColumns = part('receiver', 'Receiver', identified);
const providerColumns = part('provider', 'Provider', [...identified, column('taxId'), additionalIdColumns]);
const patientColumns = part('patient', 'Patient', identified);

/** A status (STC) with its codes: category, status, and whom it is about. */
const statusColumns: readonly TableEntry[] = [
  ...columns('effectiveDate', 'actionCode', 'actionType', 'chargeAmount'),
  list('statusCodeInfos', 'Codes', columns('categoryCode', 'statusCode', 'entityCode', 'entityRole')),
  column('message'),
];

const statuses = list('statusInfos', 'Statuses', statusColumns);

const batchColumns = (key: string): TableEntry =>
  part(key, '', [
    column('traceIdentifier'),
    list('statusInfos', 'BatchStatuses', statusColumns),
    ...columns('acceptedQuantity', 'acceptedAmount', 'rejectedQuantity', 'rejectedAmount'),
  ]);

const lineColumns: readonly TableEntry[] = [
  ...columns('controlNumber', 'chargeAmount'),
  part('procedure', 'Procedure', [column('code'), modifierColumns]),
  part('revenueCode', 'Revenue', [column('code')]),
  part('drug', 'Drug', [column('code')]),
  ...columns('unitCount', 'prescriptionNumber', 'serviceDateFrom', 'serviceDateTo'),
  statuses,
];

/** The columns of statuses of claims. */
export const claimStatusTable = table(TRANSACTION_TYPE, 'Main', claimStatus, [
  ...headColumns,
  column('patientControlNumber'),
  statuses,
  ...columns('payerClaimControlNumber', 'clearinghouseTraceNumber', 'billTypeCode', 'serviceDateFrom', 'serviceDateTo'),
  patientColumns,
  providerColumns,
  receiverColumns,
  senderColumns,
  list('lineStatuses', 'Lines', lineColumns),
]);

/** Patients without a claim. */
export const patientStatusTable = table(TRANSACTION_TYPE, 'Patients', patientStatus, [
  ...headColumns,
  patientColumns,
  providerColumns,
  receiverColumns,
  senderColumns,
]);

/** Providers all of whose claims have one status. */
export const providerStatusTable = table(TRANSACTION_TYPE, 'Providers', providerStatus, [
  ...headColumns,
  batchColumns('batchStatus'),
  providerColumns,
  receiverColumns,
  senderColumns,
]);

/** Receivers all of whose claims have one status. */
export const receiverStatusTable = table(TRANSACTION_TYPE, 'Receivers', receiverStatus, [
  ...headColumns,
  batchColumns('batchStatus'),
  receiverColumns,
  senderColumns,
]);

/** What schemas call responses and questions. */
const RESPONSE_TYPE = '277';
const REQUEST_TYPE = '276';

const head: readonly TableEntry[] = [
  column('id'),
  part('transaction', '', [part('fileInfo', 'File', [column('name')])]),
  part('transaction', 'Transaction', columns('controlNumber', 'creationDateTime')),
  ...columns('traceIdentifier', 'patientControlNumber'),
];

const numbers: readonly TableEntry[] = columns('payerClaimControlNumber', 'clearinghouseTraceNumber', 'billTypeCode', 'medicalRecordNumber');

const parties: readonly TableEntry[] = [
  part('subscriber', 'Subscriber', [...identified, ...columns('birthDate', 'gender')]),
  part('patient', 'Patient', [...identified, ...columns('birthDate', 'gender')]),
  part('provider', 'Provider', identified),
  receiverColumns,
  part('payer', 'Payer', [...columns('identificationType', 'identifier'), organisationNameColumn]),
];

const inquiryLine: readonly TableEntry[] = [
  ...columns('controlNumber', 'chargeAmount'),
  part('procedure', 'Procedure', [column('code'), modifierColumns]),
  part('revenueCode', 'Revenue', [column('code')]),
  part('drug', 'Drug', [column('code')]),
  ...columns('unitCount', 'serviceDateFrom', 'serviceDateTo'),
];

/** The columns of statuses in responses. */
export const responseTable = table(RESPONSE_TYPE, 'Main', inquiryStatus, [
  ...head,
  statuses,
  ...numbers,
  ...columns('prescriptionNumber', 'voucherIdentifier', 'serviceDateFrom', 'serviceDateTo'),
  ...parties,
  list('lineStatuses', 'Lines', [...inquiryLine, column('paymentAmount'), statuses]),
]);

/** The columns of claims that are asked about. */
export const requestTable = table(REQUEST_TYPE, 'Main', claimInquiry, [
  ...head,
  column('chargeAmount'),
  ...numbers,
  ...columns('groupNumber', 'locationIdentifier', 'prescriptionNumber', 'serviceDateFrom', 'serviceDateTo'),
  ...parties,
  list('lineStatuses', 'Lines', inquiryLine),
]);
