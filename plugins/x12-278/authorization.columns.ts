import { column, columns, list, part, table, type TableEntry } from '../../src/plugin';
import { addressColumns, contactColumns, modifierColumns, partyNameColumns, personNameColumns } from '../vocabulary';
import { authorization, personAuthorization, requesterAuthorization, reviewerAuthorization } from './authorization';

/** What schemas call authorizations. */
const TRANSACTION_TYPE = '278';

const identity: readonly TableEntry[] = columns('identificationType', 'identifier');

const errors = list('errors', 'Errors', columns('level', 'rejectReasonCode', 'rejectReason', 'followUpActionCode', 'followUpAction'));

const ids = list('additionalIds', 'AdditionalIds', columns('qualifierCode', 'type', 'identification'));

const headColumns: readonly TableEntry[] = [
  column('id'),
  column('fileName'),
  part('transaction', 'Transaction', columns('controlNumber', 'creationDateTime')),
  part('transaction', '', columns('transactionType', 'originatorApplicationTransactionId')),
  list('requestErrors', 'RequestErrors', columns('rejectReasonCode', 'rejectReason', 'followUpAction')),
  part('reviewer', 'Reviewer', [...identity, ...partyNameColumns, contactColumns, errors]),
];

const requesterColumns = part('requester', 'Requester', [column('entityRole'), ...identity, ...partyNameColumns, addressColumns, contactColumns, errors]);

const personColumns: readonly TableEntry[] = [
  ...identity,
  ...personNameColumns,
  ...columns('birthDate', 'gender', 'relationshipType'),
  addressColumns,
  ids,
  errors,
];

const peopleColumns: readonly TableEntry[] = [requesterColumns, part('subscriber', 'Subscriber', personColumns), part('patient', 'Patient', personColumns)];

const traces = list('traceNumbers', 'TraceNumbers', columns('type', 'traceIdentifier', 'originatingCompanyIdentifier'));

const reviewColumns: readonly TableEntry[] = [
  ...columns('requestCategoryCode', 'requestCategory', 'certificationTypeCode', 'certificationType', 'serviceTypeCode', 'serviceType'),
  part('facilityCode', 'Facility', [column('code')]),
  part('decision', 'Decision', [...columns('actionCode', 'action', 'authorizationNumber'), list('reasonCodes', 'ReasonCodes')]),
  ...columns('previousAuthorizationNumber', 'administrativeReferenceNumber', 'certificationIssueDate', 'certificationExpirationDate'),
  ...columns('certificationDateFrom', 'certificationDateTo'),
];

const deliveryColumns = part('delivery', 'Delivery', [
  ...columns('quantityType', 'quantity', 'unit', 'sampleFrequency', 'period', 'periodCount', 'frequency', 'deliveryTime'),
]);

const providers = list('providers', 'Providers', [column('entityRole'), ...identity, ...partyNameColumns, column('providerRole'), addressColumns, errors]);

const procedureColumns: readonly TableEntry[] = [part('procedure', 'Procedure', [column('code'), modifierColumns]), ...columns('chargeAmount', 'quantity')];

const serviceColumns = list('services', 'Services', [
  traces,
  errors,
  ...reviewColumns,
  ...columns('serviceDateFrom', 'serviceDateTo'),
  part('professionalService', 'Professional', [...procedureColumns, part('drug', 'Drug', [column('code')]), column('unit')]),
  part('institutionalService', 'Institutional', [part('revenueCode', 'Revenue', [column('code')]), ...procedureColumns, column('unit')]),
  part('dentalService', 'Dental', procedureColumns),
  deliveryColumns,
  column('message'),
  providers,
]);

/** The rows of authorizations: the event, and its services. */
export const authorizationTable = table(TRANSACTION_TYPE, 'Main', authorization, [
  ...headColumns,
  ...peopleColumns,
  traces,
  errors,
  ...reviewColumns,
  ...columns('levelOfService', 'healthCondition', 'prognosis', 'accidentDate', 'onsetDate', 'eventDateFrom', 'eventDateTo'),
  ...columns('admissionDateFrom', 'admissionDateTo', 'dischargeDate'),
  list('diags', 'Diags', columns('subType', 'code', 'diagnosisDate')),
  deliveryColumns,
  column('message'),
  providers,
  serviceColumns,
]);

/** Persons without an event. */
export const personTable = table(TRANSACTION_TYPE, 'Persons', personAuthorization, [...headColumns, ...peopleColumns]);

/** Requesters without a person. */
export const requesterTable = table(TRANSACTION_TYPE, 'Requesters', requesterAuthorization, [...headColumns, requesterColumns]);

/** Reviewers without a requester. */
export const reviewerTable = table(TRANSACTION_TYPE, 'Reviewers', reviewerAuthorization, headColumns);
