import { convertLines, sourceOf } from '../../support/conversion';
import { envelope, transactionSet, USUAL, writeSegments } from '../../support/edi-text';
import { claim, REMITTANCE_HEAD, remittance } from '../../support/remittance';

const twoTransactions = envelope([
  transactionSet([...REMITTANCE_HEAD, ...claim(1), ...claim(2), 'PLB*1*20251231*WO*5'], { controlNumber: '0001' }),
  transactionSet([...REMITTANCE_HEAD.slice(0, -1)], { controlNumber: '0002' }),
]);

const TEXT = writeSegments(twoTransactions);

describe('transactions of their own', () => {
  it('stand before their records, which refer to them in place of having them', async () => {
    const records = await convertLines([sourceOf('a.edi', TEXT)], { transactionTopLevel: true });
    expect(records.map(({ objectType }) => objectType)).toEqual(['TRANSACTION', 'PAYMENT', 'PAYMENT', 'PROVIDER_ADJUSTMENT', 'TRANSACTION']);
    const [transaction, ...others] = records;
    for (const record of others.slice(0, 3)) {
      expect(Object.keys(record).slice(0, 3)).toEqual(['id', 'objectType', 'transactionId']);
      expect(record['transactionId']).toBe(transaction?.['id']);
      expect(record).not.toHaveProperty('transaction');
    }
  });

  it('have the fields that they have inside a record', async () => {
    const [transaction] = await convertLines([sourceOf('a.edi', TEXT)], { transactionTopLevel: true });
    const [payment] = await convertLines([sourceOf('a.edi', TEXT)]);
    expect(payment?.['transaction']).toEqual(transaction);
    expect(payment).not.toHaveProperty('transactionId');
    expect(transaction).toMatchObject({
      objectType: 'TRANSACTION',
      controlNumber: '0001',
      transactionType: 'PAYMENT',
      totalPaymentAmount: 100,
      fileInfo: { name: 'a.edi', fileType: 'EDI' },
    });
  });

  it('are there for a transaction without records', async () => {
    const records = await convertLines([sourceOf('a.edi', TEXT)], { transactionTopLevel: true });
    expect(records.at(-1)).toMatchObject({ objectType: 'TRANSACTION', controlNumber: '0002' });
  });

  it('are there for a transaction that breaks off', async () => {
    const records = await convertLines([sourceOf('a.edi', TEXT.slice(0, TEXT.indexOf('LX*')))], { transactionTopLevel: true });
    expect(records.map(({ objectType }) => objectType)).toEqual(expect.arrayContaining(['TRANSACTION', 'ERROR']));
  });
});

