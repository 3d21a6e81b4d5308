import { Seeded } from '../../src/plugin';
import { dayOf } from './days';
import { cents } from './money';
import { personOf, type SyntheticPerson } from './person';
import { billingProviderOf, doctorOf, type SyntheticDoctor, type SyntheticProvider } from './provider';

/** Professional, institutional or dental. */
export type ClaimForm = 'P' | 'I' | 'D';

/** A service. Amounts are cents. */
export interface SyntheticLine {
  readonly number: number;
  /** Code of the procedure; empty for institutional services without one. */
  readonly procedure: string;
  /** Code with qualifier and modifiers as composites have it, such as HC:99213:25. */
  readonly product: string;
  /** Code of the revenue center; empty on other claims. */
  readonly revenue: string;
  readonly units: number;
  readonly charge: number;
}

/** A claim that nobody has. */
export interface SyntheticClaim {
  readonly form: ClaimForm;
  /** Patient control number. */
  readonly id: string;
  /** Number that the payer gives it. */
  readonly payerClaimId: string;
  readonly memberId: string;
  readonly groupId: string;
  readonly subscriber: SyntheticPerson;
  /** The subscriber, or a child. */
  readonly patient: SyntheticPerson;
  readonly isDependent: boolean;
  readonly doctor: SyntheticDoctor;
  /** The first is the principal one. */
  readonly diagnoses: readonly string[];
  readonly lines: readonly SyntheticLine[];
  /** CCYYMMDD. */
  readonly from: string;
  readonly to: string;
  readonly days: number;
  readonly charge: number;
  /** Institutional: the diagnosis-related group. */
  readonly drg: string;
  /** True for a claim that the payer does not accept into adjudication. */
  readonly isRejected: boolean;
}

/** Claims of one transaction set: they have one billing provider, and files of other sets divide them alike. */
export const CLAIMS_PER_TRANSACTION = 500;

const LATEST_SERVICE_DAY = 190;

/** Every 50th claim. */
const REJECTED_EVERY = 50;

/** A procedure and its charge in cents. */
type Procedure = readonly [product: string, charge: number, maxUnits: number, revenue?: string];

const PROCEDURES: Readonly<Record<ClaimForm, readonly Procedure[]>> = {
  P: [
    ['HC:99213', 15_000, 1],
    ['HC:99214:25', 21_500, 1],
    ['HC:99203', 24_000, 1],
    ['HC:36415', 1_800, 1],
    ['HC:80053', 4_650, 1],
    ['HC:85025', 3_275, 1],
    ['HC:87880:QW', 4_200, 1],
    ['HC:93000', 7_025, 1],
    ['HC:71046', 11_850, 1],
    ['HC:97110:GP', 6_840, 4],
    ['HC:90471', 3_950, 1],
    ['HC:J1885', 1_225, 4],
    ['HC:G0439', 18_990, 1],
  ],
  I: [
    ['', 148_500, 1, '0120'],
    ['', 212_050, 1, '0200'],
    ['', 38_675, 6, '0250'],
    ['', 21_340, 4, '0270'],
    ['HC:80053', 9_275, 2, '0301'],
    ['HC:85025', 6_150, 2, '0305'],
    ['HC:71046', 31_420, 1, '0324'],
    ['HC:93005', 18_890, 1, '0730'],
    ['HC:97110', 14_230, 3, '0420'],
  ],
  D: [
    ['AD:D0120', 6_200, 1],
    ['AD:D0220', 3_850, 1],
    ['AD:D0274', 7_940, 1],
    ['AD:D1110', 11_275, 1],
    ['AD:D1206', 4_480, 1],
    ['AD:D2392', 24_160, 1],
    ['AD:D2740', 118_500, 1],
  ],
};

const DIAGNOSES: Readonly<Record<ClaimForm, readonly string[]>> = {
  P: ['I10', 'E119', 'E785', 'J0300', 'J209', 'M5450', 'R0602', 'Z0000', 'K219', 'N390', 'F411', 'M25561'],
  I: ['I5023', 'J189', 'I2510', 'N179', 'A419', 'K5720', 'I639', 'J441', 'E1165', 'R0602'],
  D: ['K0262', 'K0251', 'K0530', 'K029'],
};

const DRGS = ['291', '193', '287', '683', '871', '392', '065', '190'] as const;

/** Doctors of all claims of a seed. */
const DOCTORS = 24;

const SHARE_OF_DEPENDENTS = 25;

/** Returns the claim of a number, from 0. It is the same for every file of a seed. */
export function claimSource(form: ClaimForm, seed: number): (index: number) => SyntheticClaim {
  const doctors: SyntheticDoctor[] = [];
  const claims: Claims = { form, seed, doctorOf: (number) => (doctors[number] ??= doctorOf(seed, number)) };
  return (index) => claimOf(claims, index);
}

/** What the claims of a file share. */
interface Claims {
  readonly form: ClaimForm;
  readonly seed: number;
  readonly doctorOf: (number: number) => SyntheticDoctor;
}

function claimOf({ form, seed, doctorOf: doctor }: Claims, index: number): SyntheticClaim {
  const random = new Seeded(seed + form.charCodeAt(0) * 1_000_000, index);
  const subscriber = personOf(random, 19, 88);
  const isDependent = random.chance(SHARE_OF_DEPENDENTS);
  const lines = linesOf(form, random);
  const days = form === 'I' ? random.between(1, 7) : 0;
  const from = random.between(4, LATEST_SERVICE_DAY - days);
  const number = String(index + 1).padStart(6, '0');
  return {
    form,
    id: `${form}${seed}-${number}`,
    payerClaimId: `25${form}${String(seed).padStart(6, '0')}${number}`,
    memberId: `LHP${random.digits(8)}`,
    groupId: `GRP-${random.between(10, 99)}`,
    subscriber,
    isDependent,
    patient: isDependent ? personOf(random, 1, 18, subscriber) : subscriber,
    doctor: doctor(random.below(DOCTORS)),
    diagnoses: random.some(DIAGNOSES[form], random.between(1, form === 'D' ? 1 : 4)),
    lines,
    from: dayOf(from),
    to: dayOf(from + days),
    days,
    charge: lines.reduce((sum, { charge }) => sum + charge, 0),
    drg: random.pick(DRGS),
    isRejected: index % REJECTED_EVERY === REJECTED_EVERY - 1,
  };
}

/** The organization that bills a claim. */
export const claimProviderOf = (form: ClaimForm, seed: number, index: number): SyntheticProvider =>
  billingProviderOf(form, seed, Math.floor(index / CLAIMS_PER_TRANSACTION));

function linesOf(form: ClaimForm, random: Seeded): readonly SyntheticLine[] {
  return random.some(PROCEDURES[form], random.between(1, 4)).map(([product, base, maxUnits, revenue = ''], at) => {
    const units = random.between(1, maxUnits);
    return { number: at + 1, product, procedure: product.split(':')[1] ?? '', revenue, units, charge: units * cents(base, random.between(80, 120)) };
  });
}
