import { each, firstOf, loops, named, others, periodFrom, record, type RecordOf, repetitions, text, wholePart } from '../../src/plugin';
import { payerResponsibility } from '../vocabulary';
import { coverageProvider, otherInsurer } from './parties';
import { contractAmount, coverageDate, reference } from './qualified-values';

/** IDC, identification cards that are requested. */
const idCard = record('IdCard', {
  planDesc: text('01'),
  typeCode: text('02'),
  count: wholePart('03'),
  actionCode: text('04'),
});

/** 2320, another insurance that pays too. */
const coordinationOfBenefits = record('CoordinationOfBenefits', {
  payerResponsibilitySequenceCode: text('COB01'),
  payerResponsibilitySequence: named(payerResponsibility, 'COB01'),
  groupOrPolicyNumber: text('COB02'),
  coordinationOfBenefitsCode: text('COB03'),
  serviceTypeCodes: repetitions('COB04'),
  additionalIdentifiers: each('REF', reference),
  dateFrom: periodFrom('DTP[344]03'),
  dateTo: periodFrom('DTP[345]03'),
  insurers: firstOf(loops('2330', otherInsurer), each('N1', otherInsurer)),
});

/** 2300, an insurance that the member has or is to have. */
export const healthCoverage = record('HealthCoverage', {
  maintenanceTypeCode: text('HD01'),
  insuranceLineCode: text('HD03'),
  planDescription: text('HD04'),
  coverageLevelCode: text('HD05'),
  lateEnrollmentIndicator: text('HD09'),
  coverageDates: each('DTP', coverageDate),
  contractAmounts: each('AMT', contractAmount),
  groupOrPolicyNumbers: others('REF', reference),
  priorCoverageMonthCount: text('REF[QQ]02'),
  idCards: each('IDC', idCard),
  providers: loops('2310', coverageProvider),
  cobs: loops('2320', coordinationOfBenefits),
});
export type HealthCoverage = RecordOf<typeof healthCoverage>;
