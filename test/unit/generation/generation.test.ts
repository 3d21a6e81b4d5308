import { envelope, generate, readRecords } from '../../support/generate';
import { interfaceFields, undeclared } from '../../support/interface-fields';

const line = { chargeAmount: 100, serviceDateFrom: '2026-01-05', unitCount: 1, procedure: { code: '99213' }, diagPointers: [1] };

const claim = {
  patientControlNumber: 'A1',
  chargeAmount: 100,
  facilityCode: { code: '11' },
  frequencyCode: { code: '1' },
  providerSignatureIndicator: 'Y',
  assignmentParticipationCode: 'A',
  assignmentCertificationIndicator: 'Y',
  releaseOfInformationCode: 'Y',
  subscriber: {
    payerResponsibilitySequence: 'PRIMARY',
    relationshipType: 'SELF',
    claimFilingIndicatorCode: 'CI',
    person: {
      identifier: 'M1',
      lastNameOrOrgName: 'DOE',
      firstName: 'JANE',
      birthDate: '1980-02-29',
      gender: 'FEMALE',
      address: { line: '1 MAIN ST', city: 'MIAMI', stateCode: 'FL', zipCode: '33111' },
    },
    payer: { identifier: 'P1', lastNameOrOrgName: 'PLAN' },
  },
  billingProvider: {
    identifier: '1234567893',
    taxId: '123456789',
    lastNameOrOrgName: 'CLINIC',
    address: { line: '2 MAIN ST', city: 'MIAMI', stateCode: 'FL', zipCode: '331110001' },
  },
  diags: [{ code: 'J0300' }],
  serviceLines: [line],
};

const transaction = {
  originatorApplicationTransactionId: 'T1',
  sender: { identifier: 'SUB', lastNameOrOrgName: 'SUBMITTER', contacts: [{ contactNumbers: [{ type: 'EMAIL', number: 'a@b.org' }] }] },
  receiver: { identifier: 'REC', lastNameOrOrgName: 'RECEIVER' },
};

const request = (...claims: readonly object[]) => ({ ...envelope('PROF'), transaction, claims });

const startingWith = (segments: readonly string[], ...starts: readonly string[]) =>
  segments.filter((segment) => starts.some((start) => segment.startsWith(start)));

