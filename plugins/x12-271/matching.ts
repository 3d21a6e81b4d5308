import { date, each, firstOf, type LoopNode, type MatchSide, record, recordId, text, within } from '../../src/plugin';
import { ofPerson } from './eligibility';
import { INQUIRY, PARTIES, PERSONS, RESPONSE } from './guides';

/** The person of a level: the number of the insured, and who of the family it is. */
const person = {
  memberIdentifier: firstOf(ofPerson(text('NM109')), within('2100C', text('NM109'))),
  birthDate: ofPerson(date('DMG02')),
  providerIdentifier: within('2100B', text('NM109')),
} as const;

const batchIdentifier = within('0000', text('BHT03'));

const inquiry = record('EligibilityRequest', { id: recordId(), traceNumbers: each('TRN', text('02')), ...person, batchIdentifier });

/** A response repeats the numbers of the inquiry as those of the referenced transaction. */
const response = record('EligibilityResponse', { id: recordId(), traceNumbers: each('TRN[2]', text('02')), ...person });

/** A payer or provider level without persons: the whole request was rejected. */
const rejection = record('EligibilityRejection', { id: recordId(), batchIdentifier });

const KEYS = ['traceNumbers', 'memberIdentifier'];
const COMPARED = ['memberIdentifier', 'birthDate', 'providerIdentifier'];

/** Inquiries and responses, by subscriber or dependent. */
export const matchingOf = (hasOwnContent: (loop: LoopNode) => boolean): readonly MatchSide[] => [
  { pair: 'ELIGIBILITY', unit: PERSONS, hasOwnContent, guides: INQUIRY, record: inquiry, keys: KEYS, compared: COMPARED, batch: 'batchIdentifier' },
  { pair: 'ELIGIBILITY', response: 'RESPONSE', unit: PERSONS, hasOwnContent, guides: RESPONSE, record: response, keys: KEYS, compared: COMPARED },
  { pair: 'ELIGIBILITY', response: 'RESPONSE', unit: PARTIES, guides: RESPONSE, record: rejection, keys: [], batch: 'batchIdentifier' },
];
