import type { Overview } from '../../src/plugin';

/** A status is named by the trace number, which repeats the number of the claim. */
export const overview: Overview = {
  records: {
    '2200D': { label: 'Claim status', name: 'TRN02', amount: 'STC04' },
    '2200E': { label: 'Claim status', name: 'TRN02', amount: 'STC04' },
    '2000B': { label: 'Receiver status', name: 'NM109' },
    '2000C': { label: 'Provider status', name: 'NM109' },
    '2000D': { label: 'Patient status', name: 'NM109' },
    '2000E': { label: 'Patient status', name: 'NM109' },
  },
};
