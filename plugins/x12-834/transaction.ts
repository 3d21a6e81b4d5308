import { constant, date, dateAndTime, each, fileInfo, functionalGroupReference, record, type RecordOf, text, time, transactionId } from '../../src/plugin';
import { controlTotal, coverageDate } from './qualified-values';

/** The head of an 834: ST, BGN, DTP and QTY. Sponsor, insurer and administrators are fields of each coverage. */
export const transaction = record('Transaction834', {
  id: transactionId(),
  objectType: constant('TRANSACTION'),
  functionalGroupId: functionalGroupReference(),
  controlNumber: text('ST02'),
  transactionType: constant('MEMBER_COVERAGE'),
  purposeCode: text('BGN01'),
  originatorApplicationTransactionId: text('BGN02'),
  creationDate: date('BGN03'),
  creationTime: time('BGN04'),
  timeZoneCode: text('BGN05'),
  originalTransactionSetReferenceNumber: text('BGN06'),
  actionCode: text('BGN08'),
  transactionSetIdentifierCode: text('ST01'),
  implementationConventionReference: text('ST03'),
  fileEffectiveDates: each('DTP', coverageDate),
  controlTotals: each('QTY', controlTotal),
  fileInfo: fileInfo(),
  creationDateTime: dateAndTime('BGN03', 'BGN04'),
});
export type CoverageTransaction = RecordOf<typeof transaction>;
