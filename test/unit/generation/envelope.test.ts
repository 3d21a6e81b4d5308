import { convertText, sourceOf } from '../../support/conversion';
import { envelope, generate, readRecords } from '../../support/generate';

const NOW = new Date('2026-04-05T06:07:08Z');
const options = { now: NOW, newControlNumber: () => 77, validate: false };

const interchangeControl = { senderIdQualifier: 'ZZ', senderId: 'S', receiverIdQualifier: 'ZZ', receiverId: 'R' };
const functionalGroup = { senderCode: 'S1', receiverCode: 'R1' };
const smallest = { interchangeControl, functionalGroup: { ...functionalGroup, transactionType: 'PROF' }, claims: [{ patientControlNumber: 'A' }] };

const startingWith = (segments: readonly string[], ...ids: readonly string[]) => segments.filter((segment) => ids.includes(segment.split('*', 1)[0] ?? ''));

describe('what a request leaves out of its envelope and head', () => {
  it('is filled in: dates and times from the clock, control numbers, and all of BHT', async () => {
    const { segments } = await generate('837', smallest, options);
    expect(startingWith(segments, 'ISA', 'GS', 'ST', 'BHT', 'GE', 'IEA')).toEqual([
      'ISA*00*          *00*          *ZZ*S              *ZZ*R              *260405*0607*^*00501*000000077*0*T*:',
      'GS*HC*S1*R1*20260405*0607*77*X*005010X222A2',
      'ST*837*0001*005010X222A2',
      'BHT*0019*00*0001*20260405*0607*CH',
      'GE*1*77',
      'IEA*1*000000077',
    ]);
  });

  it('is BHT also for a request without claims, and for a transaction that says something else', async () => {
    for (const transaction of [undefined, { sender: { identifier: 'X' } }, { originatorApplicationTransactionId: 'T9' }]) {
      const { segments } = await generate('837', { ...smallest, transaction, claims: [] }, options);
      const id = transaction && 'originatorApplicationTransactionId' in transaction ? 'T9' : '0001';
      expect(startingWith(segments, 'BHT')).toEqual([`BHT*0019*00*${id}*20260405*0607*CH`]);
    }
  });

  it('is an issue of the transaction where it is payment and trace', async () => {
    const functional = { ...functionalGroup, transactionType: 'PAYMENT' };
    const { issues } = await generate('835', { interchangeControl, functionalGroup: functional, payments: [{ patientControlNumber: 'A' }] }, { now: NOW });
    for (const fieldName of ['totalPaymentAmount', 'paymentMethodType', 'paymentDate']) {
      const [issue] = issues.filter((one) => one.fieldName === fieldName);
      expect(issue).toMatchObject({ issueType: 'REQUIRED', jsonPath: '$.transaction' });
    }
  });

  it('is an issue where it is the submitter and the receiver', async () => {
    const { issues } = await generate('837', smallest, { now: NOW });
    for (const name of ['submitter_name', 'receiver_name']) {
      expect(issues).toContainEqual(expect.objectContaining({ issueType: 'REQUIRED', jsonPath: '$.transaction', message: expect.stringContaining(name) }));
    }
  });

  it.each([
    ['GS08', { version: '005010X223A2' }, {}, 'GS*HC*S1*R1*20260405*0607*77*X*005010X223A2'],
    ['GS08 with other addenda', { version: '005010X224A3' }, {}, 'GS*HC*S1*R1*20260405*0607*77*X*005010X224A3'],
    ['ST03', {}, { implementationConventionReference: '005010X222A1' }, 'GS*HC*S1*R1*20260405*0607*77*X*005010X222A1'],
    ['the transaction', {}, { transactionType: 'INST' }, 'GS*HC*S1*R1*20260405*0607*77*X*005010X223A2'],
  ])('is the type, which follows from %s', async (_what, group, transaction, gs) => {
    const { segments } = await generate('837', { ...smallest, functionalGroup: { ...functionalGroup, ...group }, transaction }, options);
    expect(startingWith(segments, 'GS')).toEqual([gs]);
  });

  it('is the type of a set that has one only', async () => {
    const { segments } = await generate('835', { interchangeControl, functionalGroup, payments: [] }, options);
    expect(startingWith(segments, 'GS')).toEqual(['GS*HP*S1*R1*20260405*0607*77*X*005010X221A1']);
  });

  it('is refused where it is the type, and nothing tells it', async () => {
    await expect(generate('837', { ...smallest, functionalGroup }, options)).rejects.toThrow('$.functionalGroup.transactionType: is missing');
  });
});

