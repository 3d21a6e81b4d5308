import { DATES, LAST_NAMES, NPIS, PLACES_OF_SERVICE, PROVIDERS } from '../edi-parts/words.mjs';
import { writeLine } from './line-writer.mjs';
import { writeCompany, writeHomeAddress, writeIdentifiedName, writeProvider } from './party-writer.mjs';
import { ATTACHMENT_TYPES, COORDINATED_FILING_CODES, DIAGNOSES, NOTES, RELATED_CAUSES, RELATIONSHIPS, TAXONOMIES } from './vocabulary.mjs';

const INPATIENT = '21';
/** Diagnoses of a claim are so many entries of the list apart. They differ, because the length of the list is no multiple of it. */
const DIAGNOSIS_STEP = 11;

/** Writes loop 2300 of a planned claim with its lines (2400), in the order of the 005010X222A1 guide. */
export function writeClaim(block, random, plan) {
  const isReplacement = random.chance(6);
  const place = random.pick(PLACES_OF_SERVICE);
  const cause = random.chance(4) ? random.pick(RELATED_CAUSES) : undefined;
  block.text('CLM*PT').digits(plan.number, 8).amount(plan.chargeCents);
  block
    .text('**')
    .element(place)
    .text(isReplacement ? ':B:7' : ':B:1')
    .text('*Y*A*Y*Y');
  if (cause !== undefined) block.text('*').element(cause);
  block.end();
  writeDates(block, random, plan.day, { isAccident: cause !== undefined, isInpatient: place === INPATIENT });
  writeAttachmentAndPayment(block, random, plan);
  writeReferences(block, random, plan.number, isReplacement);
  if (random.chance(8)) block.text('NTE*ADD').element(random.pick(NOTES)).end();
  writeDiagnoses(block, random, plan.diagnosisCount);
  writeClaimProviders(block, random);
  if (plan.otherPayer !== undefined) writeOtherInsurance(block, random, plan);
  for (let line = 0; line < plan.lineCount; line++) writeLine(block, random, plan, line);
}

function writeDates(block, random, day, { isAccident, isInpatient }) {
  if (random.chance(45)) writeDate(block, '431', day - random.below(30));
  if (random.chance(15)) writeDate(block, '454', day - random.below(25));
  if (random.chance(15)) writeDate(block, '304', day - 1 - random.below(25));
  if (isAccident) writeDate(block, '439', day - random.below(10));
  if (!isInpatient) return;
  writeDate(block, '435', day);
  writeDate(block, '096', day + 1 + random.below(6));
}

function writeDate(block, qualifier, day) {
  block.text('DTP').element(qualifier).text('*D8').element(DATES[day]).end();
}

function writeAttachmentAndPayment(block, random, { number, chargeCents }) {
  if (random.chance(6)) block.text('PWK').element(random.pick(ATTACHMENT_TYPES)).text('*BM***AC*DOC').digits(number, 8).end();
  if (random.chance(12))
    block
      .text('AMT*F5')
      .amount(Math.min(chargeCents, 500 * (1 + random.below(12))))
      .end();
}

/** A replacement names the claim that it replaces by the payer's number (F8). */
function writeReferences(block, random, number, isReplacement) {
  if (random.chance(12)) block.text('REF*G1*PA').digits(random.below(1000000), 6).end();
  if (isReplacement) block.text('REF*F8*2025').digits(number, 9).end();
  block.text('REF*D9*TRACE').digits(number, 10).end();
  if (random.chance(35)) block.text('REF*EA*MR').digits(number, 7).end();
}

function writeDiagnoses(block, random, count) {
  let entry = random.below(DIAGNOSES.length);
  block.text('HI*ABK:').text(DIAGNOSES[entry]);
  for (let i = 1; i < count; i++) {
    entry = (entry + DIAGNOSIS_STEP) % DIAGNOSES.length;
    block.text('*ABF:').text(DIAGNOSES[entry]);
  }
  block.end();
}

/** Loops 2310A to 2310C: who referred in some claims, who rendered the services, and in most the place. */
function writeClaimProviders(block, random) {
  if (random.chance(15)) writeIdentifiedProvider(block, random, 'DN');
  writeIdentifiedProvider(block, random, '82');
  block.text('PRV*PE*PXC').element(random.pick(TAXONOMIES)).end();
  if (random.chance(80)) writeProvider(block, '77', random.pick(PROVIDERS));
}

function writeIdentifiedProvider(block, random, role) {
  block.text('NM1').element(role).text('*1');
  writeIdentifiedName(block, random, random.pick(LAST_NAMES), 'XX');
  block.text(random.pick(NPIS)).end();
}

/** Loops 2320, 2330A and 2330B of the insurance that paid first. */
function writeOtherInsurance(block, random, { number, otherPayer, claimPatientCents, otherPaidCents }) {
  const relationship = random.chance(60) ? '18' : random.pick(RELATIONSHIPS);
  block.text('SBR*P').element(relationship);
  block.text('*OTH').digits(100 + random.below(900));
  block.text('******').text(random.pick(COORDINATED_FILING_CODES)).end();
  if (claimPatientCents > 0) block.text('CAS*PR*1').amount(claimPatientCents).end();
  block.text('AMT*D').amount(otherPaidCents).end();
  block.text('OI***Y***Y').end();
  block.text('NM1*IL*1');
  writeIdentifiedName(block, random, random.pick(LAST_NAMES), 'MI');
  block
    .text('X')
    .digits(500000000 + number)
    .end();
  writeHomeAddress(block, random);
  writeCompany(block, 'PR', otherPayer, `PI*${otherPayer.number}`);
}
