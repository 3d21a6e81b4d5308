import { enumeration } from '../../../src/plugin';

/** Why a claim comes late: CLM20 (data element 1514). */
export const delayReason = enumeration('DelayReasonType', [
  ['1', 'PROOF_OF_ELIGIBILITY_UNKNOWN'],
  ['10', 'ADMINISTRATION_DELAY'],
  ['11', 'OTHER'],
  ['15', 'NATURAL_DISASTER'],
  ['2', 'LITIGATION'],
  ['3', 'AUTHORIZATION_DELAYS'],
  ['4', 'DELAY_IN_CERTIFYING_PROVIDER'],
  ['5', 'DELAY_IN_SUPPLYING_BILLING_FORMS'],
  ['6', 'DELAY_IN_DELIVERY_OF_APPLIANCES'],
  ['7', 'THIRD_PARTY_PROCESSING_DELAY'],
  ['8', 'DELAY_IN_ELIGIBILITY_DETERMINATION'],
  ['9', 'CLAIM_REJECTED_OR_DENIED'],
]);
