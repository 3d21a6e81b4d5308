import { amount, type MatchSide, record, recordId, text, within } from '../../src/plugin';

/** A claim, for its acknowledgments and payments. */
const claim = record('ClaimRequest', {
  id: recordId(),
  patientControlNumber: text('CLM01'),
  clearinghouseTraceNumber: text('REF[D9]02'),
  chargeAmount: amount('CLM02'),
  providerIdentifier: within('2010AA', text('NM109')),
  memberIdentifier: within('2010BA', text('NM109')),
  batchIdentifier: within('0000', text('BHT03')),
});

export const matching: readonly MatchSide[] = [
  {
    pair: 'CLAIM',
    unit: '2300',
    record: claim,
    keys: ['patientControlNumber', 'clearinghouseTraceNumber'],
    compared: ['chargeAmount', 'providerIdentifier', 'memberIdentifier'],
    batch: 'batchIdentifier',
  },
];
