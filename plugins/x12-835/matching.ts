import { amount, date, firstOf, type MatchSide, named, record, recordId, text, within } from '../../src/plugin';
import { adjudicatedClaimStatus } from '../vocabulary';

/** The payment of a claim; of several, one may take back another, or be that of another payer. */
const payment = record('ClaimPaymentResponse', {
  id: recordId(),
  patientControlNumber: text('CLP01'),
  payerClaimControlNumber: text('CLP07'),
  claimStatusCode: text('CLP02'),
  claimStatus: named(adjudicatedClaimStatus, 'CLP02'),
  chargeAmount: amount('CLP03'),
  paymentAmount: amount('CLP04'),
  providerIdentifier: within('1000B', text('N104')),
  memberIdentifier: firstOf(text('NM1[IL]09'), text('NM1[QC]09')),
  paymentDate: within('0000', date('BPR16')),
  paymentTraceNumber: within('0000', text('TRN02')),
});

export const matching: readonly MatchSide[] = [
  {
    pair: 'CLAIM',
    response: 'PAYMENT',
    unit: '2100',
    record: payment,
    keys: ['patientControlNumber', 'payerClaimControlNumber'],
    compared: ['chargeAmount', 'providerIdentifier', 'memberIdentifier'],
  },
];