describe('generating', () => {
  it('writes claims that are read back as they were, without an issue', async () => {
    const { edi, issues } = await generate('837', request(claim), { levels: '1-7' });
    expect(issues).toEqual([]);
    const [read] = await readRecords(edi);
    expect(read).toMatchObject({
      patientControlNumber: 'A1',
      subscriber: { person: claim.subscriber.person },
      serviceLines: [{ ...line, procedure: { code: '99213' } }],
    });
  });

  it('pads identifiers on the right and control numbers with zeros', async () => {
    const { segments } = await generate('837', request(claim));
    expect(segments[0]).toBe('ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260131*1006*^*00501*000000001*0*T*:');
    expect(segments[2]).toBe('ST*837*0001*005010X222A2');
    expect(segments.slice(-3)).toEqual([expect.stringMatching(/^SE\*\d+\*0001$/), 'GE*1*1', 'IEA*1*000000001']);
  });

  it('counts the segments of the transaction set', async () => {
    const { segments } = await generate('837', request(claim, claim));
    const from = segments.findIndex((segment) => segment.startsWith('ST'));
    const to = segments.findIndex((segment) => segment.startsWith('SE'));
    expect(segments[to]).toBe(`SE*${to - from + 1}*0001`);
  });

  it('opens new levels only where what a claim says of them differs', async () => {
    const other = { ...claim, subscriber: { ...claim.subscriber, groupName: 'OTHER' } };
    const child = {
      ...claim,
      patient: { relationshipType: 'CHILD', person: { lastNameOrOrgName: 'DOE', firstName: 'KID', birthDate: '2015-01-01', gender: 'MALE' } },
    };
    const { segments } = await generate('837', request(claim, claim, other, child, claim));
    expect(startingWith(segments, 'HL', 'CLM').map((segment) => segment.slice(0, 11))).toEqual([
      'HL*1**20*1',
      'HL*2*1*22*0',
      'CLM*A1*100*',
      'CLM*A1*100*',
      'HL*3*1*22*0',
      'CLM*A1*100*',
      'HL*4*1*22*1',
      'HL*5*4*23*0',
      'CLM*A1*100*',
      'HL*6*1*22*0',
      'CLM*A1*100*',
    ]);
  });

  it('begins a level anew when it has as many claims as the guide allows', async () => {
    const { segments, issues } = await generate('837', request(...Array.from({ length: 101 }, () => claim)));
    expect(startingWith(segments, 'HL')).toHaveLength(3);
    expect(issues).toEqual([]);
  });

  it('takes enumerations by name and by code, control numbers as numbers and as text, times with and without seconds', async () => {
    const byCode = { ...claim, subscriber: { ...claim.subscriber, payerResponsibilitySequence: 'P', relationshipType: '18' } };
    const { interchangeControl, functionalGroup } = envelope('PROF');
    const head = { interchangeControl: { ...interchangeControl, controlNumber: '000000001', interchangeTime: '10:06:00' }, functionalGroup };
    const named = await generate('837', request(claim));
    expect((await generate('837', { ...head, transaction, claims: [byCode] })).edi).toBe(named.edi);
  });

  it('writes amounts with the digits that they have, and no others', async () => {
    const amounts: readonly (readonly [number | string, string])[] = [
      [132.0, '132'],
      [0.1, '0.1'],
      [-3.5, '-3.5'],
      [1234567890.12, '1234567890.12'],
      ['12.50', '12.50'],
      ['12345678901234567.89', '12345678901234567.89'],
      [1e-7, '0.0000001'],
      [1e21, '1000000000000000000000'],
    ];
    for (const [given, written] of amounts) {
      const { segments } = await generate('837', request({ ...claim, chargeAmount: given }), { validate: false });
      expect(startingWith(segments, 'CLM')[0]?.split('*')[2]).toBe(written);
    }
  });

  it('reads NDJSON, one claim a line, whatever the pieces of the input', async () => {
    const lines = [{ ...envelope('PROF'), transaction }, claim, { ...claim, patientControlNumber: 'B2' }].map((one) => JSON.stringify(one)).join('\n');
    const whole = await generate('837', request(claim, { ...claim, patientControlNumber: 'B2' }));
    for (const size of [1, 7, 1 << 16]) expect((await generate('837', `${lines}\n`, {}, size)).edi).toBe(whole.edi);
  });

  it('reads NDJSON with empty lines between its lines', async () => {
    const { claims, ...head } = request(claim, claim);
    const lines = [head, '', claims[0], ' ', claims[1]].map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    expect((await generate('837', lines.join('\n'))).edi).toBe((await generate('837', request(claim, claim))).edi);
  });

  it('says of which kind the accounts of an electronic payment are, and of no other', async () => {
    const bprOf = async (transaction: object) => {
      const { segments } = await generate('835', { ...envelope('PAYMENT'), transaction: { totalPaymentAmount: 1, ...transaction }, payments: [] });
      return startingWith(segments, 'BPR');
    };
    const accounts = { senderAccountNumber: 'S', receiverAccountNumber: 'R' };
    expect(await bprOf({ paymentMethodType: 'ACH', ...accounts })).toEqual(['BPR*I*1*C*ACH****DA*S*****DA*R']);
    expect(await bprOf({ paymentMethodType: 'ACH', senderAccountNumber: 'S' })).toEqual(['BPR*I*1*C*ACH****DA*S']);
    expect(await bprOf({ paymentMethodType: 'ACH' })).toEqual([expect.not.stringContaining('DA')]);
    expect(await bprOf({ paymentMethodType: 'CHECK', ...accounts })).toEqual([expect.not.stringContaining('DA')]);
  });

  it('says that a payment has another payer than the one that is written for all of them', async () => {
    const payment = (payer: string, fileName: string) => ({
      patientControlNumber: 'A1',
      claimStatusCode: '1',
      payer: { lastNameOrOrgName: payer },
      transaction: { fileInfo: { name: fileName } },
    });
    const { segments, issues } = await generate('835', { ...envelope('PAYMENT'), payments: [payment('ONE', 'a'), payment('ONE', 'b'), payment('TWO', 'a')] });
    expect(startingWith(segments, 'N1*PR')).toEqual(['N1*PR*ONE']);
    const others = issues.filter(({ fieldName }) => fieldName === 'payer');
    expect(others).toMatchObject([{ issueType: 'MISMATCH', jsonPath: '$.payments[2]', message: expect.not.stringContaining('TWO') }]);
  });

  it.each([
    ['11', ['claimNote']],
    ['NOTE 1\nNOTE 2', []],
  ])('reports a text that the list beside it does not have: %s', async (claimNote, reported) => {
    const notes = [1, 2].map((number) => ({ qualifierCode: 'ADD', text: `NOTE ${number}` }));
    const { issues } = await generate('837', request({ ...claim, claimNote, notes: [...notes, { qualifierCode: 'ADD', text: '1' }] }));
    expect(issues.flatMap(({ fieldName, issueType }) => (issueType === 'MISMATCH' ? [fieldName] : []))).toEqual(reported);
  });

  it('writes half of a character as a blank, and reports it', async () => {
    const { segments, issues } = await generate('837', request({ ...claim, patientControlNumber: 'A\ud83d' }));
    expect(startingWith(segments, 'CLM')[0]).toContain('CLM*A *');
    expect(issues).toMatchObject([{ issueType: 'INVALID', element: 'CLM01' }]);
  });

  it('leaves out days of a dental claim that are those of its lines, however they are written', async () => {
    const { providerSignatureIndicator: _, diags: __, ...dental } = claim;
    const lineOf = (serviceDateFrom: string) => ({ chargeAmount: 100, unitCount: 1, procedure: { code: 'D0120' }, serviceDateFrom });
    const datesOf = async (days: object) => {
      const claims = [{ ...dental, ...days, serviceLines: [lineOf('2026-01-05'), lineOf('2026-01-07')] }];
      const { segments } = await generate('837', { ...envelope('DENTAL'), transaction, claims });
      return startingWith(segments, 'DTP', 'LX');
    };
    const ofLines = ['LX*1', 'DTP*472*D8*20260105', 'LX*2', 'DTP*472*D8*20260107'];
    expect(await datesOf({ serviceDateFrom: '20260105', serviceDateTo: '20260107' })).toEqual(ofLines);
    expect(await datesOf({ serviceDateFrom: '2026-01-05', serviceDateTo: null })).toEqual(ofLines);
    expect(await datesOf({ serviceDateFrom: '2026-01-05', serviceDateTo: '2026-01-06' })).toContain('DTP*472*RD8*20260105-20260106');
  });

  it('writes the version of the group for a transaction set that only its records speak of', async () => {
    const read = { ...claim, transaction: { ...transaction, implementationConventionReference: '005010X222A1' } };
    for (const text of [JSON.stringify({ ...envelope('PROF'), claims: [read] }), [envelope('PROF'), read, read].map((one) => JSON.stringify(one)).join('\n')]) {
      const { segments, issues } = await generate('837', text);
      expect(startingWith(segments, 'GS', 'ST').map((segment) => segment.slice(-12))).toEqual(['005010X222A2', '005010X222A2']);
      expect(startingWith(segments, 'BHT')[0]).toContain('*T1*');
      expect(issues).toEqual([]);
    }
  });

  it.each([
    ['records without an envelope', [{ objectType: 'CLAIM', ...claim }], /^\$: expected an object .*, not an array: /],
    ['lines of records without an envelope', { objectType: 'CLAIM', ...claim }, /^\$: a record, where .* in an array `claims` beside them\.$/],
  ])('says of %s what is missing', async (_what, sent, message) => {
    await expect(generate('837', sent)).rejects.toMatchObject({ code: 'EDI_REQUEST_INVALID', message: expect.stringMatching(message) });
  });

  it('shows by JSON path, class and field what validation finds', async () => {
    const { issues } = await generate(
      '837',
      request(claim, {
        ...claim,
        serviceLines: [
          { ...line, procedure: { code: '99213', modifiers: [{ code: '25' }] }, unitCount: 2 },
          { ...line, chargeAmount: 5 },
        ],
      }),
    );
    expect(issues).toEqual([
      expect.objectContaining({ issueType: 'BALANCE', issueObjectClass: 'Claim', jsonPath: '$.claims[1]', fieldName: 'chargeAmount', segment: 'CLM' }),
    ]);
  });

  it('names the transaction for what is wrong in its own segments, the last one too', async () => {
    const { issues } = await generate('837', { ...request(claim), transaction: { ...transaction, controlNumber: '1234567890' } }, { levels: '1-7' });
    const ofNumber = issues.filter(({ issueType }) => issueType === 'LENGTH_EXCEEDED');
    expect(ofNumber.map(({ element, jsonPath }) => [element, jsonPath])).toEqual([
      ['ST02', '$.transaction'],
      ['SE02', '$.transaction'],
    ]);
  });

  it('names the place that a required value is missing at', async () => {
    const { releaseOfInformationCode: _left, ...without } = claim;
    const { issues } = await generate('837', request(without));
    expect(issues).toEqual([
      expect.objectContaining({ issueType: 'REQUIRED', jsonPath: '$.claims[0]', fieldName: 'releaseOfInformationCode', element: 'CLM09' }),
    ]);
  });

  it('misses the pointers of a line that has copies of diagnoses alone', async () => {
    const { diagPointers: _left, ...rest } = line;
    const { segments, issues } = await generate('837', request({ ...claim, serviceLines: [{ ...rest, diags: claim.diags }] }));
    expect(startingWith(segments, 'SV1')).toEqual(['SV1*HC:99213*100*UN*1']);
    expect(issues).toEqual([
      expect.objectContaining({ issueType: 'MISMATCH', jsonPath: '$.claims[0].serviceLines[0].diags[0]' }),
      expect.objectContaining({ issueType: 'REQUIRED', jsonPath: '$.claims[0].serviceLines[0]', element: expect.stringMatching(/^SV107/) }),
    ]);
  });

  it('reports the object that has the value, also where its segment opens the loop of one around it', async () => {
    const { subscriber } = claim;
    const person = { ...subscriber.person, lastNameOrOrgName: 'D*E' };
    const payer = { ...subscriber.payer, lastNameOrOrgName: 'P*N' };
    const { issues } = await generate('837', { ...envelope('PROF'), transaction, claims: [{ ...claim, subscriber: { ...subscriber, person, payer } }] });
    const ofNames = issues.filter(({ element }) => element === 'NM103');
    expect(ofNames.map(({ jsonPath, fieldName }) => `${String(jsonPath)}.${String(fieldName)}`)).toEqual([
      '$.claims[0].subscriber.person.lastNameOrOrgName',
      '$.claims[0].subscriber.payer.lastNameOrOrgName',
    ]);
  });

  it('says what the guide has no place for', async () => {
    const { issues } = await generate('837', request({ ...claim, subscriber: { ...claim.subscriber, coordinationOfBenefitsCode: '6' } }));
    expect(issues).toEqual([
      expect.objectContaining({ issueType: 'NOT_ALLOWED', jsonPath: '$.claims[0].subscriber', fieldName: 'coordinationOfBenefitsCode' }),
    ]);
  });
});

