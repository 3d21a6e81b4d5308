/**
 * The vocabulary of healthcare: records, code lists and enumerations that the plugins of several transaction sets share. It uses only the public API of
 * plugins; plugins outside the product import it from `clearloop/vocabulary`.
 */

// Records: what many transaction sets share.
export {
  type Address,
  address,
  loopIdentity,
  loopName,
  loopPartyIdName,
  nm1Identity,
  nm1Name,
  type Party,
  party,
  type PartyIdName,
  partyIdName,
  type Person,
  person,
  type Provider,
  provider,
  taxonomy,
} from './party';
export { type Contact, contacts } from './contact';
export { type Amount, amountItem, type Identification, identification, type Quantity, quantityItem, requestRejection, traceNumbers } from './qualified-values';
export { type Adjustment, adjustment, adjustments } from './adjustment';
export { addAdjustments, ADJUSTMENT_AMOUNTS } from './adjustment-sum';
export { inpatientAdjudication, outpatientAdjudication } from './adjudication';
export { type FacilityList, facility, placeOfServiceType, qualifiedFacility } from './facility';

// Codes: objects whose list a qualifier names.
export { drug, drugOf, type Procedure, procedure, procedureOf, revenueCode } from './product';
export { healthCareCode, healthCareCodes, industryCodeOf, industryLists, pointedHealthCareCodes } from './industry-codes';

// Columns: of the records above, for tables.
export {
  additionalIdColumns,
  addressColumns,
  addressParts,
  adjustmentColumns,
  contactColumns,
  identificationColumns,
  modifierColumns,
  organisationNameColumn,
  partyNameColumns,
  personNameColumns,
} from './shape-columns';

// Enumerations: codes of X12 and the names that JSON has for them.
export { adjudicatedClaimStatus } from './enumerations/adjudicated-claim-status';
export { adjustmentGroup } from './enumerations/adjustment-group';
export { amountType } from './enumerations/amount-type';
export { attachmentTransmissionType } from './enumerations/attachment-transmission-type';
export { attachmentType } from './enumerations/attachment-type';
export { claimOrEncounter } from './enumerations/claim-or-encounter';
export { contactType } from './enumerations/contact-type';
export { coverageLevel } from './enumerations/coverage-level';
export { dateType } from './enumerations/date-type';
export { delayReason } from './enumerations/delay-reason';
export { deliveryFrequency } from './enumerations/delivery-frequency';
export { deliveryTime } from './enumerations/delivery-time';
export { deliveryUnit } from './enumerations/delivery-unit';
export { entityRole } from './enumerations/entity-role';
export { entityType } from './enumerations/entity-type';
export { followUpAction } from './enumerations/follow-up-action';
export { gender } from './enumerations/gender';
export { identificationType } from './enumerations/identification-type';
export { insurancePlanType } from './enumerations/insurance-plan-type';
export { insuranceType } from './enumerations/insurance-type';
export { measurementType } from './enumerations/measurement-type';
export { noteType } from './enumerations/note-type';
export { payerResponsibility } from './enumerations/payer-responsibility';
export { paymentMethodType } from './enumerations/payment-method-type';
export { providerRole } from './enumerations/provider-role';
export { quantityType } from './enumerations/quantity-type';
export { referenceType } from './enumerations/reference-type';
export { rejectReason } from './enumerations/reject-reason';
export { relationship } from './enumerations/relationship';
export { remittanceTransmissionType } from './enumerations/remittance-transmission-type';
export { serviceType } from './enumerations/service-type';
export { timePeriod } from './enumerations/time-period';
export { traceType } from './enumerations/trace-type';
export { transactionHandlingType } from './enumerations/transaction-handling-type';
export { transportReason } from './enumerations/transport-reason';
export { unitType } from './enumerations/unit-type';
export { yesNo } from './enumerations/yes-no';
