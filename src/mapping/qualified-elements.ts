/*
 * Some elements take their codes from a list that a qualifier beside them names. This is the one table of those lists: records, generation
 * and validation use it, and a test compares it with the qualifiers that every guide allows.
 */

/** Lists (`subType`) by the code of a qualifier; null for a qualifier that names a number of an organization and no list. */
export type ListsByQualifier = Readonly<Record<string, string | null>>;

/** Lists by qualifier, where every one has a list. */
export type CodeListsByQualifier = Readonly<Record<string, string>>;

/** Data element 1270: the lists of industry codes (1271), such as LQ02 by LQ01, C022-2 by C022-1 and C043-2 by C043-4. */
const INDUSTRY_LISTS = {
  ABF: 'ICD_10',
  ABJ: 'ICD_10_ADMITTING',
  ABK: 'ICD_10_PRINCIPAL',
  ABN: 'ICD_10_EXTERNAL_CAUSE_OF_INJURY',
  ABR: 'ASSIGNED_BY_RECEIVER',
  APR: 'ICD_10_REASON_FOR_VISIT',
  AS: 'FORM_TYPE',
  BBQ: 'ICD_10_PCS',
  BBR: 'ICD_10_PCS_PRINCIPAL',
  BE: 'VALUE',
  BF: 'ICD_9',
  BG: 'CONDITION',
  BH: 'OCCURRENCE',
  BI: 'OCCURRENCE_SPAN',
  BJ: 'ICD_9_ADMITTING',
  BK: 'ICD_9_PRINCIPAL',
  BN: 'ICD_9_EXTERNAL_CAUSE_OF_INJURY',
  BO: 'HCPCS',
  BP: 'HCPCS_PRINCIPAL',
  BQ: 'ICD_9_PCS',
  BR: 'ICD_9_PCS_PRINCIPAL',
  CAH: 'ABC_PRINCIPAL',
  DR: 'DRG',
  GR: 'NCCI_NATURE_OF_INJURY',
  HE: 'RARC',
  JO: 'ISO_TOOTH_NUMBER',
  JP: 'TOOTH_NUMBER',
  LOI: 'LOINC',
  NDC: 'NDC',
  NI: 'NATURE_OF_INJURY',
  PR: 'ICD_9_REASON_FOR_VISIT',
  REC: 'RACE_COLLECTION',
  RET: 'RACE_OR_ETHNICITY',
  RX: 'NCPDP_REJECT_CODE',
  TC: 'TREATMENT',
  TQ: 'SNODENT',
  UT: 'CMN_FORM',
  ZZ: 'MUTUALLY_DEFINED',
} as const satisfies ListsByQualifier;

/** Data element 235: the lists of products and services (234), such as C003-2 by C003-1 and LIN03 by LIN02. CPT shares HC with HCPCS. */
const PRODUCT_LISTS = {
  HC: 'HCPCS',
  CJ: 'CPT',
  AD: 'ADA',
  CI: 'CLEI',
  DX: 'ICD_9',
  ER: 'JURISDICTION_SPECIFIC',
  HP: 'HIPPS',
  ID: 'ICD_9_PCS',
  IV: 'HIEC',
  WK: 'ABC',
  ZZ: 'MUTUALLY_DEFINED',
  EN: 'EAN_UCC_13',
  EO: 'EAN_UCC_8',
  HI: 'HIBC',
  N4: 'NDC',
  N1: 'NDC',
  N2: 'NDC',
  N3: 'NDC',
  ND: 'NDC',
  N6: 'NHRIC',
  NH: 'NHRIC',
  ON: 'CUSTOMER_ORDER_NUMBER',
  UI: 'UPC',
  UK: 'GTIN_14',
  UP: 'UPC',
  NU: 'REVENUE_CODE',
  RB: 'UB82_REVENUE_CODE',
} as const satisfies ListsByQualifier;

/** Data element 1332: the lists of facility codes (1331), C023-1 by C023-2. */
const FACILITY_LISTS = { A: 'FACILITY_TYPE', B: 'PLACE_OF_SERVICE' } as const satisfies ListsByQualifier;

/** Data element 128 in PRV: PRV03 is a taxonomy, or a number of the provider. ZZ is the taxonomy of 004010. */
const PROVIDER_LISTS = {
  PXC: 'PROVIDER_TAXONOMY',
  ZZ: 'PROVIDER_TAXONOMY',
  '9K': null,
  D3: null,
  EI: null,
  HPI: null,
  SY: null,
  TJ: null,
} as const satisfies ListsByQualifier;

/** A data element whose values are from the list that another one names. */
export interface QualifiedElement {
  /** The data element of the qualifier. */
  readonly by: string;
  readonly lists: ListsByQualifier;
}

/** By the data element of the value; guides say with `codeSetBy` where the qualifier stands. */
export const qualifiedElements = {
  '127': { by: '128', lists: PROVIDER_LISTS },
  '234': { by: '235', lists: PRODUCT_LISTS },
  '1271': { by: '1270', lists: INDUSTRY_LISTS },
  '1331': { by: '1332', lists: FACILITY_LISTS },
} as const satisfies Readonly<Record<string, QualifiedElement>>;
