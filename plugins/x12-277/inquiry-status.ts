import { amount, constant, firstOf, loops, record, recordId, text, transactionReference, validationIssues, within } from '../../src/plugin';
import { claimNumbers, reference, serviceDates } from './claim-parts';
import { patientOfInquiry, payerOf, provider, providerOf, receiverOf, subscriber } from './parties';
import { serviceLineStatus } from './service-line-status';
import { statusInfos } from './status-info';
import { embeddedTransaction } from './transaction';

/** What every status of a question or response begins with. */
const head = {
  id: recordId(),
  objectType: constant('CLAIM_STATUS'),
  transactionId: transactionReference(),
  patient: patientOfInquiry,
  subscriber,
} as const;

/** Who asks, who is asked, and who has billed; a provider may be named twice. */
const parties = {
  ...payerOf,
  ...receiverOf,
  ...providerOf,
  providers: within('2000C', loops('2100C', provider)),
} as const;

/** 2200D and 2200E of a question (276) or response (277): a claim of the insured, or of a dependent. A question has no statuses. */
export const inquiryStatus = record('ClaimStatus', {
  ...head,
  traceIdentifier: text('TRN02'),
  patientControlNumber: reference('EJ'),
  chargeAmount: amount('AMT[T3]02'),
  statusInfos,
  ...claimNumbers,
  medicalRecordNumber: reference('EA'),
  groupNumber: reference('6P'),
  locationIdentifier: reference('LU'),
  prescriptionNumber: reference('XZ'),
  voucherIdentifier: reference('VV'),
  ...serviceDates,
  ...parties,
  lineStatuses: firstOf(
    loops('2220D', serviceLineStatus),
    loops('2220E', serviceLineStatus),
    loops('2210D', serviceLineStatus),
    loops('2210E', serviceLineStatus),
  ),
  validationIssues: validationIssues(),
  transaction: embeddedTransaction,
});

/** 2000D and 2000E without a claim: a person, and nothing about a claim. */
export const memberStatus = record('ClaimStatus', {
  ...head,
  ...parties,
  validationIssues: validationIssues(),
  transaction: embeddedTransaction,
});
