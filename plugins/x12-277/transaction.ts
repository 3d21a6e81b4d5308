import {
  below,
  constant,
  constantOfGuide,
  date,
  dateAndTime,
  type Field,
  fileInfo,
  from,
  functionalGroupReference,
  group,
  named,
  onlyIn,
  periodFrom,
  record,
  type RecordOf,
  text,
  time,
  transactionId,
  unlessTopLevel,
} from '../../src/plugin';
import { claimOrEncounter, loopPartyIdName } from '../vocabulary';
import { ACKNOWLEDGMENT, REQUEST, RESPONSE } from './guides';

/** A value of a loop of the information source (2000A). */
const ofSource = <T>(loop: string, field: Field<T>): Field<T> => below('2000A', below(loop, field));

/** The head of an acknowledgment, a response or a request: ST and BHT, and of acknowledgments the information source (2100A, 2200A). */
export const transaction = record('Transaction277', {
  id: transactionId(),
  objectType: constant('TRANSACTION'),
  functionalGroupId: functionalGroupReference(),
  controlNumber: text('ST02'),
  transactionType: constantOfGuide({ CLAIM_ACK: ACKNOWLEDGMENT, CLAIM_STATUS_RESPONSE: RESPONSE, CLAIM_STATUS_REQUEST: REQUEST }),
  hierarchicalStructureCode: text('BHT01'),
  purposeCode: text('BHT02'),
  originatorApplicationTransactionId: text('BHT03'),
  creationDate: date('BHT04'),
  creationTime: time('BHT05'),
  claimOrEncounterIdentifierType: named(claimOrEncounter, 'BHT06'),
  traceIdentifier: ofSource('2200A', text('TRN02')),
  transactionSetIdentifierCode: text('ST01'),
  implementationConventionReference: text('ST03'),
  receiptDate: ofSource('2200A', periodFrom('DTP[050]03')),
  processDate: ofSource('2200A', periodFrom('DTP[009]03')),
  fileInfo: fileInfo(),
  sender: onlyIn(ACKNOWLEDGMENT, ofSource('2100A', group(loopPartyIdName))),
  creationDateTime: dateAndTime('BHT04', 'BHT05'),
});
export type StatusTransaction = RecordOf<typeof transaction>;

/** The transaction inside its statuses. */
export const embeddedTransaction = unlessTopLevel(from('0000', transaction));