describe('what an envelope says', () => {
  it.each([
    ['a version that the guide does not have', { version: '005010X999' }, 'version', 'The guide has no version'],
    [
      'a functional group of another set',
      { functionalIdentifierCode: 'HP' },
      'functionalIdentifierCode',
      "The guide has no functional group 'HP'; HC is written",
    ],
  ])('is an issue where it is %s', async (_what, group, fieldName, message) => {
    const { issues } = await generate('837', { ...smallest, functionalGroup: { ...smallest.functionalGroup, ...group } }, options);
    expect(issues).toEqual([expect.objectContaining({ jsonPath: '$.functionalGroup', fieldName, message: expect.stringContaining(message) })]);
  });

  it('is an issue where transaction and group have different types', async () => {
    const { issues } = await generate('837', { ...smallest, transaction: { transactionType: 'INST' } }, options);
    expect(issues).toEqual([expect.objectContaining({ issueType: 'MISMATCH', jsonPath: '$.transaction', fieldName: 'transactionType' })]);
  });

  it('is written as it is: delimiters, line ends, padding, seconds, agency and version', async () => {
    const isa = {
      ...interchangeControl,
      senderId: '            123',
      elementSeparator: '|',
      componentElementSeparator: '>',
      repetitionSeparator: '!',
      segmentTerminator: "'",
      lineBreak: 'CRLF',
      interchangeControlVersionNumber: '00502',
    };
    const group = { ...smallest.functionalGroup, time: '06:07:08.09', responsibleAgencyCode: 'T' };
    const { edi } = await generate(
      '837',
      { ...smallest, interchangeControl: isa, functionalGroup: group, claims: [{ patientControlNumber: 'A*:~^B', facilityCode: { code: '11' } }] },
      options,
    );
    const lines = edi.split("'\r\n");
    expect(lines[0]).toBe('ISA|00|          |00|          |ZZ|            123|ZZ|R              |260405|0607|!|00502|000000077|0|T|>');
    expect(lines[1]).toBe('GS|HC|S1|R1|20260405|06070809|77|T|005010X222A2');
    expect(lines).toContain('CLM|A*:~^B||||11>B');
    expect(lines.at(-1)).toBe('');
  });

  it('is the standards id of ISA11 where no repetition separator is meant; a second repetition is an issue then', async () => {
    const dental = { ...smallest.functionalGroup, transactionType: 'DENTAL' };
    const claims = [{ patientControlNumber: 'A', serviceLines: [{ oralCavityDesignationCodes: ['10', '20'] }, { oralCavityDesignationCodes: ['30'] }] }];
    const isa = { ...interchangeControl, repetitionSeparator: 'U' };
    const { segments, issues } = await generate('837', { interchangeControl: isa, functionalGroup: dental, claims }, options);
    expect(segments[0]).toContain('*U*00501*');
    expect(startingWith(segments, 'SV3').length).toBe(2);
    expect(issues).toEqual([]);
  });

  it.each([
    [{ elementSeparator: ':' }, '$.interchangeControl: has the same character for two delimiters'],
    [{ elementSeparator: 'A' }, '$.interchangeControl.elementSeparator: expected one character'],
    [{ elementSeparator: '||' }, '$.interchangeControl.elementSeparator: expected one character'],
    [{ senderId: 'A:B' }, '$.interchangeControl.senderId: holds a delimiter of the interchange'],
    [{ lineBreak: 'TAB' }, '$.interchangeControl.lineBreak: expected one of LF, CRLF, CR, NONE'],
  ])('is refused where it cannot be written: %j', async (more, message) => {
    await expect(generate('837', { ...smallest, interchangeControl: { ...interchangeControl, ...more } }, options)).rejects.toThrow(message);
  });
});

