import type { Generation } from '../../src/plugin';

/** How payments of premiums are written: the guides, and defaults of required elements. */
export const generation: Generation = {
  types: { PREMIUM_PAYMENT: { guides: ['005010X218', '005010X306'], version: '005010X218' } },
  units: 'premiums',
  omitted: ({ controlNumber }) => ({
    BPR01: ['I'],
    BPR03: ['C'],
    TRN01: ['3', '1'],
    TRN02: [controlNumber],
    // Whom it is for: an individual, unless the loop is that of organizations.
    ENT02: ['2J', '2L'],
    NM102: ['1'],
    NM108: ['N', '34', 'C1'],
    N103: ['FI'],
  }),
  // DO is the only role that records have no name for.
  defaults: () => ({ '2100B NM101': ['DO'] }),
};
