import {
  amount,
  each,
  firstAndAll,
  integer,
  integers,
  joined,
  loops,
  named,
  object,
  others,
  quantity,
  record,
  type RecordOf,
  text,
  unlessGiven,
} from '../../src/plugin';
import { amountItem, identification, measurementType, placeOfServiceType, procedure, unitType } from '../vocabulary';
import { day, fixedFormatRecords, notes, qualifierOfDay, reference } from './claim-parts';
import { billingFrequency } from './enumerations/billing-frequency';
import { form } from './form';
import { pointedDiagnoses } from './health-care-codes';
import { adjudications, lineAdjustments, lineDates, lineDrug, lineProviders } from './line-parts';
import { repricing } from './repricing';
import { ambulanceTransportInfo, attachment, conditionsIndicator, contractInfo, spinalManipulationInfo } from './supporting-information';

/** SV5, durable medical equipment that is rented or bought. */
const dmeService = record('DmeService', {
  procedure: procedure('01'),
  durationUnitType: named(unitType, '02'),
  lengthOfMedicalNecessity: quantity('03'),
  rentalPrice: amount('04'),
  purchasePrice: amount('05'),
  billingFrequencyCode: text('06'),
  billingFrequency: named(billingFrequency, '06'),
});

/** CR3, the certification of durable medical equipment. */
const dmeCertification = record('DmeCertification', {
  certificationTypeCode: text('01'),
  durationUnitType: named(unitType, '02'),
  duration: quantity('03'),
});

/** MEA, a test result. */
const measurement = record('Measurement', {
  categoryCode: text('01'),
  qualifierCode: text('02'),
  type: named(measurementType, '02'),
  value: quantity('03'),
});

/** 2400 of a professional claim. */
export const professionalLine = record('ProfLine', {
  sourceLineId: reference('6R'),
  placeOfServiceType: named(placeOfServiceType, 'SV105', 'OTHER'),
  placeOfServiceCode: text('SV105'),
  emergencyIndicator: text('SV109'),
  epsdtIndicator: text('SV111'),
  familyPlanningIndicator: text('SV112'),
  copayStatusCode: text('SV115'),
  repricedReferenceNumber: reference('9B'),
  adjustedRepricedReferenceNumber: reference('9D'),
  ...firstAndAll('priorAuthorization', 'priorAuthorizationNumbers', 'REF[G1]02', text),
  mammographyCertificationNumber: reference('EW'),
  cliaNumber: reference('X4'),
  referringCliaNumber: reference('F4'),
  immunizationBatchNumber: reference('BT'),
  ...firstAndAll('referralNumber', 'referralNumbers', 'REF[9F]02', text),
  otherLineIds: others('REF', identification),
  chargeAmount: amount('SV102'),
  salesTaxAmount: amount('AMT[T]02'),
  postageClaimedAmount: amount('AMT[F4]02'),
  supplementalAmounts: others('AMT', amountItem),
  purchasedServiceProviderIdentifier: text('PS101'),
  purchasedServiceChargeAmount: amount('PS102'),
  ...lineDates,
  prescriptionDate: day('471'),
  lastCertificationDate: day('461'),
  certificationRevisionDate: day('607'),
  beginTherapyDate: day('463'),
  lastSeenDate: day('304'),
  testPerformedDate: day('738|739'),
  testPerformedDateQualifierCode: qualifierOfDay('738|739'),
  oxygenTestDate: day('119|480|481'),
  oxygenTestDateQualifierCode: qualifierOfDay('119|480|481'),
  shippedDate: day('011'),
  onsetOfCurrentIllnessOrInjuryDate: day('431'),
  acuteManifestationDate: day('453'),
  similarIllnessDate: day('438'),
  lastXRayDate: day('455'),
  initialTreatmentDate: day('454'),
  unitType: named(unitType, 'SV103'),
  unitCount: quantity('SV104'),
  ambulancePatientCount: integer('QTY[PT]02'),
  obstetricAdditionalUnitCount: quantity('QTY[FL]02'),
  ...lineDrug('SV101'),
  lineNote: unlessGiven('notes', joined('NTE[^TPO]02')),
  thirdPartyNote: unlessGiven('notes', joined('NTE[TPO]02')),
  notes,
  procedure: procedure('SV101', { describesItself: true }),
  dmeService: object('SV5', dmeService),
  attachments: each('PWK', attachment),
  contractInfo: object('CN1', contractInfo),
  repricing: object('HCP', repricing),
  ambulanceTransportInfo: object('CR1', ambulanceTransportInfo),
  spinalManipulationInfo: object('CR2', spinalManipulationInfo),
  dmeCertification: object('CR3', dmeCertification),
  conditionsIndicators: each('CRC', conditionsIndicator),
  measurements: each('MEA', measurement),
  providers: lineProviders,
  adjudications,
  adjustments: lineAdjustments,
  fixedFormatRecords,
  forms: loops('2440', form),
  diagPointers: integers('SV107'),
  diags: pointedDiagnoses('SV107'),
});
export type ProfessionalLine = RecordOf<typeof professionalLine>;
