import { DATES } from '../edi-parts/words.mjs';
import { PAYEES, PAYERS, PLB_REASONS } from './vocabulary.mjs';

/**
 * Draws payer, payee, payment date and provider level adjustments (PLB) of a transaction. An adjustment is at most a
 * tenth of the claim payments, so that BPR02 never becomes negative.
 */
export function planTransaction(random, number, claimPaidCents) {
  const adjustments = [];
  const limit = Math.min(Math.floor(claimPaidCents / 10), 500000);
  if (random.chance(30) && limit > 1) {
    const count = 1 + random.below(2);
    for (let i = 0; i < count; i++) adjustments.push(planAdjustment(random, limit));
  }
  const adjustedCents = adjustments.reduce((sum, { cents }) => sum + cents, 0);
  return {
    number,
    payer: random.pick(PAYERS),
    payee: random.pick(PAYEES),
    date: DATES[355 + random.below(10)],
    adjustments,
    paymentCents: claimPaidCents - adjustedCents,
  };
}

/** Interest (L6) is money for the provider, so it is a negative adjustment. */
function planAdjustment(random, limit) {
  const reason = random.pick(PLB_REASONS);
  const cents = 1 + random.below(limit - 1);
  return { reason, cents: reason === 'L6' ? -cents : cents };
}

/** Writes ST to LX. One LX holds all claims of the transaction: the shape that is hardest on memory. */
export function writeTransactionStart(block, transaction) {
  const { number, payer, payee, date, paymentCents } = transaction;
  block.text('ST*835').number(number, 4).end();
  writePayment(block, paymentCents, payer, date);
  block.text('TRN*1*EFT').digits(number, 9).text(`*1${payer.taxId}`).end();
  block.text(`DTM*405*${date}`).end();
  for (const segment of payer.segments) block.text(segment).end();
  for (const segment of payee.segments) block.text(segment).end();
  block.text('LX*1').end();
}

/** A remittance without payment (all claims denied) is BPR01 = H with method NON and no accounts. */
function writePayment(block, cents, payer, date) {
  if (cents === 0) {
    block.text(`BPR*H*0*C*NON************${date}`).end();
    return;
  }
  block.text('BPR*I').amount(cents);
  block.text(`*C*ACH*CCP*01*999999992*DA*100200300*1${payer.taxId}**01*999999992*DA*400500600*${date}`).end();
}

/** Writes PLB, if any, and SE. The segment counts are those of the file before ST and before this call. */
export function writeTransactionEnd(block, transaction, countBeforeStart, countBeforeEnd) {
  const { adjustments, payee, number } = transaction;
  let segmentCount = countBeforeEnd - countBeforeStart + 1;
  if (adjustments.length > 0) {
    writeAdjustments(block, adjustments, payee, number);
    segmentCount++;
  }
  block.text('SE').number(segmentCount).number(number, 4).end();
}

function writeAdjustments(block, adjustments, payee, number) {
  block.text(`PLB*${payee.npi}*20251231`);
  adjustments.forEach(({ reason, cents }, index) => {
    block.text(`*${reason}:ADJ${number}${index}`).amount(cents);
  });
  block.end();
}
