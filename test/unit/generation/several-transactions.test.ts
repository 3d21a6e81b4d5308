import { envelope, generate } from '../../support/generate';

const payment = (number: string) => ({ patientControlNumber: number, claimStatusCode: '1', chargeAmount: 1, paymentAmount: 1 });
const transaction = (number: string) => ({ totalPaymentAmount: 1, checkOrEftTraceNumber: number });
const head = envelope('PAYMENT');
const idsOf = (segments: readonly string[], ...ids: readonly string[]) => segments.filter((one) => ids.includes(one.split('*', 1)[0] ?? ''));

/** ST, TRN, CLP, PLB, SE and GE of two transaction sets. */
const WANTED = ['ST*835*0001*005010X221A1', 'TRN*1*T1', 'CLP*A*1*1*1', 'ST*835*0002*005010X221A1', 'TRN*1*T2', 'CLP*B*1*1*1', 'CLP*C*1*1*1', 'GE*2*1'];
const found = ({ segments }: { readonly segments: readonly string[] }) => idsOf(segments, 'ST', 'TRN', 'CLP', 'GE');

describe('several transaction sets in a request', () => {
  it('are members of the list `transactions`', async () => {
    const transactions = [
      { transaction: transaction('T1'), payments: [payment('A')] },
      { transaction: transaction('T2'), payments: [payment('B'), payment('C')], providerAdjustments: [{ providerIdentifier: '1' }] },
    ];
    const made = await generate('835', { ...head, transactions });
    expect(found(made)).toEqual(WANTED);
    expect(idsOf(made.segments, 'PLB')).toHaveLength(1);
    expect(made.segments.filter((one) => one.startsWith('SE*')).map((one) => one.split('*')[2])).toEqual(['0001', '0002']);
  });

  it('are begun by TRANSACTION records of NDJSON, with the paths of the list after the first', async () => {
    const lines = (own: object, ...records: readonly object[]) => [{ ...head, ...own }, ...records].map((one) => JSON.stringify(one)).join('\n');
    const [one, two] = ['T1', 'T2'].map((number) => ({ objectType: 'TRANSACTION', ...transaction(number) }));
    const records = [payment('A'), two ?? {}, payment('B'), payment('C')];
    expect(found(await generate('835', lines({}, one ?? {}, ...records)))).toEqual(WANTED);
    expect(found(await generate('835', lines({ transaction: transaction('T1') }, ...records)))).toEqual(WANTED);
    const { issues } = await generate('835', lines({ transaction: transaction('T1') }, payment('A'), two ?? {}, payment('B')));
    expect(issues).toContainEqual(expect.objectContaining({ jsonPath: '$.transactions[1].payments[0]', fieldName: 'payerControlNumber' }));
    expect(issues).toContainEqual(expect.objectContaining({ jsonPath: '$.payments[0]' }));
  });

  it('have numbers of their own, unless they are given', async () => {
    const transactions = [{ transaction: { ...transaction('T1'), controlNumber: '77' } }, { payments: [payment('A')] }, {}];
    const { segments } = await generate('835', { ...head, transactions });
    expect(idsOf(segments, 'ST').map((one) => one.split('*')[2])).toEqual(['0077', '0002', '0003']);
  });

  it('have levels that are numbered from 1', async () => {
    const claim = { patientControlNumber: 'A', billingProvider: { identifier: '1' }, subscriber: { person: { identifier: 'M' } } };
    const { segments } = await generate('837', { ...envelope('PROF'), transactions: [{ claims: [claim] }, { claims: [claim] }] });
    expect(idsOf(segments, 'HL')).toEqual(['HL*1**20*1', 'HL*2*1*22*0', 'HL*1**20*1', 'HL*2*1*22*0']);
    expect(idsOf(segments, 'BHT')).toHaveLength(2);
  });

  it.each([
    ['text', ['x'], '$.transactions[0]: expected an object.'],
    ['an object for the list', { a: 1 }, '$.transactions: expected an array'],
    ['an unknown member', [{}, { claims: [1] }], '$.transactions[1].claims: unknown property; known are transaction, payments, providerAdjustments.'],
    ['an object for records', [{ payments: { a: 1 } }], '$.transactions[0].payments: expected an array.'],
  ])('are refused where they are %s', async (_what, transactions, message) => {
    await expect(generate('835', { ...head, transactions })).rejects.toThrow(message);
  });

  it('are refused next to a transaction set of the request itself', async () => {
    const transactions = [{ payments: [payment('A')] }];
    for (const own of [{ transaction: transaction('T') }, { payments: [payment('B')] }]) {
      await expect(generate('835', { ...head, ...own, transactions })).rejects.toThrow('$.transactions: is given next to');
      await expect(generate('835', { ...head, transactions, ...own })).rejects.toThrow('$.transactions: is given next to');
    }
  });
});
