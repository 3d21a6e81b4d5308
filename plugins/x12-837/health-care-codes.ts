import { amount, type CodeListsByQualifier, healthCareCode, healthCareCodes, periodFrom, periodTo, pointedCodes, text } from '../../src/plugin';

/** The diagnoses that service lines point to, in the order of the claim: of ICD-10, of ICD-9, and of SNODENT. */
const POINTED_DIAGNOSES: CodeListsByQualifier = {
  ABK: 'ICD_10_PRINCIPAL',
  ABF: 'ICD_10',
  BK: 'ICD_9_PRINCIPAL',
  BF: 'ICD_9',
  TQ: 'SNODENT',
};

const DIAGNOSES: CodeListsByQualifier = {
  ...POINTED_DIAGNOSES,
  ABJ: 'ICD_10_ADMITTING',
  APR: 'ICD_10_REASON_FOR_VISIT',
  ABN: 'ICD_10_EXTERNAL_CAUSE_OF_INJURY',
  BJ: 'ICD_9_ADMITTING',
  PR: 'ICD_9_REASON_FOR_VISIT',
  ZZ: 'ICD_9_REASON_FOR_VISIT',
  BN: 'ICD_9_EXTERNAL_CAUSE_OF_INJURY',
};

const PROCEDURES: CodeListsByQualifier = {
  BBR: 'ICD_10_PCS_PRINCIPAL',
  BBQ: 'ICD_10_PCS',
  BR: 'ICD_9_PCS_PRINCIPAL',
  BQ: 'ICD_9_PCS',
  BP: 'HCPCS_PRINCIPAL',
  BO: 'HCPCS',
  CAH: 'ABC_PRINCIPAL',
};

/** HI, the diagnoses of a claim; those of an institutional claim say whether they were present on admission. */
export const diagnoses = healthCareCodes(DIAGNOSES, { presentOnAdmissionIndicator: text('-9') });

/** The diagnoses of the claim that a service line points to. */
export const pointedDiagnoses = (pointers: string) => pointedCodes(pointers, '2300', POINTED_DIAGNOSES);

/** HI, procedures: of a hospital stay with their dates, and the surgery that an anesthesia is for. */
export const procedures = healthCareCodes(PROCEDURES, { occurrenceDate: periodFrom('-4') });

export const conditions = healthCareCodes({ BG: 'CONDITION' }, {});

/** HI, what only institutional claims have. */
export const institutionalCodes = {
  drg: healthCareCode({ DR: 'DRG' }),
  procs: procedures,
  occurrenceSpans: healthCareCodes({ BI: 'OCCURRENCE_SPAN' }, { occurrenceDate: periodFrom('-4'), occurrenceEndDate: periodTo('-4') }),
  occurrences: healthCareCodes({ BH: 'OCCURRENCE' }, { occurrenceDate: periodFrom('-4') }),
  valueInfos: healthCareCodes({ BE: 'VALUE' }, { amount: amount('-5') }),
  conditions,
  treatmentCodes: healthCareCodes({ TC: 'TREATMENT' }, {}),
} as const;
