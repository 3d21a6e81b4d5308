import { column, columns, list, part, table, type TableEntry } from '../../src/plugin';
import { addressColumns, contactColumns, modifierColumns, partyNameColumns, personNameColumns } from '../vocabulary';
import { eligibility, rejectedRequest } from './eligibility';
import { eligibilityInquiry } from './inquiry';

/** What schemas call answers and questions. */
const RESPONSE_TYPE = '271';
const INQUIRY_TYPE = '270';

const identity: readonly TableEntry[] = [...columns('identificationType', 'identifier')];

const ids = list('additionalIds', 'AdditionalIds', columns('qualifierCode', 'type', 'identification', 'description'));

const dates: readonly TableEntry[] = columns('qualifierCode', 'type', 'date', 'dateTo');

const headColumns: readonly TableEntry[] = [
  column('id'),
  part('transaction', '', [part('fileInfo', 'File', [column('name')])]),
  part('transaction', 'Transaction', columns('controlNumber', 'creationDateTime')),
  part('transaction', '', [column('originatorApplicationTransactionId')]),
  part('payer', 'Payer', [...identity, column('lastNameOrOrgName', 'Name')]),
  part('provider', 'Provider', [...identity, ...partyNameColumns, part('providerTaxonomy', 'Taxonomy', [column('code')])]),
];

/** Columns of a person, with the numbers that the set has. */
const personColumns = (numbers: TableEntry): readonly TableEntry[] => [
  ...personNameColumns,
  ...columns('birthDate', 'gender', 'relationshipType'),
  addressColumns,
  numbers,
];

const peopleColumns = (numbers: TableEntry): readonly TableEntry[] => [
  part('subscriber', 'Subscriber', [...identity, ...personColumns(numbers)]),
  part('patient', 'Patient', personColumns(numbers)),
  list('traceNumbers', 'TraceNumbers', columns('type', 'traceIdentifier', 'originatingCompanyIdentifier')),
  list('planDates', 'PlanDates', dates),
];

/** Numbers of persons in inquiries, which have no names of plans. */
const inquiryIds = list('additionalIds', 'AdditionalIds', columns('qualifierCode', 'type', 'identification'));

const errorColumns = list('errors', 'Errors', columns('level', 'rejectReasonCode', 'rejectReason', 'followUpActionCode', 'followUpAction'));

const procedureColumns: readonly TableEntry[] = [part('procedure', 'Procedure', [column('code'), modifierColumns]), part('drug', 'Drug', [column('code')])];

const benefitColumns = list('benefits', 'Benefits', [
  ...columns('informationCode', 'informationType', 'coverageLevelCode', 'coverageLevel'),
  list('serviceTypeCodes', 'ServiceTypeCodes'),
  ...columns('insuranceTypeCode', 'insuranceType', 'planDescription', 'timePeriodCode', 'timePeriod', 'balanceType'),
  ...columns('amount', 'percent', 'quantityType', 'quantity', 'authorizationRequired', 'inPlanNetwork'),
  ...procedureColumns,
  list('limits', 'Limits', columns('quantityType', 'quantity', 'unit', 'unitsPerPeriod', 'timePeriod', 'periodCount', 'deliveryFrequency', 'deliveryTime')),
  ids,
  list('dates', 'Dates', dates),
  list('messages', 'Messages'),
  list('placesOfService', 'PlacesOfService', [part('facilityCode', 'Facility', [column('code')]), column('placeOfServiceType')]),
  list('relatedEntities', 'RelatedEntities', [column('entityRole'), ...identity, ...partyNameColumns, addressColumns, contactColumns]),
]);

/** The rows of answers: persons, and their benefits. */
export const eligibilityTable = table(RESPONSE_TYPE, 'Main', eligibility, [...headColumns, ...peopleColumns(ids), errorColumns, benefitColumns]);

/** Requests that were rejected before any person. */
export const rejectionTable = table(RESPONSE_TYPE, 'Rejections', rejectedRequest, [...headColumns, errorColumns]);

const inquiryColumns = list('inquiries', 'Inquiries', [
  list('serviceTypeCodes', 'ServiceTypeCodes'),
  ...columns('coverageLevelCode', 'coverageLevel', 'insuranceTypeCode', 'insuranceType'),
  ...procedureColumns,
  ...columns('spendDownAmount', 'spendDownTotalBilledAmount'),
  list('dates', 'Dates', dates),
]);

/** The rows of inquiries: persons and their questions. */
export const inquiryTable = table(INQUIRY_TYPE, 'Main', eligibilityInquiry, [...headColumns, ...peopleColumns(inquiryIds), inquiryColumns]);
