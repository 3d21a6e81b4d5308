import { constant, record, recordId, type RecordOf, transactionReference, unlessGiven, validationIssues } from '../../src/plugin';
import { payerOf, receiverOf } from './parties';
import { embeddedTransaction } from './transaction';

/** 2000B, a receiver all of whose claims have one status. */
export const receiverStatus = record('ReceiverStatus', {
  objectType: constant('RECEIVER_STATUS'),
  id: recordId(),
  transactionId: transactionReference(),
  validationIssues: validationIssues(),
  transaction: embeddedTransaction,
  receiver: receiverOf.receiver,
  // The interface has the status of a receiver without claims under this key, and with claims under the next one.
  batchStatus: unlessGiven('receiverBatchStatus', receiverOf.receiverBatchStatus),
  receiverBatchStatus: receiverOf.receiverBatchStatus,
  ...payerOf,
});
export type ReceiverStatus = RecordOf<typeof receiverStatus>;
