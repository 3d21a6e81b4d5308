import type { Generation } from '../../src/plugin';

/** How coverages are written: the guide, and defaults of required elements. */
export const generation: Generation = {
  types: { MEMBER_COVERAGE: { guides: ['005010X220A1'], version: '005010X220A1' } },
  units: 'coverages',
  omitted: ({ date, time, controlNumber }) => ({
    BGN01: ['00'],
    BGN02: [controlNumber],
    BGN03: [date],
    BGN04: [time],
    BGN08: ['2'],
    N103: ['FI', 'XV'],
    // `member` is the insured, unless it corrects one.
    '2100A NM101': ['IL'],
    // Everybody with a first name is a person.
    NM102: [(nm1) => (nm1.has(4) || ['74', 'IL', 'QD', 'S1', 'S3'].includes(nm1.text(1)) ? '1' : '2')],
    NM108: ['34', 'ZZ', 'FI'],
    // The tax id of an employer that is an organization, and the NPI of a provider.
    '2100D NM108': [(nm1) => (nm1.text(2) === '1' ? '34' : '24')],
    '2310 NM108': ['XX'],
  }),
  // Records do not say whether the provider knows the member: unknown. The usual list of a diagnosis is meant where they name none.
  defaults: () => ({ NM110: ['72'], DSB07: ['DX'] }),
};
