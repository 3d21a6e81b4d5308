import type { CodeType } from '../code-type';

/** A list that comes with the product: a file of `schemas/codes` and what its rows are. */
export interface ShippedList {
  /** Name of the list. */
  readonly set: string;
  readonly file: string;
  readonly type: CodeType;
  /** Sub type of the rows; a column of the file if they differ. */
  readonly subType?: string;
  /** Publisher of the codes. */
  readonly source: string;
}

/** Release of all lists: the month in which they were last compared with their sources. */
export const SHIPPED_RELEASE = '2026-11';

const X12 = 'X12 external code lists; descriptions by Clearloop';
const X12_ELEMENTS = 'X12 005010 data elements; descriptions by Clearloop';
const NUBC = 'UB-04 codes of the NUBC; descriptions by Clearloop';
const CMS = 'CMS; descriptions by Clearloop';

const list = (file: string, type: CodeType, subType: string, source: string): ShippedList => ({
  set: subType,
  file: `${file}.csv`,
  type,
  subType,
  source,
});

/** Every list. Sub types that are X12 elements have the name of their type. */
export const SHIPPED_LISTS: readonly ShippedList[] = [
  list('adjustment-group', 'CLAIM_ADJUSTMENT_GROUP_CODE', 'CLAIM_ADJUSTMENT_GROUP_CODE', X12_ELEMENTS),
  list('claim-adjustment-reason', 'CLAIM_ADJUSTMENT_REASON_CODE', 'CARC', X12),
  list('claim-status', 'CLAIM_STATUS_CODE', 'CLAIM_STATUS_CODE', X12),
  list('claim-status-category', 'CLAIM_STATUS_CATEGORY_CODE', 'CLAIM_STATUS_CATEGORY_CODE', X12),
  list('cpt-modifier', 'MODIFIER', 'CPT_MODIFIER', 'modifiers of the CPT by number; descriptions by Clearloop'),
  list('facility-type', 'FACILITY_TYPE', 'FACILITY_TYPE', NUBC),
  list('frequency', 'FREQUENCY_CODE', 'FREQUENCY_CODE', NUBC),
  list('hcpcs-modifier', 'MODIFIER', 'HCPCS_MODIFIER', CMS),
  list('place-of-service', 'FACILITY_TYPE', 'PLACE_OF_SERVICE', CMS),
  list('provider-adjustment-reason', 'PROVIDER_ADJUSTMENT_REASON_CODE', 'PROVIDER_ADJUSTMENT_REASON_CODE', X12_ELEMENTS),
  { set: 'RBCS_TAXONOMY', file: 'rbcs.csv', type: 'RBCS_TAXONOMY', source: CMS },
  list('remittance-remark', 'REMITTANCE_ADVICE_REMARK_CODE', 'RARC', X12),
  list('ub04-condition', 'UB04_CONDITION_CODE', 'CONDITION', NUBC),
  list('ub04-occurrence', 'UB04_OCCURRENCE_CODE', 'OCCURRENCE', NUBC),
  list('ub04-occurrence-span', 'UB04_OCCURRENCE_SPAN_CODE', 'OCCURRENCE_SPAN', NUBC),
  list('ub04-revenue', 'UB04_REVENUE_CODE', 'REVENUE_CODE', NUBC),
  list('ub04-value', 'UB04_VALUE_CODE', 'VALUE', NUBC),
  list('x12-amount-qualifier', 'X12_AMOUNT_QUALIFIER_CODE', 'X12_AMOUNT_QUALIFIER_CODE', X12_ELEMENTS),
  list('x12-date-time-qualifier', 'X12_DATE_TIME_QUALIFIER_CODE', 'X12_DATE_TIME_QUALIFIER_CODE', X12_ELEMENTS),
  list('x12-entity-identifier', 'X12_ENTITY_IDENTIFIER_CODE', 'X12_ENTITY_IDENTIFIER_CODE', X12_ELEMENTS),
  list('x12-identification-code', 'X12_IDENTIFICATION_CODE', 'X12_IDENTIFICATION_CODE', X12_ELEMENTS),
  list('x12-quantity-qualifier', 'X12_QUANTITY_QUALIFIER_CODE', 'X12_QUANTITY_QUALIFIER_CODE', X12_ELEMENTS),
  list('x12-reference-qualifier', 'X12_REFERENCE_IDENTIFICATION_QUALIFIER_CODE', 'X12_REFERENCE_IDENTIFICATION_QUALIFIER_CODE', X12_ELEMENTS),
];

/** Types of bill are a facility type and a frequency, so they are composed. */
export const TYPE_OF_BILL = {
  set: 'TYPE_OF_BILL',
  file: 'type-of-bill.yaml',
  facilityTypes: 'facility-type.csv',
  frequencies: 'frequency.csv',
  type: 'UB04_TYPE_OF_BILL',
  subType: 'TYPE_OF_BILL',
  source: NUBC,
} as const;
