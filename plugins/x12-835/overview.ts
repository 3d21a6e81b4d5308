import type { Overview } from '../../src/plugin';

const ADJUSTMENTS = ['CAS03', 'CAS06', 'CAS09', 'CAS12', 'CAS15', 'CAS18'];
const PROVIDER_ADJUSTMENTS = ['PLB04', 'PLB06', 'PLB08', 'PLB10', 'PLB12', 'PLB14'];

/** The payment is what claims were paid, less the adjustments of providers (implementation guide, 1.10.2). */
export const overview: Overview = {
  records: { '2100': { label: 'Payment', name: 'CLP01', amount: 'CLP04' }, PLB: { label: 'Provider adjustment', name: 'PLB01', amount: PROVIDER_ADJUSTMENTS } },
  totals: [
    { label: 'Charged', plus: ['CLP03'] },
    { label: 'Adjusted', plus: ADJUSTMENTS },
    { label: 'Paid for claims', plus: ['CLP04'] },
    { label: 'Provider adjustments', plus: PROVIDER_ADJUSTMENTS },
    { label: 'Payment', plus: ['BPR02'] },
    { label: 'Balance', plus: ['CLP04'], minus: [...PROVIDER_ADJUSTMENTS, 'BPR02'] },
  ],
};