/** Claim with a member, and issues that name no other property. */
const notAllowed = async (set: string, given: object): Promise<readonly string[]> =>
  (await generate(set, given)).issues
    .filter(({ issueType }) => issueType === 'NOT_ALLOWED')
    .map(({ jsonPath, fieldName, segment }) => `${String(jsonPath)}.${String(fieldName)}${segment === undefined ? '' : ` at ${JSON.stringify(segment)}`}`);

describe('adjustments', () => {
  it('share a segment with those of the same group, also where the group is missing', async () => {
    const [contractual, patient] = ['CONTRACTUAL', 'PATIENT_RESPONSIBILITY'];
    const adjustments = [
      { group: contractual, reasonCode: '45', amount: 1 },
      { reasonCode: '2', amount: 2 },
      { reasonCode: '3', amount: 3 },
      { group: patient, reasonCode: '1', amount: 4 },
      { group: patient, reasonCode: '2', amount: 5 },
    ];
    const payments = [{ patientControlNumber: 'A', claimStatusCode: '1', chargeAmount: 1, paymentAmount: 1, adjustments }];
    const { segments } = await generate('835', { ...envelope('PAYMENT'), payments });
    expect(startingWith(segments, 'CAS')).toEqual(['CAS*CO*45*1', 'CAS**2*2**3*3', 'CAS*PR*1*4**2*5']);
  });
});

