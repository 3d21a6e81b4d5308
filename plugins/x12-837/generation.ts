import type { Generation } from '../../src/plugin';

/** How claims are written: the guides by the kind of claim, and defaults of required elements. */
export const generation: Generation = {
  types: {
    PROF: { guides: ['005010X222A2', '005010X298'], version: '005010X222A2' },
    INST: { guides: ['005010X223A3', '005010X299'], version: '005010X223A2' },
    DENTAL: { guides: ['005010X224A2'], version: '005010X224A2' },
  },
  units: 'claims',
  documentedTogether: [
    ['ProfClaim', 'InstClaim', 'DentClaim'],
    ['ProfLine', 'InstLine', 'DentLine'],
    ['Party', 'PartyIdName', 'PersonWithDemographic', 'Provider'],
    ['Subscriber', 'OtherSubscriber', 'Patient'],
  ],
  omitted: ({ date, time, controlNumber }) => ({
    BHT02: ['00'],
    BHT03: [controlNumber],
    BHT04: [date],
    BHT05: [time],
    BHT06: ['CH'],
    // A party with a first name is a person.
    NM102: [(nm1) => (nm1.has(4) ? '1' : '2')],
    NM108: ['46', 'XX', 'MI', 'PI'],
    NTE01: ['ADD'],
    SV103: ['UN'],
    SV204: ['UN'],
    'CTP05-1': ['UN'],
    LQ01: ['UT'],
  }),
  defaults: () => ({}),
};
