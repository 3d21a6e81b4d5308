import {
  amount,
  each,
  firstAndAll,
  firstOf,
  integers,
  joined,
  named,
  object,
  others,
  quantity,
  record,
  type RecordOf,
  text,
  texts,
  unlessGiven,
  unusualCode,
  withoutPlace,
} from '../../src/plugin';
import { amountItem, placeOfServiceType, procedure, quantityItem } from '../vocabulary';
import { day, fixedFormatRecords, notes, qualifierOfDay, reference } from './claim-parts';
import { pointedDiagnoses } from './health-care-codes';
import { adjudications, lineAdjustments, lineDates, lineProviders, noPrescriptionNumberType } from './line-parts';
import { repricing } from './repricing';
import { attachment, contractInfo } from './supporting-information';

/** TOO, a tooth of the service and its surfaces. */
const toothInfo = record('ToothInfo', {
  qualifierCode: unusualCode('01', 'JP'),
  code: text('02'),
  surfaceCodes: texts('03'),
});

/** 2400 of a dental claim. Repriced numbers have the qualifiers of the claim (9A, 9C) or of lines (9B, 9D). */
export const dentalLine = record('DentLine', {
  sourceLineId: reference('6R'),
  placeOfServiceType: named(placeOfServiceType, 'SV303', 'OTHER'),
  placeOfServiceCode: text('SV303'),
  oralCavityDesignationCodes: texts('SV304'),
  prosthesisCrownOrInlayCode: text('SV305'),
  predeterminationOfBenefitsIdentifier: reference('G3'),
  repricedReferenceNumber: firstOf(reference('9A'), reference('9B')),
  adjustedRepricedReferenceNumber: firstOf(reference('9C'), reference('9D')),
  ...firstAndAll('priorAuthorization', 'priorAuthorizationNumbers', 'REF[G1]02', text),
  ...firstAndAll('referralNumber', 'referralNumbers', 'REF[9F]02', text),
  chargeAmount: amount('SV302'),
  salesTaxAmount: amount('AMT[T]02'),
  supplementalAmounts: others('AMT', amountItem),
  ...lineDates,
  priorPlacementDate: day('441|139'),
  priorPlacementDateQualifierCode: qualifierOfDay('441|139'),
  orthodonticBandingDate: day('452'),
  replacementDate: day('446'),
  treatmentStartDate: day('196'),
  treatmentCompletionDate: day('198'),
  unitCount: quantity('SV306'),
  supplementalQuantities: each('QTY', quantityItem),
  procedure: procedure('SV301', { describesItself: true }),
  contractInfo: object('CN1', contractInfo),
  repricing: object('HCP', repricing),
  providers: lineProviders,
  adjudications,
  adjustments: lineAdjustments,
  attachments: withoutPlace('PWK of a dental claim stands in loop 2300.', each('PWK', attachment)),
  prescriptionNumberType: noPrescriptionNumberType,
  fixedFormatRecords,
  lineNote: unlessGiven('notes', joined('NTE02')),
  notes,
  toothInfos: each('TOO', toothInfo),
  diagPointers: integers('SV311'),
  diags: pointedDiagnoses('SV311'),
});
export type DentalLine = RecordOf<typeof dentalLine>;
