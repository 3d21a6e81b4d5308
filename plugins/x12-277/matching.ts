import { amount, below, type MatchSide, record, recordId, text, within } from '../../src/plugin';
import { ACKNOWLEDGMENT, REQUEST, RESPONSE } from './guides';

/** The category and status of the first STC, which say whether a claim was accepted, paid or rejected. */
const status = { statusCategoryCode: text('STC01-1'), statusCode: text('STC01-2') } as const;

const providerIdentifier = within('2100C', text('NM109'));
const memberIdentifier = within('2100D', text('NM109'));

/** What becomes of everything that a receiver has sent: TRN02 is the number that the sender gave it (BHT03). */
const batch = record('BatchResponse', {
  id: recordId(),
  batchIdentifier: below('2200B', text('TRN02')),
  statusCategoryCode: below('2200B', text('STC01-1')),
  statusCode: below('2200B', text('STC01-2')),
});

/** Levels that answer for no claim by themselves. */
const level = record('LevelResponse', { id: recordId() });

const acknowledgment = record('ClaimAcknowledgmentResponse', {
  id: recordId(),
  patientControlNumber: text('TRN02'),
  clearinghouseTraceNumber: text('REF[D9]02'),
  payerClaimControlNumber: text('REF[1K]02'),
  ...status,
  actionCode: text('STC03'),
  chargeAmount: amount('STC04'),
  providerIdentifier,
  memberIdentifier,
});

/** The numbers of a claim that is asked about. */
const inquired = {
  traceIdentifier: text('TRN02'),
  payerClaimControlNumber: text('REF[1K]02'),
  patientControlNumber: text('REF[EJ]02'),
  providerIdentifier,
  memberIdentifier,
} as const;

const inquiry = record('ClaimStatusRequest', {
  id: recordId(),
  ...inquired,
  chargeAmount: amount('AMT[T3]02'),
  batchIdentifier: within('0000', text('BHT03')),
});

const response = record('ClaimStatusResponse', { id: recordId(), ...inquired, ...status, chargeAmount: amount('STC04'), paymentAmount: amount('STC05') });

const INQUIRED_KEYS = ['traceIdentifier', 'payerClaimControlNumber', 'patientControlNumber'];
const COMPARED = ['chargeAmount', 'providerIdentifier', 'memberIdentifier'];
const CLAIMS = ['2200D', '2200E'];

/** A response of one kind for batches, and the levels between them and claims. */
const batchesOf = (pair: string, response: string, guides: readonly string[], levels: readonly string[]): readonly MatchSide[] => [
  { pair, response, unit: '2000B', guides, record: batch, keys: [], batch: 'batchIdentifier' },
  { pair, response, unit: levels, guides, record: level, keys: [] },
];

/** Acknowledgments answer claims, and responses answer inquiries. */
export const matching: readonly MatchSide[] = [
  {
    pair: 'CLAIM',
    response: 'ACKNOWLEDGMENT',
    unit: '2200D',
    guides: ACKNOWLEDGMENT,
    record: acknowledgment,
    keys: ['patientControlNumber', 'clearinghouseTraceNumber', 'payerClaimControlNumber'],
    compared: COMPARED,
  },
  ...batchesOf('CLAIM', 'ACKNOWLEDGMENT', ACKNOWLEDGMENT, ['2000C', '2000D']),
  { pair: 'CLAIM_STATUS', unit: CLAIMS, guides: REQUEST, record: inquiry, keys: INQUIRED_KEYS, compared: COMPARED, batch: 'batchIdentifier' },
  { pair: 'CLAIM_STATUS', response: 'RESPONSE', unit: CLAIMS, guides: RESPONSE, record: response, keys: INQUIRED_KEYS, compared: COMPARED },
  ...batchesOf('CLAIM_STATUS', 'RESPONSE', RESPONSE, ['2000C', '2000D', '2000E']),
];
