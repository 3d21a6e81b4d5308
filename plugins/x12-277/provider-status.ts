import { constant, record, recordId, type RecordOf, transactionReference, validationIssues } from '../../src/plugin';
import { payerOf, providerOf, receiverOf } from './parties';
import { embeddedTransaction } from './transaction';

/** 2000C, a provider all of whose claims have one status. */
export const providerStatus = record('ProviderStatus', {
  objectType: constant('PROVIDER_STATUS'),
  id: recordId(),
  transactionId: transactionReference(),
  provider: providerOf.provider,
  // The interface has the status of a provider that stands alone under this key, and under the next one beside claims.
  batchStatus: providerOf.providerBatchStatus,
  providerBatchStatus: providerOf.providerBatchStatus,
  validationIssues: validationIssues(),
  transaction: embeddedTransaction,
  ...receiverOf,
  ...payerOf,
});
export type ProviderStatus = RecordOf<typeof providerStatus>;
