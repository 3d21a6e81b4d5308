import { FIRST_NAMES } from '../edi-parts/words.mjs';
import { PLACES, STREETS } from './vocabulary.mjs';

/** Puts NM103 and NM104 of a person, in some also the middle initial NM105. */
export function writeName(block, random, lastName) {
  block.element(lastName).element(random.pick(FIRST_NAMES));
  if (random.chance(30)) block.text('*J');
}

/** Puts NM103 to NM108 of a person and the separator of NM109; `qualifier` is NM108. */
export function writeIdentifiedName(block, random, lastName, qualifier) {
  block.element(lastName).element(random.pick(FIRST_NAMES));
  block
    .text(random.chance(30) ? '*J***' : '****')
    .text(qualifier)
    .text('*');
}

/** Writes N3 and N4 of a person. */
export function writeHomeAddress(block, random) {
  block
    .text('N3*')
    .digits(1 + random.below(1999))
    .text(' ')
    .text(random.pick(STREETS))
    .end();
  block.text('N4').element(random.pick(PLACES)).end();
}

/** Writes DMG of somebody born in one of `yearCount` years from `firstYear` on. */
export function writeDemographics(block, random, firstYear, yearCount) {
  block
    .text('DMG*D8')
    .number(firstYear + random.below(yearCount))
    .digits(1 + random.below(12), 2)
    .digits(1 + random.below(28), 2)
    .text(random.chance(52) ? '*F' : '*M')
    .end();
}

/** Writes NM1 of a company with the elements after its name, and N3 and N4. */
export function writeCompany(block, role, { name, street, place }, identification) {
  block.text('NM1').element(role).text('*2').element(name).text('****').element(identification).end();
  block.text('N3').element(street).end();
  block.text('N4').element(place).end();
}

/** Writes NM1, N3 and N4 of an entry of PROVIDERS. In an 837 their ZIP codes have nine digits. */
export function writeProvider(block, role, { name, street, place, npi }) {
  writeCompany(block, role, { name, street, place: `${place}0001` }, `XX*${npi}`);
}
