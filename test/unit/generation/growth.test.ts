import { isLong } from '../../support/fuzz';
import { envelope, generate } from '../../support/generate';
import { expectLinear } from '../../support/growth';

const request = (records: unknown, units = 'claims', type = 'PROF') => JSON.stringify({ ...envelope(type), [units]: records });
const repeat = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const claimWith = (more: object) => request([{ patientControlNumber: 'A', ...more }]);

const HI_LISTS = ['ICD_10_PRINCIPAL', 'ICD_10_ADMITTING', 'ICD_10', 'ICD_10_EXTERNAL_CAUSE_OF_INJURY'];

/** Requests of a size whose parts are many; each is written, or refused. */
const SHAPES: Readonly<Record<string, readonly [set: string, make: (count: number) => string]>> = {
  'unknown keys': ['837', (n) => claimWith(Object.fromEntries(repeat(n, (i) => [`unknownProperty${i}`, 1])))],
  'unknown keys of the envelope': ['837', (n) => JSON.stringify({ ...envelope('PROF'), functionalGroup: Object.fromEntries(repeat(n, (i) => [`k${i}`, 1])) })],
  'empty claims': ['837', (n) => request(repeat(n, () => ({})))],
  'diagnoses of one list': ['837', (n) => claimWith({ diags: repeat(n, (i) => ({ code: `J${i}` })) })],
  'diagnoses of lists in turn': [
    '837',
    (n) => request([{ diags: repeat(n, (i) => ({ subType: HI_LISTS[i % HI_LISTS.length], code: `J${i}` })) }], 'claims', 'INST'),
  ],
  'lists that say nothing': ['837', (n) => claimWith({ notes: repeat(n, () => null), procs: repeat(n, () => ({})) })],
  notes: ['837', (n) => claimWith({ notes: repeat(n, (i) => ({ qualifierCode: 'ADD', text: `N${i}` })) })],
  attachments: ['837', (n) => claimWith({ attachments: repeat(n, () => ({ reportTypeCode: '03', reportTransmissionCode: 'AA' })) })],
  providers: ['837', (n) => claimWith({ providers: repeat(n, (i) => ({ entityRole: i % 2 === 0 ? 'RENDERING' : 'REFERRING', identifier: '1' })) })],
  lines: ['837', (n) => claimWith({ serviceLines: repeat(n, () => ({ chargeAmount: 1, procedure: { code: '99213' } })) })],
  pointers: ['837', (n) => claimWith({ serviceLines: [{ diagPointers: repeat(n, () => 1) }] })],
  adjustments: [
    '835',
    (n) => request([{ adjustments: repeat(n, (i) => ({ group: i % 2 === 0 ? 'CONTRACTUAL' : 'OTHER', reasonCode: '45', amount: 1 })) }], 'payments', 'PAYMENT'),
  ],
  references: ['835', (n) => request([{ otherClaimRelatedIds: repeat(n, (i) => ({ qualifierCode: 'EA', identification: `${i}` })) }], 'payments', 'PAYMENT')],
  'members without a place': ['835', (n) => request([{ serviceLines: repeat(n, () => ({ providers: [1] })) }], 'payments', 'PAYMENT')],
  'adjustments of the provider': [
    '835',
    (n) =>
      request(
        repeat(n, () => ({ providerIdentifier: 'P', adjustments: [{ reason: { code: 'WO' }, amount: 1 }] })),
        'providerAdjustments',
        'PAYMENT',
      ),
  ],
};

const COUNT = 2_500;

describe('the time of a generation', () => {
  it.each(Object.entries(SHAPES))('grows with the size of the request, not with its square: %s', async (_name, [set, make]) =>
    expectLinear(COUNT, async (count) => generate(set, make(count), { validate: false }).catch(() => undefined)),
  );
});

describe('the answer of a generation', () => {
  it('looks for the nearest name of ten unknown properties, and names twenty', async () => {
    const keys = Object.fromEntries(repeat(50, (i) => [`chargeAmount${i}`, 1]));
    const message = await generate('837', claimWith({ ...keys, diags: [{ code: '1', ...keys }] })).then(() => '', String);
    expect(message.match(/unknown property of ProfClaim/g)).toHaveLength(20);
    expect(message.match(/did you mean chargeAmount\?/g)).toHaveLength(10);
  });

  it('lists a thousand issues by default, and counts the others', async () => {
    const { issues } = await generate('837', request(repeat(200, () => ({}))));
    expect(issues).toHaveLength(1001);
    const last = issues.at(-1);
    expect(last).toMatchObject({
      objectType: 'VALIDATION',
      issueType: 'NUMBER_OF_ITEMS',
      maxNumberOfItems: 1000,
      message: expect.stringMatching(/^\d+ more issues/),
    });
    const { issues: all } = await generate('837', request(repeat(200, () => ({}))), { maxListedIssues: 1e6 });
    expect(last?.['actualNumberOfItems']).toBe(all.length);
    expect(all.length).toBeGreaterThan(1600);
  });

  // In the long suites more than a call can have arguments.
  const PROVIDERS = isLong ? 70_000 : 1_000;

  it(`counts the issues of one record: ${PROVIDERS} providers`, async () => {
    const { issues } = await generate('837', claimWith({ providers: repeat(PROVIDERS, () => ({ entityRole: 'RENDERING', identifier: '1' })) }));
    expect(issues.at(-1)?.['actualNumberOfItems']).toBeGreaterThan(1.9 * PROVIDERS);
  });

  it('lists issues of writing within the same limit', async () => {
    const lines = repeat(30, () => ({ chargeAmount: 1, providers: [{ identifier: '1' }] }));
    const { issues } = await generate('835', request([{ serviceLines: lines }], 'payments', 'PAYMENT'), { validate: false, maxListedIssues: 10 });
    expect(issues).toHaveLength(11);
    expect(issues.at(-1)).toMatchObject({ message: '20 more issues are not listed', actualNumberOfItems: 30 });
  });
});
