import { DATES, FIRST_NAMES, LAST_NAMES, NPIS, PLACES_OF_SERVICE, PROCEDURES } from '../edi-parts/words.mjs';
import { MAX_TRIPLETS } from './claim-plan.mjs';
import { CLAIM_FILING_CODES, DENIAL_REASONS, MOA_REMARKS, REMARK_CODES } from './vocabulary.mjs';

const STATUS_DENIED = 4;
const CONTRACTUAL = { start: 'CAS*CO', reasons: ['*45', '*253', '*97'] };
/** Deductible, coinsurance, copayment. */
const PATIENT_RESPONSIBILITY = { start: 'CAS*PR', reasons: ['*1', '*2', '*3'] };

/**
 * Writes loop 2100 of a planned claim with its service lines (2110), in the order of the 005010X221A1 guide.
 * `claimNumber` is unique in the file and makes the ids of claim, patient and lines. `random` goes on where planning
 * stopped, so the text is as repeatable as the amounts.
 */
export function writeClaim(block, plan, claimNumber, random) {
  const day = random.below(330);
  writeClaimPayment(block, plan, claimNumber, random);
  writeNames(block, claimNumber, random);
  if (random.chance(25)) block.text('MOA**').element(random.pick(MOA_REMARKS)).end();
  writeClaimReferences(block, claimNumber, random);
  writeClaimDates(block, day, random);
  if (random.chance(4)) block.text('PER*CX*PROVIDER RELATIONS*TE*8005550142').end();
  if (plan.status !== STATUS_DENIED)
    block
      .text('AMT*AU')
      .amount(plan.paidCents + plan.patientCents)
      .end();
  if (random.chance(8))
    block
      .text('QTY*CA')
      .number(1 + random.below(9))
      .end();
  for (let line = 0; line < plan.lineCount; line++) writeLine(block, plan, line, claimNumber, day, random);
}

/** CLP01 to CLP09. */
function writeClaimPayment(block, plan, claimNumber, random) {
  block.text('CLP*PT').digits(claimNumber, 8);
  block.number(plan.status).amount(plan.chargeCents).amount(plan.paidCents).amount(plan.patientCents);
  block.element(random.pick(CLAIM_FILING_CODES)).text('*2025').digits(claimNumber, 9);
  block.element(random.pick(PLACES_OF_SERVICE)).text('*1').end();
}

/** Patient, in some claims the subscriber (a spouse or parent), in most the rendering provider. */
function writeNames(block, claimNumber, random) {
  const lastName = random.pick(LAST_NAMES);
  block.text('NM1*QC*1').element(lastName).element(random.pick(FIRST_NAMES));
  block
    .text(random.chance(40) ? '*J***MI*W' : '****MI*W')
    .digits(100000000 + claimNumber)
    .end();
  if (random.chance(30)) {
    block.text('NM1*IL*1').element(lastName).element(random.pick(FIRST_NAMES));
    block
      .text('****MI*W')
      .digits(100000000 + claimNumber)
      .end();
  }
  if (random.chance(70)) {
    block.text('NM1*82*1').element(random.pick(LAST_NAMES)).element(random.pick(FIRST_NAMES));
    block.text('****XX').element(random.pick(NPIS)).end();
  }
}

function writeClaimReferences(block, claimNumber, random) {
  if (random.chance(55))
    block
      .text('REF*1L')
      .number(70000 + random.below(900))
      .end();
  if (random.chance(60)) block.text('REF*EA*MR').digits(claimNumber, 7).end();
}

/** Statement period and the day the claim was received. */
function writeClaimDates(block, day, random) {
  block.text('DTM*232').element(DATES[day]).end();
  block
    .text('DTM*233')
    .element(DATES[day + random.below(4)])
    .end();
  block
    .text('DTM*050')
    .element(DATES[day + 5 + random.below(20)])
    .end();
}

function writeLine(block, plan, line, claimNumber, day, random) {
  block.text('SVC').element(random.pick(PROCEDURES));
  block
    .amount(plan.lineCharge[line])
    .amount(plan.linePaid[line])
    .text('*')
    .number(1 + random.below(4))
    .end();
  block.text('DTM*472').element(DATES[day]).end();
  writeAdjustments(block, plan, line, random);
  block
    .text('REF*6R')
    .number(claimNumber * 10 + line + 1)
    .end();
  const allowed = plan.linePaid[line] + sumOfTriplets(plan.patient, line);
  if (allowed > 0) block.text('AMT*B6').amount(allowed).end();
  if (random.chance(30)) block.text('LQ*HE').element(random.pick(REMARK_CODES)).end();
}

/** One CAS for the contractual and one for the patient's amounts; a denied line gives its reason instead. */
function writeAdjustments(block, plan, line, random) {
  if (plan.status === STATUS_DENIED) {
    block.text('CAS*CO').element(random.pick(DENIAL_REASONS)).amount(plan.lineCharge[line]).end();
    return;
  }
  writeTriplets(block, CONTRACTUAL, plan.contractual, line, 0);
  writeTriplets(block, PATIENT_RESPONSIBILITY, plan.patient, line, random.below(MAX_TRIPLETS));
}

/**
 * Writes reason, amount and quantity (left out) of each planned triplet.
 *
 *     CAS*PR*1*20**2*15.5~
 *            ^ ^  ^ ^ second triplet: its separator after the empty quantity
 */
function writeTriplets(block, group, triplets, line, firstReason) {
  const first = line * MAX_TRIPLETS;
  if (triplets[first] === 0) return;
  block.text(group.start);
  for (let i = 0; i < MAX_TRIPLETS && triplets[first + i] > 0; i++) {
    if (i > 0) block.text('*');
    block.text(group.reasons[(firstReason + i) % MAX_TRIPLETS]).amount(triplets[first + i]);
  }
  block.end();
}

function sumOfTriplets(triplets, line) {
  const first = line * MAX_TRIPLETS;
  return triplets[first] + triplets[first + 1] + triplets[first + 2];
}
