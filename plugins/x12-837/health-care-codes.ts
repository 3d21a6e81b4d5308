import { amount, type CodeListsByQualifier, periodFrom, periodTo, text } from '../../src/plugin';
import { healthCareCode, healthCareCodes, industryLists, pointedHealthCareCodes } from '../vocabulary';

/** The diagnoses that service lines point to, in the order of the claim: of ICD-10, of ICD-9, and of SNODENT. */
const POINTED_DIAGNOSES = industryLists('ABK', 'ABF', 'BK', 'BF', 'TQ');

const DIAGNOSES: CodeListsByQualifier = {
  ...POINTED_DIAGNOSES,
  ...industryLists('ABJ', 'APR', 'ABN', 'BJ', 'PR'),
  // 4010 has reasons for visits as codes that the parties agree on.
  ZZ: 'ICD_9_REASON_FOR_VISIT',
  ...industryLists('BN'),
};

const PROCEDURES = industryLists('BBR', 'BBQ', 'BR', 'BQ', 'BP', 'BO', 'CAH');

/** HI, the diagnoses of a claim; those of an institutional claim show whether they were present on admission. */
export const diagnoses = healthCareCodes(DIAGNOSES, { presentOnAdmissionIndicator: text('-9') });

/** The diagnoses of the claim that a service line points to. */
export const pointedDiagnoses = (pointers: string) => pointedHealthCareCodes(pointers, '2300', POINTED_DIAGNOSES);

/** HI, procedures: of a hospital stay with their dates, and the surgery that an anesthesia is for. */
export const procedures = healthCareCodes(PROCEDURES, { occurrenceDate: periodFrom('-4') });

export const conditions = healthCareCodes(industryLists('BG'), {});

/** HI, what only institutional claims have. */
export const institutionalCodes = {
  drg: healthCareCode(industryLists('DR')),
  procs: procedures,
  occurrenceSpans: healthCareCodes(industryLists('BI'), { occurrenceDate: periodFrom('-4'), occurrenceEndDate: periodTo('-4') }),
  occurrences: healthCareCodes(industryLists('BH'), { occurrenceDate: periodFrom('-4') }),
  valueInfos: healthCareCodes(industryLists('BE'), { amount: amount('-5') }),
  conditions,
  treatmentCodes: healthCareCodes(industryLists('TC'), {}),
} as const;
