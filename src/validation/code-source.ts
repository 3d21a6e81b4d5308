import { BYTE, isDigit, isLetter } from '../common/bytes';
import { IntTable } from '../common/int-table';
import { packCode, packText } from '../common/pack-code';
import type { ElementDef } from '../guide/guide.types';
import { codeList, type CodeList } from '../mapping/code-list';
import { PRODUCT_BY_QUALIFIER } from '../mapping/shapes/product';

/** A list that codes are checked against: its name in JSON, and in sentences. */
export interface CheckedList {
  readonly list: CodeList;
  /** Such as `Claim Adjustment Reason Code`. */
  readonly label: string;
  /** True for procedures of HCPCS, whose form alone may tell that there is no such code. */
  readonly byShape?: true;
}

/** Where the list of a value is told: by the guide, or by a qualifier beside the value. */
export type CodeSource =
  | { readonly kind: 'list'; readonly list: CheckedList }
  /** `by` is the number of the element, or of the component where the value is one. */
  | { readonly kind: 'qualifier'; readonly by: number };

const checked = (subType: string, label: string): CheckedList => ({ list: codeList(subType), label });

/** Names of code lists in guides, and the lists. Lists that are not here are kept nowhere, and not checked. */
const LIST_OF_GUIDE: Readonly<Record<string, CheckedList>> = {
  carc: checked('CARC', 'Claim Adjustment Reason Code'),
  claim_frequency: checked('FREQUENCY_CODE', 'Claim Frequency Code'),
  claim_status: checked('CLAIM_STATUS_CODE', 'Claim Status Code'),
  claim_status_category: checked('CLAIM_STATUS_CATEGORY_CODE', 'Claim Status Category Code'),
  drg: checked('DRG', 'Diagnosis Related Group'),
  place_of_service: checked('PLACE_OF_SERVICE', 'Place of Service'),
  provider_taxonomy: checked('PROVIDER_TAXONOMY', 'Provider Taxonomy'),
  rarc: checked('RARC', 'Remittance Advice Remark Code'),
  revenue_code: checked('REVENUE_CODE', 'Revenue Code'),
  ub_facility: checked('FACILITY_TYPE', 'Facility Type'),
};

/** HCPCS level I is CPT, level II the list of that name: they share a qualifier, and the form of the code tells them apart. */
const HCPCS: CheckedList = { ...checked('HCPCS', 'HCPCS Procedure'), byShape: true };
const CPT = checked('CPT', 'CPT Procedure');

/** Products and services, as records read them; NDC and revenue codes among them. */
const PRODUCT_ELEMENT = '234';

const PRODUCT_LABELS: Readonly<Record<string, string>> = { NDC: 'National Drug Code', REVENUE_CODE: 'Revenue Code' };

const ICD_10 = checked('ICD_10', 'ICD-10 Diagnosis');
const ICD_9 = checked('ICD_9', 'ICD-9 Diagnosis');
const ICD_10_PCS = checked('ICD_10_PCS', 'ICD-10 Procedure');
const ICD_9_PCS = checked('ICD_9_PCS', 'ICD-9 Procedure');

/** Data element 1271, a code whose list data element 1270 names. */
const INDUSTRY_ELEMENT = '1271';

const INDUSTRY_LISTS: Readonly<Record<string, CheckedList>> = {
  ...Object.fromEntries(['ABK', 'ABF', 'ABJ', 'APR', 'ABN'].map((qualifier) => [qualifier, ICD_10])),
  ...Object.fromEntries(['BK', 'BF', 'BJ', 'PR', 'BN'].map((qualifier) => [qualifier, ICD_9])),
  BBR: ICD_10_PCS,
  BBQ: ICD_10_PCS,
  BR: ICD_9_PCS,
  BQ: ICD_9_PCS,
  BP: HCPCS,
  BO: HCPCS,
  BE: checked('VALUE', 'Value Code'),
  BG: checked('CONDITION', 'Condition Code'),
  BH: checked('OCCURRENCE', 'Occurrence Code'),
  BI: checked('OCCURRENCE_SPAN', 'Occurrence Span Code'),
  DR: checked('DRG', 'Diagnosis Related Group'),
};

const BY_QUALIFIER: ReadonlyMap<string, IntTable<CheckedList>> = new Map([
  [PRODUCT_ELEMENT, new IntTable(PRODUCT_BY_QUALIFIER.keyList().map((key) => [key, checkedProduct(PRODUCT_BY_QUALIFIER.get(key)?.list)] as const))],
  [INDUSTRY_ELEMENT, new IntTable(Object.entries(INDUSTRY_LISTS).map(([qualifier, list]) => [packText(qualifier), list] as const))],
]);

function checkedProduct(list: CodeList | undefined): CheckedList {
  return list === undefined ? HCPCS : { list, label: PRODUCT_LABELS[list.subType] ?? `${list.subType} Code` };
}

/** Tells where the list of an element is named; undefined for elements that are from no list. */
export function codeSourceOf({ codeSet, codeSetBy, dataElement }: ElementDef): CodeSource | undefined {
  const list = codeSet === undefined ? undefined : LIST_OF_GUIDE[codeSet];
  if (list !== undefined) return { kind: 'list', list };
  return codeSetBy !== undefined && BY_QUALIFIER.has(dataElement) ? { kind: 'qualifier', by: codeSetBy } : undefined;
}

/** The list that a qualifier names for values of a data element. */
export function listOfQualifier(dataElement: string, bytes: Uint8Array, start: number, end: number): CheckedList | undefined {
  return BY_QUALIFIER.get(dataElement)?.get(packCode(bytes, start, end));
}

/** What the form of a procedure code says: the list that it may be in, or undefined when no release can have it. */
export function listByShape(bytes: Uint8Array, start: number, end: number): CheckedList | undefined {
  if (end - start !== CODE_LENGTH) return undefined;
  for (let i = start + 1; i < end - 1; i++) if (!isDigit(bytes[i] ?? 0)) return undefined;
  const first = bytes[start] ?? 0;
  const last = bytes[end - 1] ?? 0;
  if (isDigit(first)) return isDigit(last) || isCapital(last) ? CPT : undefined;
  return isCapital(first) && isDigit(last) ? HCPCS : undefined;
}

const CODE_LENGTH = 5;

const isCapital = (byte: number): boolean => isLetter(byte) && byte <= BYTE.UPPER_Z;
