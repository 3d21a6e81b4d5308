import { constant, record, recordId, type RecordOf, transactionReference, unlessGiven, validationIssues } from '../../src/plugin';
import { payerOf, providerOf, receiverOf } from './parties';
import { embeddedTransaction } from './transaction';

/** 2000C, a provider all of whose claims have one status. */
export const providerStatus = record('ProviderStatus', {
  objectType: constant('PROVIDER_STATUS'),
  id: recordId(),
  transactionId: transactionReference(),
  provider: providerOf.provider,
  // The interface has the status of a provider without claims under this key, and with claims under the next one.
  batchStatus: unlessGiven('providerBatchStatus', providerOf.providerBatchStatus),
  providerBatchStatus: providerOf.providerBatchStatus,
  validationIssues: validationIssues(),
  transaction: embeddedTransaction,
  ...receiverOf,
  ...payerOf,
});
export type ProviderStatus = RecordOf<typeof providerStatus>;
