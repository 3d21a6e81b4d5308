import {
  constant,
  constantOfGuide,
  date,
  dateAndTime,
  fileInfo,
  from,
  functionalGroupReference,
  named,
  record,
  type RecordOf,
  text,
  time,
  transactionId,
  unlessTopLevel,
} from '../../src/plugin';
import { reviewType } from './enumerations/review-type';
import { REQUEST, RESPONSE } from './guides';

/** The head of a request or response: ST and BHT. */
export const transaction = record('Transaction278', {
  id: transactionId(),
  objectType: constant('TRANSACTION'),
  functionalGroupId: functionalGroupReference(),
  controlNumber: text('ST02'),
  transactionType: constantOfGuide({ AUTHORIZATION_REQUEST: REQUEST, AUTHORIZATION_RESPONSE: RESPONSE }),
  hierarchicalStructureCode: text('BHT01'),
  purposeCode: text('BHT02'),
  originatorApplicationTransactionId: text('BHT03'),
  creationDate: date('BHT04'),
  creationTime: time('BHT05'),
  reviewTypeCode: text('BHT06'),
  reviewType: named(reviewType, 'BHT06'),
  transactionSetIdentifierCode: text('ST01'),
  implementationConventionReference: text('ST03'),
  fileInfo: fileInfo(),
  creationDateTime: dateAndTime('BHT04', 'BHT05'),
});
export type AuthorizationTransaction = RecordOf<typeof transaction>;

/** The transaction inside its authorizations. */
export const embeddedTransaction = unlessTopLevel(from('0000', transaction));
