import { nearestName } from '../common/nearest-name';

/** Every code set type: those of the interface document, 2.3, and CLAIM_ADJUSTMENT_GROUP_CODE, which is ours. */
export const CODE_TYPES = [
  'CLAIM_ADJUSTMENT_GROUP_CODE',
  'CLAIM_ADJUSTMENT_REASON_CODE',
  'CLAIM_STATUS_CATEGORY_CODE',
  'CLAIM_STATUS_CODE',
  'DIAGNOSIS',
  'DRG',
  'DRUG',
  'FACILITY_TYPE',
  'FREQUENCY_CODE',
  'MODIFIER',
  'PROCEDURE',
  'PROVIDER_ADJUSTMENT_REASON_CODE',
  'PROVIDER_TAXONOMY',
  'RBCS_TAXONOMY',
  'REMITTANCE_ADVICE_REMARK_CODE',
  'UB04_CONDITION_CODE',
  'UB04_OCCURRENCE_CODE',
  'UB04_OCCURRENCE_SPAN_CODE',
  'UB04_REVENUE_CODE',
  'UB04_TYPE_OF_BILL',
  'UB04_VALUE_CODE',
  'X12_AMOUNT_QUALIFIER_CODE',
  'X12_DATE_TIME_QUALIFIER_CODE',
  'X12_ENTITY_IDENTIFIER_CODE',
  'X12_IDENTIFICATION_CODE',
  'X12_QUANTITY_QUALIFIER_CODE',
  'X12_REFERENCE_IDENTIFICATION_QUALIFIER_CODE',
] as const;

/** The type of a stored code. */
export type CodeType = (typeof CODE_TYPES)[number];

const UB_CODE = 'UB_CODE';

/** Allowed `type` parameter: a type, or UB_CODE for all UB-04 types together. */
export const SELECTABLE_TYPES: readonly string[] = [...CODE_TYPES, UB_CODE].sort();

const TYPES_BY_NAME: ReadonlyMap<string, readonly CodeType[]> = new Map<string, readonly CodeType[]>([
  ...CODE_TYPES.map((type) => [type, [type]] as const),
  [UB_CODE, CODE_TYPES.filter((type) => type.startsWith('UB04_'))],
  ['MS_DRG', ['DRG']],
]);

/** Other names of lists. Claims and the interface document have MS-DRGs as DRG. */
const LIST_NAMES: ReadonlyMap<string, string> = new Map([['MS_DRG', 'DRG']]);

/** Returns the sub type of a list by any of its names, in any case. */
export function listName(name: string): string {
  // PostgreSQL has no text with the null character, and would refuse the question.
  const upper = name.trim().toUpperCase().replaceAll('\0', '\ufffd');
  return LIST_NAMES.get(upper) ?? upper;
}

/** Returns the types that a name selects, in any case; undefined for an unknown name. */
export function selectTypes(name: string): readonly CodeType[] | undefined {
  return TYPES_BY_NAME.get(name.trim().toUpperCase());
}

/** Returns the type of a name; undefined for an unknown one and for UB_CODE. */
export function findCodeType(name: string): CodeType | undefined {
  const types = selectTypes(name);
  return types?.length === 1 ? types[0] : undefined;
}

/** Types of lists by their usual names. */
const TYPES_OF_LISTS: Readonly<Record<string, CodeType>> = {
  CARC: 'CLAIM_ADJUSTMENT_REASON_CODE',
  CDT: 'PROCEDURE',
  CPT: 'PROCEDURE',
  HCPCS: 'PROCEDURE',
  ICD_10: 'DIAGNOSIS',
  ICD_10_CM: 'DIAGNOSIS',
  ICD_10_PCS: 'PROCEDURE',
  ICD_9: 'DIAGNOSIS',
  ICD_9_CM: 'DIAGNOSIS',
  NDC: 'DRUG',
  NUCC: 'PROVIDER_TAXONOMY',
  PLACE_OF_SERVICE: 'FACILITY_TYPE',
  POS: 'FACILITY_TYPE',
  RARC: 'REMITTANCE_ADVICE_REMARK_CODE',
  RBCS: 'RBCS_TAXONOMY',
  TAXONOMY: 'PROVIDER_TAXONOMY',
  TOB: 'UB04_TYPE_OF_BILL',
};

const LISTS_BY_LETTERS: ReadonlyMap<string, CodeType> = new Map(Object.entries(TYPES_OF_LISTS).map(([name, type]) => [letters(name), type]));

/** Returns the type that an unknown name most likely means, by the name of a list or by its spelling; undefined when none is near. */
export function nearestType(name: string): string | undefined {
  return LISTS_BY_LETTERS.get(letters(name)) ?? nearestName(name.trim().toUpperCase(), SELECTABLE_TYPES);
}

function letters(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
