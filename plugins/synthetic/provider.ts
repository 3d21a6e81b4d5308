import { Seeded } from '../../src/plugin';
import { personOf, placeOf, type SyntheticPerson, type SyntheticPlace } from './person';

/** An organization that does not exist. */
export interface SyntheticProvider {
  readonly name: string;
  readonly npi: string;
  /** Employer identification number with the prefix 00, which is not assigned. */
  readonly taxId: string;
  /** Ten digits of a telephone that is not assigned. */
  readonly telephone: string;
  /** Identifier as a sender of files. */
  readonly senderId: string;
  readonly taxonomy: string;
  readonly place: SyntheticPlace;
}

/** A person who treats patients. */
export interface SyntheticDoctor extends SyntheticPerson {
  readonly npi: string;
}

/** Kinds of organizations, by what they are called. */
const KINDS = { P: ['CLINIC', '261QP2300X'], I: ['HOSPITAL', '282N00000X'], D: ['DENTAL', '1223G0001X'], R: ['PHARMACY', '3336C0003X'] } as const;

const PLACES = ['NORTH RIVER', 'HARBOR', 'QUARRY HILL', 'LANTERN', 'MEADOW', 'TIDEWATER', 'ORCHARD', 'MILL POND'] as const;

/** Seeds of providers differ from those of claims. */
const PROVIDERS = 0x5eed;

/** Doctors have other numbers than organizations. */
const FIRST_DOCTOR = 1_000_000_000;

/** An NPI with its check digit: nine digits, of which the first is 2, are those of a number. */
export function npiOf(number: number): string {
  const digits = `2${String(number % 100_000_000).padStart(8, '0')}`;
  // The prefix 80840, which the check digit is about too, counts 24.
  let sum = 24;
  for (let at = 0; at < 9; at++) {
    const digit = digits.charCodeAt(at) - 48;
    const doubled = at % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits + String((10 - (sum % 10)) % 10);
}

/** The organization that bills the claims of a transaction set. */
export function billingProviderOf(kind: keyof typeof KINDS, seed: number, number: number): SyntheticProvider {
  const random = new Seeded(seed ^ PROVIDERS, number);
  const [noun, taxonomy] = KINDS[kind];
  return {
    name: `${random.pick(PLACES)} ${noun}`,
    npi: npiOf(random.below(100_000_000)),
    taxId: `00${random.digits(7)}`,
    telephone: `20755501${random.digits(2)}`,
    senderId: `SND${random.digits(5)}`,
    taxonomy,
    place: placeOf(random),
  };
}

/** The doctor of a number. */
export function doctorOf(seed: number, number: number): SyntheticDoctor {
  const random = new Seeded(seed ^ PROVIDERS, FIRST_DOCTOR + number);
  return { ...personOf(random, 30, 64), npi: npiOf(random.below(100_000_000)) };
}
