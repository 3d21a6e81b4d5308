import { below, date, group, named, quantity, record, text } from '../../src/plugin';
import { insurancePlanType, party, payerResponsibility, person, relationship } from '../vocabulary';

/** REF01 of the claim number of a property and casualty payer: it has a field next to the person. */
const CASUALTY_CLAIM_NUMBER = 'Y4';

const insuredPerson = person({ ownFields: [CASUALTY_CLAIM_NUMBER] });

/** Patients of 4010 have an identifier. Encounter reports of 5010 may have one too, but the records of the interface do not show it. */
const patientPerson = person({ ownFields: [CASUALTY_CLAIM_NUMBER], identifiedIn: ['004010X096A1', '004010X097A1', '004010X098A1'] });

/** SBR, an insurance, in 2000B and 2320. */
export const insurance = {
  insuranceTypeCode: text('SBR05'),
  coordinationOfBenefitsCode: text('SBR06'),
  claimFilingIndicatorCode: text('SBR09'),
  insurancePlanType: named(insurancePlanType, 'SBR09'),
} as const;

/** PAT, facts about a person except the relationship. */
const condition = {
  deathDate: date('PAT06'),
  weight: quantity('PAT08'),
  pregnancyIndicator: text('PAT09'),
} as const;

/** 2000B, the subscriber, with the payer of the claim. The responsible party is one of 4010. */
export const subscriber = record('Subscriber', {
  payerResponsibilitySequence: named(payerResponsibility, 'SBR01'),
  relationshipType: named(relationship, 'SBR02'),
  groupOrPolicyNumber: text('SBR03'),
  groupName: text('SBR04'),
  ...insurance,
  person: below('NM1[IL]', group(insuredPerson)),
  ...condition,
  propertyCasualtyClaimNumber: below('NM1[IL]', text(`REF[${CASUALTY_CLAIM_NUMBER}]02`)),
  payer: below('NM1[PR]', group(party())),
  responsibleParty: below('NM1[QD]', group(party())),
});

/** 2000C, the patient if that is not the subscriber. */
export const patient = record('Patient', {
  relationshipType: named(relationship, 'PAT01'),
  person: below('NM1[QC]', group(patientPerson)),
  ...condition,
  propertyCasualtyClaimNumber: below('NM1[QC]', text(`REF[${CASUALTY_CLAIM_NUMBER}]02`)),
});