describe('the head of a transaction set that was read from a file', () => {
  const head = { transactionSetIdentifierCode: '837', controlNumber: '1', purposeCode: '00' };

  it('gets nothing that the file did not have; what it lacks is an issue', async () => {
    const { segments } = await generate('837', { ...smallest, transaction: head }, options);
    expect(startingWith(segments, 'ST', 'BHT', 'SE').map((segment) => segment.replace(/^SE\*\d+/, 'SE'))).toEqual(['ST*837*1', 'BHT**00', 'SE*1']);
    const { issues } = await generate('837', { ...smallest, transaction: head }, { now: NOW });
    expect(issues).toContainEqual(expect.objectContaining({ issueType: 'REQUIRED', element: 'BHT05' }));
  });
});

describe('the transaction of a request', () => {
  it.each([[7], ['T1'], [['T1']]])('is refused where it is no object: %j', async (transaction) => {
    await expect(generate('837', { ...smallest, transaction }, options)).rejects.toThrow('$.transaction: expected an object');
    const { claims, ...rest } = smallest;
    await expect(generate('837', { ...rest, transactions: [{ transaction, claims }] }, options)).rejects.toThrow('$.transactions[0].transaction: expected an');
  });

  const [ours, others] = ['2026-01-01', '2026-02-02'].map((date) => [{ qualifierCode: '007', date }]);
  const written = 'DTP*007*D8*20260101';

  it.each([
    ['has what the first record alone has', {}, [ours], []],
    ['has what the first record and its copy have', undefined, [ours, ours], []],
    ['has its own', { fileEffectiveDates: ours }, [ours, undefined, others], [2]],
    ['has its own instead of that of the first record', { fileEffectiveDates: ours }, [others, ours], [0]],
    ['has that of the first record instead of others', {}, [ours, ours, others], [2]],
  ])('%s, and a record that says something else is an issue', async (_what, more, dates, mismatches) => {
    const transaction = more && { originatorApplicationTransactionId: 'T1', ...more };
    const repeated = transaction === undefined ? { transaction: { originatorApplicationTransactionId: 'T1', fileEffectiveDates: ours } } : {};
    const coverages = dates.map((fileEffectiveDates) => ({ memberIndicator: 'Y', identifier: 'M1', fileEffectiveDates, ...repeated }));
    const { segments, issues } = await generate('834', { interchangeControl, functionalGroup, transaction, coverages }, { ...options, validate: true });
    expect(startingWith(segments, 'DTP')).toEqual([written]);
    const found = issues.filter(({ issueType, fieldName }) => issueType === 'MISMATCH' && fieldName === 'fileEffectiveDates');
    expect(found.map(({ jsonPath }) => jsonPath)).toEqual(mismatches.map((record) => `$.coverages[${record}]`));
  });
});

describe('the line ends of an interchange', () => {
  const file = async (lineEnd: string) => {
    const { segments } = await generate('837', { ...envelope('PROF'), claims: [{ patientControlNumber: 'A' }] }, options);
    return segments.map((segment) => `${segment}~${lineEnd}`).join('');
  };

  it.each([
    ['\n', undefined],
    ['\r\n', 'CRLF'],
    ['\r', 'CR'],
    ['', 'NONE'],
  ])('%j are shown as %s where control segments are converted, in whatever pieces they come, and come back', async (lineEnd, shown) => {
    const edi = await file(lineEnd);
    for (const size of [1, 105, 106, 107, 1 << 16]) {
      const source = {
        name: 'a.edi',
        open: async function* () {
          for (let at = 0; at < edi.length; at += size) yield await Promise.resolve(Buffer.from(edi.slice(at, at + size)));
        },
      };
      const { text } = await convertText([source], { convertControlSegments: true, transactionTopLevel: true });
      const isa = JSON.parse(text.split('\n', 1)[0] ?? '') as Readonly<Record<string, unknown>>;
      expect(isa['lineBreak']).toBe(shown);
      if (size === 1) expect((await generate('837', text, options)).edi).toBe(edi);
    }
  });

  it('are none where the terminator is one', async () => {
    const isa = { ...interchangeControl, segmentTerminator: '\n' };
    const { edi } = await generate('837', { ...smallest, interchangeControl: isa }, options);
    expect(edi).not.toContain('\n\n');
    expect(await readRecords(edi)).toHaveLength(1);
    const { text } = await convertText([sourceOf('a.edi', edi)], { convertControlSegments: true });
    expect(text).toContain('"lineBreak":"NONE"');
  });
});
