import { DATES, LAST_NAMES, NPIS, PROCEDURES } from '../edi-parts/words.mjs';
import { writeIdentifiedName } from './party-writer.mjs';
import { DRUGS } from './vocabulary.mjs';

const MAX_POINTERS = 4;

/** Writes loop 2400 of line `line` (from 0) of a planned claim. */
export function writeLine(block, random, plan, line) {
  const procedure = random.pick(PROCEDURES);
  const units = 1 + random.below(4);
  block
    .text('LX')
    .number(line + 1)
    .end();
  writeService(block, random, plan, { procedure, units, chargeCents: plan.lineCharge[line] });
  writeServiceDate(block, random, plan.day);
  block
    .text('REF*6R')
    .number(plan.number * 10 + line + 1)
    .end();
  writeDrug(block, DRUGS.get(procedure), units);
  if (random.chance(6)) {
    block.text('NM1*82*1');
    writeIdentifiedName(block, random, random.pick(LAST_NAMES), 'XX');
    block.text(random.pick(NPIS)).end();
  }
  if (plan.otherPayer !== undefined) writeAdjudication(block, random, plan, { line, procedure, units });
}

/** SV1; some lines are of another place of service than the claim, few are emergencies. */
function writeService(block, random, plan, { procedure, units, chargeCents }) {
  block.text('SV1').element(procedure).amount(chargeCents).text('*UN').number(units);
  block.text(random.chance(6) ? '*22*' : '**');
  writePointers(block, random, plan.diagnosisCount);
  if (random.chance(3)) block.text('**Y');
  block.end();
}

/** One to four different diagnoses of the claim. */
function writePointers(block, random, diagnosisCount) {
  const first = random.below(diagnosisCount);
  const count = 1 + random.below(Math.min(MAX_POINTERS, diagnosisCount));
  block.number(first + 1);
  for (let i = 1; i < count; i++) block.text(':').digits(((first + i) % diagnosisCount) + 1);
}

function writeServiceDate(block, random, day) {
  if (!random.chance(10)) {
    block.text('DTP*472*D8').element(DATES[day]).end();
    return;
  }
  block.text('DTP*472*RD8').element(DATES[day]).text('-');
  block.text(DATES[day + 1 + random.below(6)]).end();
}

function writeDrug(block, drug, units) {
  if (drug === undefined) return;
  block.text('LIN**N4').element(drug.ndc).end();
  block.text('CTP***').number(units).element(drug.unit).end();
}

/** Loop 2430: what the other payer paid for the line, and why not all of it. */
function writeAdjudication(block, random, plan, { line, procedure, units }) {
  const contractual = plan.lineContractual[line];
  const patient = plan.linePatient[line];
  block.text('SVD').element(plan.otherPayer.number).amount(plan.linePaid[line]).element(procedure).text('*').number(units).end();
  block.text('CAS*CO*45').amount(contractual).end();
  if (patient > 0)
    block
      .text(random.chance(70) ? 'CAS*PR*2' : 'CAS*PR*3')
      .amount(patient)
      .end();
  block
    .text('DTP*573*D8')
    .element(DATES[plan.day + 7 + random.below(30)])
    .end();
}
