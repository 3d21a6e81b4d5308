import { amount, elements, named, quantity, record, text } from '../../src/plugin';
import { attachmentTransmissionType, attachmentType, noteType, transportReason } from '../vocabulary';
import { conditionCategory } from './enumerations/condition-category';
import { relatedCauseType } from './enumerations/related-cause';

/** PWK, a report that supplements the claim or line. */
export const attachment = record('Attachment', {
  reportTypeCode: text('01'),
  type: named(attachmentType, '01'),
  reportTransmissionCode: text('02'),
  transmissionType: named(attachmentTransmissionType, '02'),
  controlNumber: text('06'),
  description: text('07'),
});

/** CN1, the contract under which the claim or line is priced. */
export const contractInfo = record('ContractInfo', {
  contractTypeCode: text('01'),
  amount: amount('02'),
  percentage: quantity('03'),
  contractCode: text('04'),
  termDiscountPercentage: quantity('05'),
  versionIdentifier: text('06'),
});

/** NTE, a note. */
export const note = record('Note', {
  qualifierCode: text('01'),
  type: named(noteType, '01'),
  text: text('02'),
});

/** CR1, an ambulance transport. */
export const ambulanceTransportInfo = record('AmbulanceTransportInfo', {
  patientWeight: quantity('02'),
  transportCode: text('03'),
  reasonCode: text('04'),
  reason: named(transportReason, '04'),
  transportDistance: quantity('06'),
  roundTripPurposeDescription: text('09'),
  stretcherPurposeDescription: text('10'),
});

/** CR2, spinal manipulation. */
export const spinalManipulationInfo = record('SpinalManipulationInfo', {
  conditionCode: text('08'),
  description: text('10'),
  additionalDescription: text('11'),
  xRayAvailabilityIndicator: text('12'),
});

/** CRC, conditions that apply or do not apply. */
export const conditionsIndicator = record('ConditionsIndicator', {
  categoryCode: text('01'),
  category: named(conditionCategory, '01'),
  yesOrNoCondition: text('02'),
  conditionCodes: elements('', [3, 4, 5, 6, 7], text('+0')),
});

/** CLM11, causes that another party may be liable for. The third is one of 4010. */
export const relatedCause = record('RelatedCauseInfo', {
  relatedCauseCode: text('CLM11-1'),
  relatedCauseType: named(relatedCauseType, 'CLM11-1'),
  relatedCauseCode2: text('CLM11-2'),
  relatedCauseType2: named(relatedCauseType, 'CLM11-2'),
  relatedCauseCode3: text('CLM11-3'),
  relatedCauseType3: named(relatedCauseType, 'CLM11-3'),
  stateCode: text('CLM11-4'),
  countryCode: text('CLM11-5'),
});
