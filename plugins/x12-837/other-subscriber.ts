import { amount, below, firstOf, group, loops, named, others, periodFrom, record, text } from '../../src/plugin';
import {
  adjustments,
  amountItem,
  inpatientAdjudication,
  outpatientAdjudication,
  party,
  payerResponsibility,
  person,
  provider,
  relationship,
} from '../vocabulary';
import { insurance } from './subscriber';

/** REF01 codes of 2330B that have fields of their own. */
const PAYER_NUMBERS = ['G1', '9F', 'G3', 'F8', 'T4', '1N'];

const ofPayer = (code: string) => below('NM1[PR]', text(`REF[${code}]02`));

/** 2320, what another payer covers or has paid, with the parties of 2330. */
export const otherSubscriber = record('OtherSubscriber', {
  payerResponsibilitySequence: named(payerResponsibility, 'SBR01'),
  relationshipType: named(relationship, 'SBR02'),
  groupOrPolicyNumber: text('SBR03'),
  groupName: text('SBR04'),
  ...insurance,
  person: below('NM1[IL]', group(person({ demographicLoop: '2320' }))),
  adjustments: adjustments(),
  // C4 is what D is in institutional claims of 4010.
  payerPaidAmount: firstOf(amount('AMT[D]02'), amount('AMT[C4]02')),
  nonCoveredAmount: amount('AMT[A8]02'),
  remainingPatientLiabilityAmount: amount('AMT[EAF]02'),
  supplementalAmounts: others('AMT', amountItem),
  assignmentCertificationIndicator: text('OI03'),
  patientSignatureSourceCode: text('OI04'),
  releaseOfInformationCode: text('OI06'),
  outpatientAdjudication: group(outpatientAdjudication),
  inpatientAdjudication: group(inpatientAdjudication),
  payerPriorAuthorizationNumber: ofPayer('G1'),
  payerReferralNumber: ofPayer('9F'),
  payerPredeterminationOfBenefitsIdentifier: ofPayer('G3'),
  payerClaimControlNumber: ofPayer('F8'),
  payerAdjudicatedDrg: ofPayer('1N'),
  payerClaimAdjustmentIndicator: ofPayer('T4'),
  adjudicationOrPaymentDate: below('NM1[PR]', periodFrom('DTP[573]03')),
  payer: below('NM1[PR]', group(party(...PAYER_NUMBERS))),
  providers: loops('NM1[^IL|PR|QC]', provider()),
  patient: below('NM1[QC]', group(person())),
});