describe('members that say nothing', () => {
  it('are absent: null, empty texts, and lists and objects of nothing else, known or not', async () => {
    const nothing = {
      notes: [],
      procs: [{}],
      patient: { person: { address: {} } },
      contractInfo: { amount: null },
      referralNumber: '',
      birthDate: {},
      unknown: [],
    };
    const { edi } = await generate('837', request(claim));
    expect((await generate('837', request({ ...claim, ...nothing }))).edi).toBe(edi);
  });

  it('do not stand for a member that says something', async () => {
    const { segments } = await generate('837', request({ ...claim, claimNote: 'NOTE', notes: [] }));
    expect(startingWith(segments, 'NTE')).toEqual(['NTE*ADD*NOTE']);
  });

  it('keep a claim of a list, which lacks everything then', async () => {
    const { segments, issues } = await generate('837', request({}));
    expect(startingWith(segments, 'CLM')).toHaveLength(1);
    expect(issues.length).toBeGreaterThan(5);
  });

  it('are found at any depth without exhausting the stack', async () => {
    const deep = JSON.stringify(request({ ...claim, notes: 'DEEP' })).replace('"DEEP"', `${'['.repeat(5000)}${']'.repeat(5000)}`);
    await expect(generate('837', deep)).rejects.toThrow('$.claims[0].notes[0]: expected an object');
  });
});

