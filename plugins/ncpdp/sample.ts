import { Seeded, type Sample, type SampleContext, type SampleFault, type SampleText } from '../../src/plugin';
import { billingProviderOf, cents, dayOf, npiOf, personOf, TRADING } from '../synthetic';
import { FRAMING } from './framing';

const DATE = '20250804';

const BATCH = '0000042';

const [STX, ETX] = [String.fromCharCode(FRAMING.start), String.fromCharCode(FRAMING.end)];
const [SEGMENT, GROUP, FIELD] = [String.fromCharCode(FRAMING.segment), String.fromCharCode(FRAMING.group), String.fromCharCode(FRAMING.field)];

/** Quantities and days of a prescription. */
const SUPPLIES = [
  [30, 30],
  [60, 30],
  [90, 90],
  [20, 10],
] as const;

/** Letters that stand for the last digit of a positive amount. */
const OVERPUNCH = '{ABCDEFGHI';

const DISPENSING_FEE = 150;

/** An amount of cents: eight characters, of which the last has the sign. */
const amount = (value: number): string => String(Math.trunc(value / 10)).padStart(7, '0') + OVERPUNCH.charAt(value % 10);

const fields = (id: string, ...values: readonly string[]): string => `${SEGMENT}${FIELD}AM${id}${values.map((value) => FIELD + value).join('')}`;

function claimText({ seed }: SampleContext, index: number, pharmacy: string): string {
  const random = new Seeded(seed ^ 0xd0, index);
  const { firstName, lastName, birthDate, gender, place } = personOf(random, 2, 88);
  const [quantity, days] = random.pick(SUPPLIES);
  const cost = random.between(400, 90_000);
  const patientPays = cents(cost, random.between(5, 25));
  const reference = String(index + 1).padStart(10, '0');
  const day = dayOf(random.between(100, 210));
  return `${STX}G1${reference}610999D0B1LANTERN   101${pharmacy.padEnd(15)}${day}SAMPLE01  ${fields('04', `C2LHP${random.digits(8)}`, 'C1GRP-55', 'C3001', 'C61')}${fields(
    '01',
    `C4${birthDate}`,
    `C5${gender === 'M' ? 1 : 2}`,
    `CA${firstName}`,
    `CB${lastName}`,
    `CM${place.street}`,
    `CN${place.city}`,
    `CO${place.state}`,
    `CP${place.zip}`,
    '4X01',
  )}${GROUP}${fields(
    '07',
    'EM1',
    `D2${String(index + 1).padStart(12, '0')}`,
    'E103',
    `D799999${random.digits(6)}`,
    `E7${String(quantity * 1_000).padStart(10, '0')}`,
    `D3${String(random.below(6)).padStart(2, '0')}`,
    `D5${String(days).padStart(3, '0')}`,
    'D61',
    'D80',
    `DE${day}`,
    'DF05',
    'DJ3',
    '28EA',
  )}${fields(
    '11',
    `D9${amount(cost)}`,
    `DC${amount(DISPENSING_FEE)}`,
    `DX${amount(patientPays)}`,
    `DQ${amount(cost + DISPENSING_FEE)}`,
    `DU${amount(cost + DISPENSING_FEE)}`,
    'DN01',
  )}${fields('03', 'EZ01', `DB${npiOf(random.below(100_000_000))}`, 'DRFINCH')}${ETX}`;
}

function open(context: SampleContext): SampleText {
  const { npi } = billingProviderOf('R', context.seed, 0);
  let count = 0;
  return {
    record(index) {
      count++;
      return claimText(context, index, npi);
    },
    head: () => `${STX}00T${TRADING.provider.padEnd(24)}${BATCH}${DATE}0800T12${TRADING.payer.padEnd(24)}${ETX}`,
    tail: () => `${STX}99${BATCH}${String(count).padStart(10, '0')}${'END'.padEnd(35)}${ETX}`,
  };
}

const FAULTS: readonly SampleFault[] = [
  {
    id: 'record-count',
    what: 'The trailer of the batch counts one record too many.',
    rule: 'ncpdp-count',
    parts: ['tail'],
    apply: (text) => text.replace(/(99\d{7})(\d{10})/, (_, before: string, count: string) => before + String(Number(count) + 1).padStart(10, '0')),
  },
  { id: 'unknown-segment', what: 'A segment is not part of the standard.', rule: 'ncpdp-segment-unknown', apply: (text) => text.replace('AM03', 'AM99') },
  {
    id: 'missing-prescription',
    what: 'A claim has no number of the prescription (D2).',
    rule: 'ncpdp-field-required',
    apply: (text) => text.replace(/.D2\d{12}/, ''),
  },
  {
    id: 'date',
    what: 'The day of a prescription (DE) is none of the calendar.',
    rule: 'ncpdp-field-type',
    apply: (text) => text.replace(/(DE)\d{8}/, '$120250231'),
  },
];

/** Synthetic claims of pharmacies. */
export const pharmacySamples: readonly Sample[] = [{ id: 'ncpdp', title: 'Claims of pharmacies (NCPDP D.0 batch)', records: 'claims', faults: FAULTS, open }];
