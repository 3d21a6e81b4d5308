import { constant, loops, record, recordId, type RecordOf, text, transactionReference, validationIssues } from '../../src/plugin';
import { claimNumbers, serviceDates } from './claim-parts';
import { patient, providerOf, receiverOf } from './parties';
import { serviceLineStatus } from './service-line-status';
import { statusInfos } from './status-info';
import { embeddedTransaction } from './transaction';

/** What every status of a claim begins with. */
const head = {
  id: recordId(),
  objectType: constant('CLAIM_STATUS'),
  transactionId: transactionReference(),
  patient,
} as const;

/** 2200D of an acknowledgment, a claim. */
export const claimStatus = record('ClaimStatus', {
  ...head,
  patientControlNumber: text('TRN02'),
  statusInfos,
  ...claimNumbers,
  ...serviceDates,
  ...receiverOf,
  ...providerOf,
  lineStatuses: loops('2220D', serviceLineStatus),
  validationIssues: validationIssues(),
  transaction: embeddedTransaction,
});
export type ClaimStatus = RecordOf<typeof claimStatus>;

/** 2000D of an acknowledgment, a patient without a claim: only the identity is known. */
export const patientStatus = record('ClaimStatus', {
  ...head,
  ...receiverOf,
  ...providerOf,
  validationIssues: validationIssues(),
  transaction: embeddedTransaction,
});