describe('members that the interface documents and the guide has no place for', () => {
  const person = {
    lastNameOrOrgName: 'DOE',
    firstName: 'JO',
    birthDate: '1990-01-01',
    gender: 'MALE',
    address: { city: 'X' },
    contacts: [{ name: 'X' }],
    additionalIds: [{ qualifierCode: 'SY', identification: '1' }],
  };
  const payment = { patientControlNumber: 'A', claimStatusCode: '1', chargeAmount: 1, paymentAmount: 1 };

  it('are issues with their path in a payment', async () => {
    const payments = [
      {
        ...payment,
        patient: { person },
        serviceProvider: { identifier: '1', address: { city: 'X' } },
        serviceLines: [{ chargeAmount: 1, providers: [{ identifier: '1' }] }],
      },
    ];
    const transaction835 = { receiver: { lastNameOrOrgName: 'P', contacts: [{ name: 'X' }] } };
    expect(await notAllowed('835', { ...envelope('PAYMENT'), transaction: transaction835, payments })).toEqual([
      '$.transaction.receiver.contacts',
      '$.payments[0].patient.person.birthDate',
      '$.payments[0].patient.person.gender',
      '$.payments[0].patient.person.address',
      '$.payments[0].patient.person.contacts',
      '$.payments[0].patient.person.additionalIds',
      '$.payments[0].serviceProvider.address',
      '$.payments[0].serviceLines[0].providers',
    ]);
  });

  it('are issues with their path in a claim, also those of another kind of claim or party', async () => {
    const wrongLine = { ...line, adjustments: [{ reasonCode: '1' }], toothInfos: [{ code: '1' }], revenueCode: { code: '0300' } };
    const given = {
      ...claim,
      admissionTypeCode: '1',
      orthodonticInfo: { applianceIndicator: 'Y' },
      billingProvider: { ...claim.billingProvider, gender: 'MALE' },
      serviceLines: [wrongLine],
    };
    expect(await notAllowed('837', request(given))).toEqual([
      '$.claims[0].admissionTypeCode',
      '$.claims[0].orthodonticInfo',
      '$.claims[0].billingProvider.gender',
      '$.claims[0].serviceLines[0].adjustments',
      '$.claims[0].serviceLines[0].toothInfos',
      '$.claims[0].serviceLines[0].revenueCode',
    ]);
  });

  it('are declared for every field of the interface', () => {
    const fields = interfaceFields();
    if (fields === undefined) return; // Without ../shared there is nothing to compare with.
    expect(undeclared(fields)).toEqual([]);
  });
});

