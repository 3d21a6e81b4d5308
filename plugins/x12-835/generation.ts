import type { Generation } from '../../src/plugin';

/** How payments are written: the guide, and what it requires that a request need not say. */
export const generation: Generation = {
  types: { PAYMENT: { guides: ['005010X221A1'], version: '005010X221A1' } },
  units: 'payments',
  segments: { providerAdjustments: 'PLB' },
  // An 835 has no BHT.
  ignored: { Transaction835: ['creationDate', 'creationTime', 'originatorApplicationTransactionId'] },
  defaults: () => ({
    BPR01: ['I'],
    BPR03: ['C'],
    BPR06: ['01'],
    BPR12: ['01'],
    N103: ['XX'],
    // Insured persons, then whoever has a first name; organizations are all others.
    NM102: [(nm1) => (['74', 'GB', 'IL', 'QC'].includes(nm1.text(1)) || nm1.has(4) ? '1' : '2')],
    NM108: ['MI', 'PI', 'XX'],
    LQ01: ['HE'],
  }),
};
