import { envelope, generate } from '../../support/generate';

const idsOf = (segments: readonly string[], ...ids: readonly string[]) => segments.filter((one) => ids.includes(one.split('*', 1)[0] ?? ''));

const payer = { identifier: 'P1', lastNameOrOrgName: 'PLAN' };
const provider = { identifier: '1900000013', lastNameOrOrgName: 'CLINIC' };
const subscriber = { identifier: 'M1', lastNameOrOrgName: 'DOE', firstName: 'JANE', birthDate: '1980-02-29' };
const dependent = { lastNameOrOrgName: 'DOE', firstName: 'BABY' };

describe('an inquiry (270)', () => {
  const common = { payer, provider, subscriber };
  const request = (...inquiries: readonly object[]) => ({ ...envelope('ELIGIBILITY_INQUIRY'), inquiries });
  const question = { inquiries: [{ serviceTypes: ['HEALTH_BENEFIT_PLAN_COVERAGE', 'DENTAL_CARE'] }] };

  it('has its dependents in the level of the subscriber who asks too, and other subscribers beside it', async () => {
    const child = { ...common, patient: dependent, ...question };
    const other = { ...common, subscriber: { ...subscriber, identifier: 'M2' } };
    const { segments, issues } = await generate('270', request({ ...common, ...question }, child, child, { ...other, patient: dependent, ...question }));
    expect(issues).toEqual([]);
    expect(idsOf(segments, 'HL', 'NM1', 'EQ')).toEqual([
      'HL*1**20*1',
      'NM1*PR*2*PLAN*****PI*P1',
      'HL*2*1*21*1',
      'NM1*1P*2*CLINIC*****XX*1900000013',
      'HL*3*2*22*1',
      'NM1*IL*1*DOE*JANE****MI*M1',
      'EQ*30^35',
      'HL*4*3*23*0',
      'NM1*03*1*DOE*BABY',
      'EQ*30^35',
      'HL*5*3*23*0',
      'NM1*03*1*DOE*BABY',
      'EQ*30^35',
      'HL*6*2*22*1',
      'NM1*IL*1*DOE*JANE****MI*M2',
      'HL*7*6*23*0',
      'NM1*03*1*DOE*BABY',
      'EQ*30^35',
    ]);
  });

  it('keeps subscribers apart who differ, although one has dependents after him', async () => {
    const other = { ...common, subscriber: { ...subscriber, birthDate: '1981-01-01' }, patient: dependent, ...question };
    const { segments } = await generate('270', request({ ...common, ...question }, other));
    expect(idsOf(segments, 'HL')).toEqual(['HL*1**20*1', 'HL*2*1*21*1', 'HL*3*2*22*0', 'HL*4*2*22*1', 'HL*5*4*23*0']);
  });

  it('has the code of a service type, and reports a name of another one', async () => {
    const inquiries = [{ serviceTypeCodes: ['30', '35'], serviceTypes: ['HEALTH_BENEFIT_PLAN_COVERAGE', 'CHIROPRACTIC'] }];
    const { segments, issues } = await generate('270', request({ ...common, inquiries }));
    expect(idsOf(segments, 'EQ')).toEqual(['EQ*30^35']);
    expect(issues).toEqual([expect.objectContaining({ issueType: 'MISMATCH', jsonPath: '$.inquiries[0].inquiries[0]', fieldName: 'serviceTypes' })]);
    const unknown = request({ ...common, inquiries: [{ serviceTypes: ['DENTAL'] }] });
    await expect(generate('270', unknown)).rejects.toThrow('$.inquiries[0].inquiries[0].serviceTypes: expected one of');
  });
});

describe('a response (271)', () => {
  const request = (record: object) => ({ ...envelope('ELIGIBILITY_RESPONSE'), eligibilities: [{ payer, provider, ...record }] });

  it('reports views whose content is nowhere else', async () => {
    const error = { level: 'PROVIDER', rejectReasonCode: '51', followUpActionCode: 'C' };
    const { issues } = await generate('271', request({ subscriber, errors: [error], plans: [{ name: 'GOLD' }] }));
    expect(issues).toContainEqual(expect.objectContaining({ issueType: 'MISMATCH', jsonPath: '$.eligibilities[0].errors[0]' }));
    expect(issues).toContainEqual(expect.objectContaining({ issueType: 'MISMATCH', jsonPath: '$.eligibilities[0]', fieldName: 'plans' }));
    const { segments, issues: none } = await generate('271', request({ provider: { ...provider, errors: [error] }, errors: [error] }));
    expect(none).toEqual([]);
    expect(idsOf(segments, 'HL', 'AAA')).toEqual(['HL*1**20*1', 'HL*2*1*21*0', 'AAA*N**51*C']);
  });
});

describe('questions and answers about claims (276, 277)', () => {
  const receiver = { identifier: 'R1', lastNameOrOrgName: 'CLEARING' };
  const person = { lastNameOrOrgName: 'DOE', firstName: 'JANE', identifier: 'M1' };
  const claim = (patient: object) => ({
    payer,
    receiver,
    provider,
    subscriber: person,
    patient,
    patientControlNumber: 'A',
    chargeAmount: 9,
    serviceDateFrom: '2026-03-01',
  });

  it('have a level of the patient only where that is another person, and trace numbers', async () => {
    const statuses = [claim(person), claim(dependent), { ...claim(dependent), traceIdentifier: 'OWN' }];
    const { segments } = await generate('276', { ...envelope('CLAIM_STATUS_REQUEST'), statuses });
    expect(idsOf(segments, 'HL', 'TRN')).toEqual([
      'HL*1**20*1',
      'HL*2*1*21*1',
      'HL*3*2*19*1',
      'HL*4*3*22*0',
      'TRN*1*202601311006-0001-1',
      'HL*5*3*22*1',
      'HL*6*5*23',
      'TRN*1*202601311006-0001-2',
      'TRN*1*OWN',
    ]);
  });

  it('report a trace number that an answer has to repeat', async () => {
    const { issues } = await generate('277', {
      ...envelope('CLAIM_STATUS_RESPONSE'),
      statuses: [{ payer, receiver, provider, subscriber: person, patientControlNumber: 'A' }],
    });
    expect(issues).toContainEqual(expect.objectContaining({ issueType: 'REQUIRED', jsonPath: '$.statuses[0]', fieldName: 'traceIdentifier' }));
  });
});
