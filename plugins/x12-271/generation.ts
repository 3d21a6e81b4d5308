import type { ElementDefaults, Generation, GenerationContext } from '../../src/plugin';
import { INQUIRY, RESPONSE } from './guides';

/** Entities that are always persons; others are where they have a first name. */
const PERSONS = ['03', 'IL'];

/** Defaults of both sets. `purpose` is BHT02. */
const omitted =
  (purpose: string) =>
  ({ date, time, controlNumber }: GenerationContext): ElementDefaults => ({
    BHT02: [purpose],
    BHT03: [controlNumber],
    BHT04: [date],
    BHT05: [time],
    // Payers and providers, unless records name another role.
    '2100A NM101': ['PR'],
    '2100B NM101': ['1P'],
    NM102: [(nm1) => (PERSONS.includes(nm1.text(1)) || nm1.has(4) ? '1' : '2')],
    NM108: [(nm1) => (['PR', '2B'].includes(nm1.text(1)) ? 'PI' : undefined), (nm1) => (nm1.text(1) === 'IL' ? 'MI' : undefined), 'XX'],
    INS01: [(ins) => (ins.text(2) === '18' ? 'Y' : 'N')],
    AAA01: ['N'],
  });

/** How inquiries (270) are written: the guide, and defaults of required elements. */
const inquiries: Generation = {
  sets: ['270'],
  types: { ELIGIBILITY_INQUIRY: { guides: [INQUIRY[0]], version: '005010X279A1' } },
  units: 'inquiries',
  omitted: omitted('13'),
  defaults: () => ({}),
};

/** How responses (271) are written. */
const responses: Generation = {
  sets: ['271'],
  types: { ELIGIBILITY_RESPONSE: { guides: [RESPONSE[0]], version: '005010X279A1' } },
  units: 'eligibilities',
  omitted: omitted('11'),
  defaults: () => ({}),
};

/** How both sets are written. */
export const generation = [inquiries, responses];