describe('control segments', () => {
  it('are an INTERCHANGE_CONTROL and a FUNCTIONAL_GROUP before the records', async () => {
    const records = await convertLines([sourceOf('a.edi', TEXT + TEXT)], { convertControlSegments: true });
    const one = ['INTERCHANGE_CONTROL', 'FUNCTIONAL_GROUP', 'PAYMENT', 'PAYMENT', 'PROVIDER_ADJUSTMENT'];
    expect(records.map(({ objectType }) => objectType)).toEqual([...one, ...one]);
  });

  it('have the elements of ISA and GS, identifiers with their padding', async () => {
    const [interchange, group] = await convertLines([sourceOf('a.edi', TEXT)], { convertControlSegments: true });
    expect(interchange).toEqual({
      id: expect.any(String),
      objectType: 'INTERCHANGE_CONTROL',
      elementSeparator: '*',
      segmentTerminator: '~',
      authorizationInformationQualifier: '00',
      authorizationInformation: ' '.repeat(10),
      securityInformationQualifier: '00',
      securityInformation: ' '.repeat(10),
      senderIdQualifier: 'ZZ',
      senderId: 'SENDER         ',
      receiverIdQualifier: 'ZZ',
      receiverId: 'RECEIVER       ',
      interchangeDate: '2025-01-15',
      interchangeTime: '09:30:00',
      repetitionSeparator: '^',
      interchangeControlVersionNumber: '00501',
      controlNumber: 1,
      acknowledgmentRequested: '0',
      interchangeUsageIndicator: 'P',
      componentElementSeparator: ':',
      lineBreak: 'NONE',
      fileInfo: { name: 'a.edi', fileType: 'EDI' },
    });
    expect(group).toEqual({
      id: expect.any(String),
      objectType: 'FUNCTIONAL_GROUP',
      functionalIdentifierCode: 'HP',
      senderCode: 'SENDER',
      receiverCode: 'RECEIVER',
      date: '2025-01-15',
      time: '09:30:00',
      controlNumber: 1,
      responsibleAgencyCode: 'X',
      version: '005010X221A1',
    });
  });

  it.each([
    ['0930', '09:30:00'],
    ['093015', '09:30:15'],
    // The interface shows a time with hundredths to the minute.
    ['09301599', '09:30:00'],
    ['0960', undefined],
  ])('show the time of a group to the second: %s', async (time, shown) => {
    const text = TEXT.replace('*20250115*0930*', `*20250115*${time}*`);
    const [, group] = await convertLines([sourceOf('a.edi', text)], { convertControlSegments: true });
    expect(group?.['time']).toBe(shown);
  });

  it.each([
    { element: '"', component: '\\', repetition: "'", segment: '\x1c' },
    { element: '\x1d', component: '\x1f', repetition: '\x1e', segment: '\n' },
  ])('show delimiters that JSON must escape: %j', async (characters) => {
    const [interchange] = await convertLines([sourceOf('a.edi', writeSegments(twoTransactions, characters))], { convertControlSegments: true });
    const { element: elementSeparator, segment: segmentTerminator, component: componentElementSeparator, repetition: repetitionSeparator } = characters;
    expect(interchange).toMatchObject({ elementSeparator, segmentTerminator, componentElementSeparator, repetitionSeparator });
  });

  it('are referred to by transactions of their own', async () => {
    const records = await convertLines([sourceOf('a.edi', TEXT)], { convertControlSegments: true, transactionTopLevel: true });
    const [, group, transaction] = records;
    expect(records.map(({ objectType }) => objectType).slice(0, 4)).toEqual(['INTERCHANGE_CONTROL', 'FUNCTIONAL_GROUP', 'TRANSACTION', 'PAYMENT']);
    expect(Object.keys(transaction ?? {}).slice(0, 3)).toEqual(['id', 'objectType', 'functionalGroupId']);
    expect(transaction?.['functionalGroupId']).toBe(group?.['id']);
  });

  it('do not appear inside records, nor in other settings', async () => {
    const [payment] = await convertLines([sourceOf('a.edi', TEXT)], {});
    expect(payment?.['objectType']).toBe('PAYMENT');
    expect(JSON.stringify(payment)).not.toContain('functionalGroupId');
    const [transaction] = await convertLines([sourceOf('a.edi', TEXT)], { transactionTopLevel: true });
    expect(transaction).not.toHaveProperty('functionalGroupId');
  });

  it('are only those that the input has', async () => {
    const withoutIsa = remittance().split('\n').slice(1).join('\n');
    const withoutGs = withoutIsa.split('\n').slice(1).join('\n');
    const types = async (text: string) => (await convertLines([sourceOf('a.edi', text)], { convertControlSegments: true })).map(({ objectType }) => objectType);
    expect(await types(withoutIsa)).toEqual(['FUNCTIONAL_GROUP', 'PAYMENT']);
    expect(await types(withoutGs)).toEqual(['PAYMENT']);
  });

  it('are there for an interchange without transactions', async () => {
    const empty = writeSegments(envelope([], { functionalId: 'HP' }), USUAL);
    expect((await convertLines([sourceOf('a.edi', empty)], { convertControlSegments: true })).map(({ objectType }) => objectType)).toEqual([
      'INTERCHANGE_CONTROL',
      'FUNCTIONAL_GROUP',
    ]);
  });
});
