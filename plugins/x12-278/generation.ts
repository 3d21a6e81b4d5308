import type { Generation } from '../../src/plugin';
import { REQUEST, RESPONSE } from './guides';

/** How requests and responses are written: the guides, and defaults of required elements. */
export const generation: Generation = {
  types: {
    AUTHORIZATION_REQUEST: { guides: REQUEST, version: '005010X217' },
    AUTHORIZATION_RESPONSE: { guides: RESPONSE, version: '005010X217' },
  },
  units: 'authorizations',
  omitted: ({ date, time, controlNumber }) => ({
    BHT02: ['13', '11'],
    BHT03: [controlNumber],
    BHT04: [date],
    BHT05: [time],
    // The reviewer is the utilization management organization, and the requester a provider.
    '2010A NM101': ['X3'],
    '2010B NM101': ['1P'],
    // Subscribers, patients and everybody with a first name are persons.
    NM102: [(nm1) => (['IL', 'QC'].includes(nm1.text(1)) || nm1.has(4) ? '1' : '2')],
    NM108: ['MI', 'XX', 'PI'],
    INS02: ['18'],
    SV103: ['UN'],
    SV204: ['UN'],
  }),
  defaults: () => ({}),
};