describe('what is refused', () => {
  const wrong: readonly (readonly [string, object, string])[] = [
    [
      'an unknown property, with the nearest one',
      { ...claim, chargeAmonut: 3 },
      '$.claims[0].chargeAmonut: unknown property of ProfClaim, did you mean chargeAmount?',
    ],
    [
      'an unknown property far inside',
      { ...claim, subscriber: { ...claim.subscriber, person: { name: 'X' } } },
      '$.claims[0].subscriber.person.name: unknown property',
    ],
    ['text for a number', { ...claim, chargeAmount: 'much' }, '$.claims[0].chargeAmount: expected a number'],
    ['a number for an object', { ...claim, subscriber: 3 }, '$.claims[0].subscriber: expected an object'],
    ['an object for an array', { ...claim, diags: { code: 'J0300' } }, '$.claims[0].diags: expected an array'],
    ['a day that is none', { ...claim, accidentDate: '2026-02-30' }, '$.claims[0].accidentDate: expected a date yyyy-mm-dd (the calendar has no such day)'],
    ['a day in another form', { ...claim, accidentDate: '02/28/2026' }, '$.claims[0].accidentDate: expected a date yyyy-mm-dd'],
    [
      'a name of no code',
      { ...claim, subscriber: { payerResponsibilitySequence: 'FIRST' } },
      '$.claims[0].subscriber.payerResponsibilitySequence: expected one of',
    ],
    ['a code without code', { ...claim, diags: [{ subType: 'ICD_10' }] }, '$.claims[0].diags[0].code: expected a code'],
    ['a list of another kind', { ...claim, diags: [{ subType: 'CARC', code: '1' }] }, '$.claims[0].diags[0].subType: is no list of codes of this kind'],
    ['a list that is no text', { ...claim, diags: [{ subType: 7, code: 'J0300' }] }, '$.claims[0].diags[0].subType: expected '],
    ['a provider without role', { ...claim, providers: [{ identifier: '1' }] }, '$.claims[0].providers[0].entityRole: '],
  ];

  it.each(wrong)('is %s', async (_what, given, message) => {
    await expect(generate('837', request(given))).rejects.toMatchObject({ code: 'EDI_REQUEST_INVALID', message: expect.stringContaining(message) });
  });

  it('is a time of the transaction that is no text', async () => {
    const sent = { ...request(claim), transaction: { ...transaction, creationDateTime: 7 } };
    await expect(generate('837', sent)).rejects.toThrow(/\$\.transaction\.creationDateTime: expected /);
  });

  it('is a day of the interchange that the calendar does not have', async () => {
    const sent = { ...request(claim), interchangeControl: { ...request(claim).interchangeControl, interchangeDate: '2026-02-30' } };
    await expect(generate('837', sent)).rejects.toThrow('interchangeDate: expected a date yyyy-mm-dd (the calendar has no such day)');
  });

  it('is told all at once', async () => {
    await expect(generate('837', request({ ...claim, a: 1, chargeAmount: 'b' }))).rejects.toThrow(/\.a: .*; .*chargeAmount: /);
  });

  it('is an envelope that lacks what it has to have, or has too much', async () => {
    const { interchangeControl, functionalGroup } = envelope('PROF');
    const { senderId: _left, ...rest } = interchangeControl;
    const head = {
      interchangeControl: { ...rest, receiverId: 'A*B', interchangeDate: 'x', sender: 1 },
      functionalGroup: { ...functionalGroup, transactionType: 'PROFF' },
    };
    await expect(generate('837', { ...head, claims: [] })).rejects.toThrow(
      /interchangeControl\.sender: unknown property.*senderId: is missing.*interchangeDate: expected a date.*receiverId: holds a delimiter.*transactionType: expected PROF, INST, DENTAL/,
    );
  });

  it.each([
    ['', 'The request is empty'],
    ['[]', '$: expected an object'],
    ['{"a":', 'The request is no JSON'],
    ['{"a":1\n,,}', 'The request is no JSON in line 2, column 2'],
  ])('is text that is no request: %s', async (text, message) => {
    await expect(generate('837', text)).rejects.toMatchObject({ code: 'EDI_REQUEST_INVALID', message: expect.stringContaining(message) });
  });

  it('is a property of any length, without a long message', async () => {
    const message = /^\$\.claims\[0\]\.x{64}\.\.\.: unknown property of ProfClaim\.$/;
    await expect(generate('837', request({ ...claim, ['x'.repeat(5_000_000)]: 1 }))).rejects.toThrow(message);
  });

  it('never shows a value', async () => {
    await expect(generate('837', request({ ...claim, chargeAmount: 'SECRET', accidentDate: 'SECRET', diags: 'SECRET' }))).rejects.toThrow(/^(?!.*SECRET)/s);
    await expect(generate('837', '{"patient": SECRET')).rejects.toThrow(/^(?!.*SECRET)/s);
  });

  it('has more issues than it may', async () => {
    const wrong = request(...Array.from({ length: 5 }, () => ({ ...claim, chargeAmount: 101 })));
    const { length } = (await generate('837', wrong)).issues;
    expect(length).toBeGreaterThanOrEqual(5);
    expect((await generate('837', wrong, { maxIssues: length })).issues).toHaveLength(length);
    await expect(generate('837', wrong, { maxIssues: length - 1 })).rejects.toMatchObject({ code: 'EDI_TOO_MANY_WARNINGS' });
  });

  it('has more issues of writing than it may, also without validation', async () => {
    const wrong = request(...Array.from({ length: 5 }, () => ({ ...claim, patientControlNumber: 'A~1' })));
    const { length } = (await generate('837', wrong, { validate: false })).issues;
    expect(length).toBeGreaterThanOrEqual(5);
    await expect(generate('837', wrong, { validate: false, maxIssues: length - 1 })).rejects.toMatchObject({ code: 'EDI_TOO_MANY_WARNINGS' });
  });

  it('is a set that no plugin writes', async () => {
    await expect(generate('999', request(claim))).rejects.toMatchObject({ code: 'EDI_UNSUPPORTED_SET' });
  });
});
