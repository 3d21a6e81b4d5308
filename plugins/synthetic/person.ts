import type { Seeded } from '../../src/plugin';

/** A person who does not exist. */
export interface SyntheticPerson {
  readonly lastName: string;
  readonly firstName: string;
  readonly middleInitial: string;
  readonly gender: 'F' | 'M';
  /** CCYYMMDD. */
  readonly birthDate: string;
  readonly place: SyntheticPlace;
}

/** An address that does not exist, in a city that does. */
export interface SyntheticPlace {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

const LAST_NAMES = [
  ...['ALDER', 'ASTER', 'BIRCH', 'BRACKEN', 'CEDAR', 'CLOVER', 'CYPRESS', 'ELDER', 'FENNEL', 'FINCH', 'GORSE', 'HAWTHORN', 'HAZEL', 'HEATHER', 'HERON'],
  ...['JUNIPER', 'KESTREL', 'LARCH', 'LARK', 'LAUREL', 'LINDEN', 'MAPLE', 'MARTIN', 'MERLIN', 'OSPREY', 'PLOVER', 'QUINCE', 'REED', 'ROWAN', 'SEDGE'],
  ...['SORREL', 'SPRUCE', 'STARLING', 'SWIFT', 'TAMARACK', 'TEAL', 'THISTLE', 'WAXWING', 'WILLOW', 'WREN', 'YARROW', 'YEW'],
] as const;

const FIRST_NAMES = {
  F: [
    'ADA',
    'BEA',
    'CLARA',
    'DORA',
    'EDITH',
    'FAYE',
    'GRETA',
    'HOLLY',
    'IRIS',
    'JUNE',
    'KIT',
    'LENA',
    'MAE',
    'NORA',
    'OPAL',
    'PEARL',
    'RUTH',
    'SAGE',
    'TESS',
    'VERA',
  ],
  M: [
    'ABEL',
    'BASIL',
    'CARL',
    'DEAN',
    'EMIL',
    'FORD',
    'GLEN',
    'HUGO',
    'IVAN',
    'JONAS',
    'KURT',
    'LEON',
    'MILO',
    'NOEL',
    'OTTO',
    'PAUL',
    'REX',
    'SAUL',
    'TOBY',
    'WADE',
  ],
} as const satisfies Record<SyntheticPerson['gender'], readonly string[]>;

const STREETS = ['SPRUCE LANE', 'QUARRY ROAD', 'HARBOR STREET', 'MILL LANE', 'TIDEWATER LANE', 'ORCHARD AVENUE', 'STATION ROAD', 'MEADOW COURT'] as const;

const CITIES = [
  ['BANGOR', 'ME', '04401'],
  ['PORTLAND', 'ME', '04101'],
  ['ORONO', 'ME', '04473'],
  ['CONCORD', 'NH', '03301'],
  ['KEENE', 'NH', '03431'],
  ['BARRE', 'VT', '05641'],
  ['SPRINGFIELD', 'IL', '62701'],
  ['DECATUR', 'IL', '62521'],
] as const;

const INITIALS = 'ABCDEFGHJKLMNPRSTW';

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** A person with an age between two, in years on the first day of 2025 or one more. */
export function personOf(random: Seeded, fromAge: number, toAge: number, family?: Pick<SyntheticPerson, 'lastName' | 'place'>): SyntheticPerson {
  const gender = random.chance(52) ? 'F' : 'M';
  return {
    gender,
    firstName: random.pick(FIRST_NAMES[gender]),
    middleInitial: INITIALS.charAt(random.below(INITIALS.length)),
    birthDate: `${2024 - random.between(fromAge, toAge)}${twoDigits(random.between(1, 12))}${twoDigits(random.between(1, 28))}`,
    lastName: family?.lastName ?? random.pick(LAST_NAMES),
    place: family?.place ?? placeOf(random),
  };
}

export function placeOf(random: Seeded): SyntheticPlace {
  const [city, state, zip] = random.pick(CITIES);
  return { street: `${random.between(1, 999)} ${random.pick(STREETS)}`, city, state, zip };
}
