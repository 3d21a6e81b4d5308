import type { Overview } from '../../src/plugin';

/** A member is named by the subscriber number. */
export const overview: Overview = { records: { '2000': { label: 'Member', name: 'REF[0F]02' } } };
