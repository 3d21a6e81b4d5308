import type { ElementDefaults, Generation } from '../../src/plugin';

/** Ways of payment (BPR04) that go from account to account. */
const ELECTRONIC = ['ACH', 'BOP', 'FWT'];

/** Demand deposit, the default kind of the accounts of an electronic payment, because a request does not contain the kind. */
const accountQualifier: ElementDefaults[string] = [(bpr) => (ELECTRONIC.includes(bpr.text(4)) ? 'DA' : undefined)];

/** How payments are written: the guide, and defaults of required elements. */
export const generation: Generation = {
  types: { PAYMENT: { guides: ['005010X221A1'], version: '005010X221A1' } },
  units: 'payments',
  segments: { providerAdjustments: 'PLB' },
  // An 835 has no BHT.
  ignored: { Transaction835: ['creationDate', 'creationTime', 'originatorApplicationTransactionId'] },
  omitted: () => ({
    BPR01: ['I'],
    BPR03: ['C'],
    N103: ['XX'],
    // Insured persons, then parties with a first name; organizations are all others.
    NM102: [(nm1) => (['74', 'GB', 'IL', 'QC'].includes(nm1.text(1)) || nm1.has(4) ? '1' : '2')],
    NM108: ['MI', 'PI', 'XX'],
  }),
  defaults: () => ({
    BPR06: ['01'],
    BPR08: accountQualifier,
    BPR12: ['01'],
    BPR14: accountQualifier,
    LQ01: ['HE'],
  }),
};
