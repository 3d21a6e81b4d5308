import type { Overview } from '../../src/plugin';

const LINE_CHARGES = ['SV102', 'SV203', 'SV302'];

/** The charge of a claim is the sum of the charges of its lines. */
export const overview: Overview = {
  records: { '2300': { label: 'Claim', name: 'CLM01', amount: 'CLM02' } },
  totals: [
    { label: 'Charged', plus: ['CLM02'] },
    { label: 'Charged by lines', plus: LINE_CHARGES },
    { label: 'Balance', plus: ['CLM02'], minus: LINE_CHARGES },
  ],
};
