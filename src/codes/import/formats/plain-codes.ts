import type { CodeType } from '../../code-type';

/** The only list of a type, for files that name only the type; of types with several lists, files must name the list. */
const SUB_TYPES: Readonly<Partial<Record<CodeType, string>>> = {
  CLAIM_ADJUSTMENT_REASON_CODE: 'CARC',
  DRUG: 'NDC',
  REMITTANCE_ADVICE_REMARK_CODE: 'RARC',
  UB04_CONDITION_CODE: 'CONDITION',
  UB04_OCCURRENCE_CODE: 'OCCURRENCE',
  UB04_OCCURRENCE_SPAN_CODE: 'OCCURRENCE_SPAN',
  UB04_REVENUE_CODE: 'REVENUE_CODE',
  UB04_TYPE_OF_BILL: 'TYPE_OF_BILL',
  UB04_VALUE_CODE: 'VALUE',
};

const TYPES_OF_SEVERAL_LISTS: readonly CodeType[] = ['DIAGNOSIS', 'FACILITY_TYPE', 'MODIFIER', 'PROCEDURE', 'RBCS_TAXONOMY'];

/** Returns the sub type of a type that has one list; undefined for the others. */
export function onlySubType(type: CodeType): string | undefined {
  return TYPES_OF_SEVERAL_LISTS.includes(type) ? undefined : (SUB_TYPES[type] ?? type);
}

/** Returns the stored form of a code: without dots and hyphens, except those of an NDC. */
export function withoutPunctuation(type: CodeType, code: string): string {
  return type === 'DRUG' ? code : code.replace(/[.-]/g, '');
}
