import { envelope, generate } from '../../support/generate';

/*
 * Qualifiers that a request does not have: filled in where one code is possible, by the guide or by convention, else empty and reported.
 */

const startingWith = (segments: readonly string[], ...starts: readonly string[]) =>
  segments.filter((segment) => starts.some((start) => segment.startsWith(start)));

const payer = { identifier: 'P1', lastNameOrOrgName: 'PLAN' };
const provider = { identifier: '1900000013', lastNameOrOrgName: 'CLINIC' };
const subscriber = { identifier: 'M1', lastNameOrOrgName: 'DOE', firstName: 'JANE' };
const required = (element: string) => expect.objectContaining({ issueType: 'REQUIRED', element });

describe('a qualifier that a request does not have', () => {
  const coverageRequest = (coverage: object) => ({ ...envelope('MEMBER_COVERAGE'), coverages: [coverage] });

  it('is the convention of the place in an 834, and empty elsewhere', async () => {
    const cob = { payerResponsibilitySequenceCode: 'P', insurers: [{ lastNameOrOrgName: 'OTHER' }] };
    const healthCoverage = {
      maintenanceTypeCode: '021',
      insuranceLineCode: 'HLT',
      coverageDates: [{ date: '2026-01-01' }],
      contractAmounts: [{ amount: 5 }],
      providers: [{ identifier: '1900000013', lastNameOrOrgName: 'SMITH' }],
      cobs: [cob],
    };
    const statusInfoEffectiveDates = [{ date: '2026-01-01' }];
    const employers = [{ identifier: '123456789', lastNameOrOrgName: 'WORKS' }];
    const { segments, issues } = await generate(
      '834',
      coverageRequest({ member: subscriber, statusInfoEffectiveDates, employers, healthCoverages: [healthCoverage] }),
    );
    expect(startingWith(segments, 'NM1', 'DTP', 'AMT')).toEqual([
      'DTP**D8*20260101',
      'NM1*IL*1*DOE*JANE****34*M1',
      'NM1*36*2*WORKS*****24*123456789',
      'DTP**D8*20260101',
      'AMT**5',
      'NM1**2*SMITH*****XX*1900000013*72',
      'NM1**2*OTHER',
    ]);
    for (const element of ['DTP01', 'AMT01', 'NM101']) expect(issues).toContainEqual(required(element));
  });

  it('is refused where it says which loop the object belongs to', async () => {
    const responsiblePersons = [{ lastNameOrOrgName: 'DOE' }];
    await expect(generate('834', coverageRequest({ member: subscriber, responsiblePersons }))).rejects.toThrow(
      '$.coverages[0].responsiblePersons[0].entityRole: it says which loop the object belongs to, and has to be there',
    );
    const transportLocations = [{ lastNameOrOrgName: 'HOME' }];
    const authorization = { subscriber, transportLocations };
    await expect(generate('278', { ...envelope('AUTHORIZATION_REQUEST'), authorizations: [authorization] })).rejects.toThrow(
      '$.authorizations[0].transportLocations[0].entityRole: it says which loop',
    );
    const located = { subscriber, transportLocations: [{ entityRoleCode: 'ND', lastNameOrOrgName: 'HOME' }] };
    const { segments } = await generate('278', { ...envelope('AUTHORIZATION_REQUEST'), authorizations: [located] });
    expect(startingWith(segments, 'NM1*ND')).toEqual(['NM1*ND*2*HOME']);
  });

  it('is empty in a 270, a 271, a 278 and an 820, but that of payers, reviewers and providers', async () => {
    const written = async (set: string, type: string, key: string, record: object, ...ids: readonly string[]) => {
      const { segments, issues } = await generate(set, { ...envelope(type), [key]: [record] });
      return { segments: startingWith(segments, ...ids), elements: issues.filter(({ issueType }) => issueType === 'REQUIRED').map(({ element }) => element) };
    };
    const taxonomy = { providerTaxonomy: { code: '207Q00000X' } };
    const inquiry = await written('270', 'ELIGIBILITY_INQUIRY', 'inquiries', { payer, provider: { ...provider, ...taxonomy }, subscriber }, 'NM1', 'PRV');
    expect(inquiry.segments).toEqual(['NM1*PR*2*PLAN*****PI*P1', 'NM1*1P*2*CLINIC*****XX*1900000013', 'PRV**PXC*207Q00000X', 'NM1*IL*1*DOE*JANE****MI*M1']);
    expect(inquiry.elements).toContain('PRV01');
    const traced = { payer, provider, subscriber, subscriberTraceNumbers: [{ traceIdentifier: 'T', originatingCompanyIdentifier: '9CO' }] };
    const answer = await written('271', 'ELIGIBILITY_RESPONSE', 'eligibilities', traced, 'TRN');
    expect(answer).toEqual({ segments: ['TRN**T*9CO'], elements: expect.arrayContaining(['TRN01']) });
    const reviewed = { reviewer: payer, requester: provider, subscriber };
    expect((await written('278', 'AUTHORIZATION_REQUEST', 'authorizations', reviewed, 'NM1')).segments).toEqual([
      'NM1*X3*2*PLAN*****PI*P1',
      'NM1*1P*2*CLINIC*****XX*1900000013',
      'NM1*IL*1*DOE*JANE****MI*M1',
    ]);
    const remittances = [{ identification: 'R1', paidAmount: 1, additionalIds: [{ identification: 'A1' }] }];
    const premium = await written('820', 'PREMIUM_PAYMENT', 'premiums', { individuals: [subscriber], remittances }, 'RMR', 'REF');
    expect(premium.segments).toEqual(['RMR**R1**1', 'REF**A1']);
    expect(premium.elements).toEqual(expect.arrayContaining(['RMR01', 'REF01']));
  });

  it('is empty for a note of an institutional claim, and ADD for one of a professional claim', async () => {
    const notesOf = async (type: string) => {
      const { segments } = await generate('837', { ...envelope(type), claims: [{ patientControlNumber: 'A', claimNote: 'NOTE' }] }, { validate: false });
      return startingWith(segments, 'NTE');
    };
    expect([await notesOf('PROF'), await notesOf('INST')]).toEqual([['NTE*ADD*NOTE'], ['NTE**NOTE']]);
  });
});

describe('ST03', () => {
  it('is not written for a file that has none', async () => {
    const head = { controlNumber: '0001', transactionType: 'CLAIM_STATUS_REQUEST' };
    const request = (transaction: object) => ({ ...envelope('CLAIM_STATUS_REQUEST'), transaction, statuses: [{ payer, subscriber }] });
    const stOf = async (transaction: object) => startingWith((await generate('276', request(transaction), { validate: false })).segments, 'ST*');
    expect(await stOf({ ...head, transactionSetIdentifierCode: '276' })).toEqual(['ST*276*0001']);
    expect(await stOf(head)).toEqual(['ST*276*0001*005010X212']);
  });
});
