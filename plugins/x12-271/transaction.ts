import {
  constant,
  constantOfGuide,
  date,
  dateAndTime,
  fileInfo,
  from,
  functionalGroupReference,
  record,
  type RecordOf,
  text,
  time,
  transactionId,
  unlessTopLevel,
} from '../../src/plugin';
import { INQUIRY, RESPONSE } from './guides';

/** The head of an inquiry (270) or response (271): ST and BHT. */
export const transaction = record('Transaction271', {
  id: transactionId(),
  objectType: constant('TRANSACTION'),
  functionalGroupId: functionalGroupReference(),
  controlNumber: text('ST02'),
  transactionType: constantOfGuide({ ELIGIBILITY_INQUIRY: INQUIRY, ELIGIBILITY_RESPONSE: RESPONSE }),
  hierarchicalStructureCode: text('BHT01'),
  purposeCode: text('BHT02'),
  originatorApplicationTransactionId: text('BHT03'),
  creationDate: date('BHT04'),
  creationTime: time('BHT05'),
  transactionTypeCode: text('BHT06'),
  transactionSetIdentifierCode: text('ST01'),
  implementationConventionReference: text('ST03'),
  fileInfo: fileInfo(),
  creationDateTime: dateAndTime('BHT04', 'BHT05'),
});
export type EligibilityTransaction = RecordOf<typeof transaction>;

/** The transaction inside its records. */
export const embeddedTransaction = unlessTopLevel(from('0000', transaction));
