import { LAST_NAMES, PAYERS } from '../edi-parts/words.mjs';
import { writeCompany, writeDemographics, writeHomeAddress, writeIdentifiedName, writeName, writeProvider } from './party-writer.mjs';
import { COORDINATED_FILING_CODES, FILING_CODES, RELATIONSHIPS, TAXONOMIES } from './vocabulary.mjs';

const SUBMITTER = ['NM1*41*2*RIVERBEND BILLING SERVICE*****46*RB0001', 'PER*IC*EDI DESK*TE*8005550150*EM*EDI@BILLING.EXAMPLE'];
const RECEIVER = 'NM1*40*2*LANTERN RIDGE CLEARING HOUSE*****46*60054';

/** Writes ST to loop 1000B. */
export function writeTransactionStart(block, number) {
  block.text('ST*837').number(number, 4).text('*005010X222A1').end();
  block.text('BHT*0019*00*BATCH').digits(number, 6).text('*20251231*0830*CH').end();
  for (const segment of SUBMITTER) block.text(segment).end();
  block.text(RECEIVER).end();
}

/** Writes a billing provider (2000A) as level `id`. */
export function writeBillingProvider(block, random, id, provider) {
  const { npi, taxId } = provider;
  block.text('HL').number(id).text('**20*1').end();
  block.text('PRV*BI*PXC').element(random.pick(TAXONOMIES)).end();
  writeProvider(block, '85', provider);
  block.text('REF*EI').element(taxId).end();
  block.text('PER*IC*PATIENT ACCOUNTS*TE*80055501').text(npi.slice(-2)).end();
}

/**
 * Draws the subscriber of level `id`. `otherPayer` is the payer of another insurance that paid first. `isPatient` is false
 * when a patient level with the claims follows.
 */
export function planSubscriber(random, { id, parent, firstClaim }) {
  const payer = random.below(PAYERS.length);
  const isCoordinated = random.chance(10);
  return {
    id,
    parent,
    memberNumber: 100000000 + firstClaim,
    lastName: random.pick(LAST_NAMES),
    isPatient: !random.chance(10),
    payer: PAYERS[payer],
    otherPayer: isCoordinated ? PAYERS[(payer + 1 + random.below(PAYERS.length - 1)) % PAYERS.length] : undefined,
  };
}

/** Writes a subscriber (2000B) with name and payer. Address and birth are those of the patient, so they may be absent here. */
export function writeSubscriber(block, random, subscriber) {
  const { id, parent, memberNumber, lastName, isPatient, payer } = subscriber;
  block
    .text('HL')
    .number(id)
    .number(parent)
    .text(isPatient ? '*22*0' : '*22*1')
    .end();
  writeInsurance(block, random, subscriber);
  block.text('NM1*IL*1');
  writeIdentifiedName(block, random, lastName, 'MI');
  block.text('W').digits(memberNumber).end();
  if (isPatient) {
    writeHomeAddress(block, random);
    writeDemographics(block, random, 1932, 75);
  }
  writeCompany(block, 'PR', payer, `PI*${payer.number}`);
  block.text('REF*EI').element(payer.taxId).end();
}

/** SBR: it pays second (S) when another insurance paid first, and 18 says that the subscriber is the patient. */
function writeInsurance(block, random, { isPatient, otherPayer }) {
  block.text(otherPayer === undefined ? 'SBR*P' : 'SBR*S').text(isPatient ? '*18' : '*');
  block.text('*GRP').digits(100 + random.below(900));
  block.text('******').text(random.pick(otherPayer === undefined ? FILING_CODES : COORDINATED_FILING_CODES));
  block.end();
}

/** Writes a patient (2000C) of level `id`: the spouse or a child of the subscriber, mostly of the same name. */
export function writePatient(block, random, id, subscriber) {
  block.text('HL').number(id).number(subscriber.id).text('*23*0').end();
  const relationship = random.pick(RELATIONSHIPS);
  block.text('PAT').element(relationship).end();
  block.text('NM1*QC*1');
  writeName(block, random, random.chance(85) ? subscriber.lastName : random.pick(LAST_NAMES));
  block.end();
  writeHomeAddress(block, random);
  if (relationship === '19') writeDemographics(block, random, 2003, 21);
  else writeDemographics(block, random, 1945, 55);
}
