import { each, joined, loops, object, others, quantity, record, type RecordOf, text, unlessGiven, validationIssues, withoutPlace } from '../../src/plugin';
import { amountItem } from '../vocabulary';
import {
  assignments,
  billType,
  circumstances,
  claimHead,
  claimProviders,
  day,
  delay,
  embeddedTransaction,
  fixedFormatRecords,
  insuredPeople,
  notes,
  ownServiceDates,
  patientPaidAmount,
  reference,
} from './claim-parts';
import { dentalLine } from './dental-line';
import { diagnoses } from './health-care-codes';
import { repricing } from './repricing';
import { attachment, contractInfo } from './supporting-information';

/** DN1, an orthodontic treatment. */
const orthodonticInfo = record('OrthodonticInfo', {
  treatmentMonthsCount: quantity('01'),
  treatmentMonthsRemainingCount: quantity('02'),
  applianceIndicator: text('03'),
  treatmentIndicator: text('04'),
});

/** DN2, a tooth that is missing or will be extracted. */
const toothStatus = record('ToothStatus', {
  toothNumber: text('01'),
  statusCode: text('02'),
});

/** 2300 of a dental claim or predetermination (X224). */
export const dentalClaim = record('DentClaim', {
  ...claimHead,
  patientPaidAmount,
  ...billType('PLACE_OF_SERVICE'),
  ...ownServiceDates,
  ...insuredPeople,
  providerSignatureIndicator: text('CLM06'),
  ...assignments,
  ...circumstances,
  predeterminationOfBenefitsCode: text('CLM19'),
  ...delay,
  serviceAuthorizationExceptionCode: reference('4N'),
  referralNumber: reference('9F'),
  priorAuthorizationNumber: reference('G1'),
  originalReferenceNumber: reference('F8'),
  repricedReferenceNumber: reference('9A'),
  adjustedRepricedReferenceNumber: reference('9C'),
  clearinghouseTraceNumber: reference('D9'),
  medicalRecordNumber: withoutPlace('a dental claim has no REF EA.'),
  demonstrationProjectIdentifier: withoutPlace('a dental claim has no REF P4.'),
  supplementalAmounts: others('AMT', amountItem),
  accidentDate: day('439'),
  orthodonticBandingDate: day('452'),
  admissionDate: day('435'),
  dischargeDate: day('096'),
  referralDate: day('330'),
  repricerReceivedDate: day('050'),
  orthodonticInfo: object('DN1', orthodonticInfo),
  toothStatuses: each('DN2', toothStatus),
  predeterminationOfBenefitsIdentifier: reference('G3'),
  fixedFormatRecords,
  claimNote: unlessGiven('notes', joined('NTE02')),
  notes,
  ...claimProviders,
  diags: diagnoses,
  attachments: each('PWK', attachment),
  contractInfo: object('CN1', contractInfo),
  repricing: object('HCP', repricing),
  serviceLines: loops('2400', dentalLine),
  validationIssues: validationIssues(),
  transaction: embeddedTransaction,
});
export type DentalClaim = RecordOf<typeof dentalClaim>;
