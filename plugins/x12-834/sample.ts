import { type SampleContext, type SampleFault, type SampleText, Seeded, type TransactionSample } from '../../src/plugin';
import { addressText, dayOf, money, nameElements, npiOf, PAYER, personOf, type SyntheticPerson, TRADING } from '../synthetic';

const DATE = '20250602';

const FAMILIES_PER_TRANSACTION = 500;

/** Day of the year on which coverage begins: the first of July. */
const COVERAGE_FROM = dayOf(181);

const PLANS = ['LANTERN GOLD', 'LANTERN SILVER', 'LANTERN BRONZE'] as const;

/** INS03: additions mostly, then changes. */
const MAINTENANCE = ['021', '021', '021', '001'] as const;

interface Family {
  readonly subscriber: SyntheticPerson;
  readonly dependents: readonly { readonly person: SyntheticPerson; readonly relationship: '01' | '19' }[];
  readonly number: string;
  readonly socialSecurity: string;
  readonly maintenance: string;
  readonly plan: string;
  readonly hiredOn: string;
  /** Cents. */
  readonly premium: number;
  readonly doctorNpi: string;
}

function familyOf(seed: number, index: number): Family {
  const random = new Seeded(seed ^ 0x834, index);
  const subscriber = personOf(random, 19, 64);
  const hasSpouse = random.chance(40);
  const children = random.chance(45) ? random.between(1, 3) : 0;
  const family = { lastName: subscriber.lastName, place: subscriber.place };
  const spouse = hasSpouse ? [{ person: personOf(random, 19, 64, family), relationship: '01' as const }] : [];
  return {
    subscriber,
    dependents: [...spouse, ...Array.from({ length: children }, () => ({ person: personOf(random, 0, 18, family), relationship: '19' as const }))],
    number: `E${seed}-${index + 1}`,
    socialSecurity: `9${random.digits(8)}`,
    maintenance: random.pick(MAINTENANCE),
    plan: random.pick(PLANS),
    hiredOn: dayOf(random.below(150)),
    premium: random.between(21_000, 98_000),
    doctorNpi: npiOf(random.below(100_000_000)),
  };
}

const born = ({ birthDate, gender }: SyntheticPerson): string => `DMG*D8*${birthDate}*${gender}~\n`;

const coverage = (maintenance: string, kind: string, plan: string, level: string): string => `HD*${maintenance}**${kind}*${plan}*${level}~
DTP*348*D8*${COVERAGE_FROM}~
`;

function familyText({ subscriber, dependents, number, socialSecurity, maintenance, plan, hiredOn, premium, doctorNpi }: Family): string {
  const level = dependents.length === 0 ? 'EMP' : 'FAM';
  const reason = maintenance === '021' ? '20' : '25';
  return `INS*Y*18*${maintenance}*${reason}*A***FT~
REF*0F*${number}~
REF*1L*GRP-55~
DTP*336*D8*${hiredOn}~
NM1*IL*1*${nameElements(subscriber)}***34*${socialSecurity}~
PER*IP**HP*207555010${doctorNpi.charAt(9)}~
${addressText(subscriber.place)}${born(subscriber)}${coverage(maintenance, 'HMO', plan, level)}AMT*P3*${money(premium)}~
LX*1~
NM1*P3*1*WARBLER*CLEM****XX*${doctorNpi}*25~
${coverage(maintenance, 'DEN', 'LANTERN DENTAL', level)}${dependents
    .map(
      ({ person, relationship }) => `INS*N*${relationship}*${maintenance}*${reason}*A~
REF*0F*${number}~
REF*1L*GRP-55~
NM1*IL*1*${nameElements(person)}~
${born(person)}${coverage(maintenance, 'HMO', plan, level)}`,
    )
    .join('')}`;
}

function open({ seed, firstRecord }: SampleContext): SampleText {
  let subscribers = 0;
  let dependents = 0;
  return {
    record(index) {
      const family = familyOf(seed, index);
      subscribers++;
      dependents += family.dependents.length;
      return familyText(family);
    },
    head: () => `BGN*00*ENR${seed}-${firstRecord + 1}*${DATE}*0800****2~
REF*38*POLICY-55~
DTP*007*D8*${COVERAGE_FROM}~
QTY*ET*${subscribers}~
QTY*DT*${dependents}~
QTY*TO*${subscribers + dependents}~
N1*P5*SAMPLE WORKS*FI*000000017~
N1*IN*${PAYER.name}*FI*000000025~
`,
    tail: () => '',
  };
}

const FAULTS: readonly SampleFault[] = [
  {
    id: 'control-total',
    what: 'The number of members (QTY TO) is not that of the file.',
    rule: '834-control-totals',
    parts: ['head'],
    apply: (text) => text.replace(/(QTY\*TO\*)(\d)/, '$17$2'),
  },
  {
    id: 'relationship',
    what: 'A subscriber (INS01) is a dependent by the relationship (INS02).',
    rule: '834-subscriber-is-self',
    apply: (text) => text.replace('INS*Y*18', 'INS*Y*19'),
  },
  {
    id: 'missing-name',
    what: 'A member has no name (NM1).',
    rule: 'loop-required',
    apply: (text) => text.replace(/(INS\*N.*\n(?:REF.*\n)*)NM1.*\nDMG.*\n/, '$1'),
  },
];

/** Synthetic enrollments. */
export const enrollmentSamples: readonly TransactionSample[] = [
  {
    id: '834',
    title: 'Enrollments',
    records: 'families',
    faults: FAULTS,
    set: '834',
    functionalId: 'BE',
    version: '005010X220A1',
    sender: TRADING.sponsor,
    receiver: TRADING.payer,
    date: DATE,
    recordsPerTransaction: FAMILIES_PER_TRANSACTION,
    open,
  },
];
