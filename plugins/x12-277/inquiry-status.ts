import {
  amount,
  constant,
  firstOf,
  loops,
  record,
  recordId,
  type RecordOf,
  text,
  transactionReference,
  unlessGiven,
  validationIssues,
  within,
} from '../../src/plugin';
import { claimNumbers, reference, serviceDates } from './claim-parts';
import { patientOfInquiry, payerOf, provider, providerOf, receiverOf, subscriber } from './parties';
import { serviceLineStatus } from './service-line-status';
import { statusInfos } from './status-info';
import { embeddedTransaction } from './transaction';

/** What every status of a response, or question after one, begins with. */
const headOf = <const K extends string>(objectType: K) =>
  ({ id: recordId(), objectType: constant(objectType), transactionId: transactionReference(), patient: patientOfInquiry, subscriber }) as const;

const responseHead = headOf('CLAIM_STATUS');
const requestHead = headOf('CLAIM_STATUS_INQUIRY');

/** Payer, receiver and billing provider; a provider may be named twice. */
const parties = {
  ...payerOf,
  receiver: receiverOf.receiver,
  provider: unlessGiven('providers', providerOf.provider),
  providers: within('2000C', loops('2100C', provider)),
} as const;

/** The parties of a response, with what becomes of everything that they have asked. */
const respondedParties = { ...payerOf, ...receiverOf, ...providerOf, provider: parties.provider, providers: parties.providers } as const;

const trace = { traceIdentifier: text('TRN02'), patientControlNumber: reference('EJ') } as const;

const services = {
  lineStatuses: firstOf(
    loops('2220D', serviceLineStatus),
    loops('2220E', serviceLineStatus),
    loops('2210D', serviceLineStatus),
    loops('2210E', serviceLineStatus),
  ),
} as const;

const tail = { validationIssues: validationIssues(), transaction: embeddedTransaction } as const;

/** 2200D and 2200E of a response (277): a claim of the insured, or of a dependent. */
export const inquiryStatus = record('ClaimStatus', {
  ...responseHead,
  ...trace,
  statusInfos,
  ...claimNumbers,
  medicalRecordNumber: reference('EA'),
  prescriptionNumber: reference('XZ'),
  voucherIdentifier: reference('VV'),
  ...serviceDates,
  ...respondedParties,
  ...services,
  ...tail,
});

/** 2000D and 2000E of a response without a claim: a person, and nothing about a claim. */
export const memberStatus = record('ClaimStatus', { ...responseHead, ...respondedParties, ...tail });

/** 2200D and 2200E of a question (276), a claim that is asked about. */
export const claimInquiry = record('ClaimStatusInquiry', {
  ...requestHead,
  ...trace,
  chargeAmount: amount('AMT[T3]02'),
  ...claimNumbers,
  medicalRecordNumber: reference('EA'),
  groupNumber: reference('6P'),
  locationIdentifier: reference('LU'),
  prescriptionNumber: reference('XZ'),
  ...serviceDates,
  ...parties,
  ...services,
  ...tail,
});
export type ClaimStatusInquiry = RecordOf<typeof claimInquiry>;

/** 2000D and 2000E of a question without a claim. */
export const memberInquiry = record('ClaimStatusInquiry', { ...requestHead, ...parties, ...tail });
