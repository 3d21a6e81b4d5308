import { BYTE, isDigit, isLetter } from '../common/bytes';
import { IntTable } from '../common/int-table';
import { packCode, packText } from '../common/pack-code';
import type { ElementDef } from '../guide/guide.types';
import { codeList, type CodeList } from '../mapping/code-list';
import { qualifiedElements } from '../mapping/qualified-elements';

/** A list that codes are checked against: its name in JSON, and in sentences. */
export interface CheckedList {
  readonly list: CodeList;
  /** Such as `Claim Adjustment Reason Code`. */
  readonly label: string;
  /** True for procedures of HCPCS: their form may be enough to see that there is no such code. */
  readonly byShape?: true;
}

/** Source of a value's list: the guide, or a qualifier next to the value. */
export type CodeSource =
  | { readonly kind: 'list'; readonly list: CheckedList }
  /** `by` is the number of the element, or of the component where the value is one; `usual` the list of a value without qualifier. */
  | { readonly kind: 'qualifier'; readonly by: number; readonly usual: CheckedList | undefined };

/** Names of code lists in guides, and the lists; null for a list that the product does not have, whose codes are not checked. */
export const LIST_OF_GUIDE: Readonly<Record<string, string | null>> = {
  admission_source: null,
  admission_type: null,
  carc: 'CARC',
  claim_frequency: 'FREQUENCY_CODE',
  claim_status: 'CLAIM_STATUS_CODE',
  claim_status_category: 'CLAIM_STATUS_CATEGORY_CODE',
  country: null,
  country_subdivision: null,
  currency: null,
  drg: 'DRG',
  patient_status: null,
  place_of_service: 'PLACE_OF_SERVICE',
  provider_taxonomy: 'PROVIDER_TAXONOMY',
  rarc: 'RARC',
  revenue_code: 'REVENUE_CODE',
  state: null,
  ub_facility: 'FACILITY_TYPE',
  // CLP08 has no qualifier: which of both lists it is depends on the rest of the claim.
  ub_facility_or_pos: null,
  zip_code: null,
};

/** Names of lists in sentences; `CODE Code` for others. */
const LABELS: Readonly<Record<string, string>> = {
  CARC: 'Claim Adjustment Reason Code',
  CLAIM_STATUS_CATEGORY_CODE: 'Claim Status Category Code',
  CLAIM_STATUS_CODE: 'Claim Status Code',
  CONDITION: 'Condition Code',
  DRG: 'Diagnosis Related Group',
  FACILITY_TYPE: 'Facility Type',
  FREQUENCY_CODE: 'Claim Frequency Code',
  HCPCS: 'HCPCS Procedure',
  ICD_10: 'ICD-10 Diagnosis',
  ICD_10_PCS: 'ICD-10 Procedure',
  ICD_9: 'ICD-9 Diagnosis',
  ICD_9_PCS: 'ICD-9 Procedure',
  NDC: 'National Drug Code',
  OCCURRENCE: 'Occurrence Code',
  OCCURRENCE_SPAN: 'Occurrence Span Code',
  PLACE_OF_SERVICE: 'Place of Service',
  PROVIDER_TAXONOMY: 'Provider Taxonomy',
  RARC: 'Remittance Advice Remark Code',
  REVENUE_CODE: 'Revenue Code',
  VALUE: 'Value Code',
};

/** Lists of records whose codes are those of another list: the name is that of the code's place on the claim. */
const CODES_OF: Readonly<Record<string, string>> = {
  ABC_PRINCIPAL: 'ABC',
  HCPCS_PRINCIPAL: 'HCPCS',
  ...Object.fromEntries(['PRINCIPAL', 'ADMITTING', 'REASON_FOR_VISIT', 'EXTERNAL_CAUSE_OF_INJURY'].map((use) => [`ICD_10_${use}`, 'ICD_10'])),
  ...Object.fromEntries(['PRINCIPAL', 'ADMITTING', 'REASON_FOR_VISIT', 'EXTERNAL_CAUSE_OF_INJURY'].map((use) => [`ICD_9_${use}`, 'ICD_9'])),
  ICD_10_PCS_PRINCIPAL: 'ICD_10_PCS',
  ICD_9_PCS_PRINCIPAL: 'ICD_9_PCS',
};

/** Codes that the parties of a file agree on, which no list has. */
const WITHOUT_LIST = ['ASSIGNED_BY_RECEIVER', 'CUSTOMER_ORDER_NUMBER', 'JURISDICTION_SPECIFIC', 'MUTUALLY_DEFINED'];

function checked(subType: string | null | undefined): CheckedList | undefined {
  if (subType === null || subType === undefined || WITHOUT_LIST.includes(subType)) return undefined;
  const name = CODES_OF[subType] ?? subType;
  // HCPCS level I is CPT, level II the list of that name: they share a qualifier, and differ in the form of the code.
  return { list: codeList(name), label: LABELS[name] ?? `${name} Code`, ...(name === 'HCPCS' ? { byShape: true } : {}) };
}

const HCPCS: CheckedList = { list: codeList('HCPCS'), label: 'HCPCS Procedure', byShape: true };
const CPT: CheckedList = { list: codeList('CPT'), label: 'CPT Procedure' };

/** The lists that qualifiers name, by the data element of the value and the packed qualifier. */
const BY_QUALIFIER: ReadonlyMap<string, IntTable<CheckedList>> = new Map(
  Object.entries(qualifiedElements).map(([dataElement, { lists }]) => {
    const entries = Object.entries(lists).flatMap(([qualifier, subType]) => {
      const list = checked(subType);
      return list === undefined ? [] : [[packText(qualifier), list] as const];
    });
    return [dataElement, new IntTable(entries)];
  }),
);

/** Returns the source of an element's list; undefined for elements without a list. */
export function codeSourceOf({ codeSet, codeSetBy, dataElement }: ElementDef): CodeSource | undefined {
  const list = codeSet === undefined ? undefined : checked(LIST_OF_GUIDE[codeSet]);
  if (codeSetBy !== undefined && BY_QUALIFIER.has(dataElement)) return { kind: 'qualifier', by: codeSetBy, usual: list };
  return list && { kind: 'list', list };
}

/** The list that a qualifier names for values of a data element. */
export function listOfQualifier(dataElement: string, bytes: Uint8Array, start: number, end: number): CheckedList | undefined {
  return BY_QUALIFIER.get(dataElement)?.get(packCode(bytes, start, end));
}

/** Returns the list that a procedure code may be in by its form, or undefined when no release can have it. */
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
