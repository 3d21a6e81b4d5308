import {
  constant,
  constantOfGuide,
  date,
  dateAndTime,
  fileInfo,
  firstOf,
  from,
  functionalGroupReference,
  named,
  record,
  type RecordOf,
  text,
  time,
  transactionId,
} from '../../src/plugin';
import { claimOrEncounter, party } from '../vocabulary';
import { DENTAL, INSTITUTIONAL, PROFESSIONAL } from './guides';

/** The head of an 837: ST, BHT, submitter (1000A) and receiver (1000B). 4010 names its guide in REF 87. */
export const transaction = record('Transaction837', {
  id: transactionId(),
  objectType: constant('TRANSACTION'),
  functionalGroupId: functionalGroupReference(),
  controlNumber: text('ST02'),
  transactionType: constantOfGuide({ PROF: PROFESSIONAL, INST: INSTITUTIONAL, DENTAL }),
  hierarchicalStructureCode: text('BHT01'),
  purposeCode: text('BHT02'),
  originatorApplicationTransactionId: text('BHT03'),
  creationDate: date('BHT04'),
  creationTime: time('BHT05'),
  claimOrEncounterIdentifierType: named(claimOrEncounter, 'BHT06'),
  transactionSetIdentifierCode: text('ST01'),
  implementationConventionReference: firstOf(text('ST03'), text('REF[87]02')),
  fileInfo: fileInfo(),
  sender: from('1000A', party()),
  receiver: from('1000B', party()),
  creationDateTime: dateAndTime('BHT04', 'BHT05'),
});
export type ClaimTransaction = RecordOf<typeof transaction>;
