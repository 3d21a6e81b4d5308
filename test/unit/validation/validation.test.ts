import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConverter } from '../../../src/pipeline/create-converter';
import type { ConversionOptions, ValidationOptions } from '../../../src/pipeline/conversion.types';
import { directoryOf } from '../../support/code-directory';
import { convertLines, convertText, type Json, linesOf, sourceOf } from '../../support/conversion';

const SAMPLES = join(__dirname, '../../../samples');
const remittance = readFileSync(join(SAMPLES, '835.edi'), 'utf8');
const claims = readFileSync(join(SAMPLES, '837p.edi'), 'utf8');

/** Reasons are numbers; reason 2 was given up in 2020. Nothing else is loaded. */
const codes = directoryOf((list, code) => {
  if (list !== 'CARC') return undefined;
  return { validity: /^\d+$/.test(code) ? { isKnown: true, ...(code === '2' ? { to: 20201231 } : {}) } : { isKnown: false } };
});
const engine = createConverter({ codes });

async function validate(text: string, options: ValidationOptions = {}): Promise<Json[]> {
  let out = '';
  for await (const chunk of engine.validate([sourceOf('a.edi', text)], { output: 'ndjson', ...options })) out += chunk.toString('utf8');
  return linesOf(out);
}

const convert = (text: string, options: ConversionOptions = {}): Promise<Json[]> =>
  convertLines([sourceOf('a.edi', text)], { validate: true, ...options }, engine);

const messages = (issues: readonly Json[]): unknown[] => issues.map(({ message }) => message);

/** Two claims, each with an issue, and one in the head and the end. */
const troubled = remittance
  .replace('REF*EV*HERON-CLEARING~', 'REF*EV*~')
  .replace('MI*HLM000111222', 'MI*H')
  .replace('MI*HLM000333444', 'MI*H')
  .replace('SE*43', 'SE*44');

describe('validation', () => {
  it('should give nothing for what is right', async () => {
    expect(await validate(remittance.replaceAll('CAS*PR*2*', 'CAS*PR*3*'))).toEqual([]);
    expect(await validate(claims.replaceAll('CAS*PR*2*', 'CAS*PR*3*'))).toEqual([]);
  });

  it('should give what stands around objects first, then what stands in them, by segment', async () => {
    const issues = await validate(troubled.replaceAll('CAS*PR*2*', 'CAS*PR*3*'));
    expect(issues.map(({ segment, sourceLocation }) => [segment, (sourceLocation as Json)['segmentNumber']])).toEqual([
      ['REF', 6],
      ['SE', 45],
      ['NM1', 19],
      ['NM1', 36],
    ]);
  });

  it('should give the issues of each chunk together', async () => {
    const issues = await validate(troubled.replaceAll('CAS*PR*2*', 'CAS*PR*3*'), { chunkSize: 1 });
    expect(issues.map(({ segment }) => segment)).toEqual(['REF', 'NM1', 'NM1', 'SE']);
  });

  it('should put issues into their object, and others around the objects', async () => {
    const objects = await convert(troubled.replaceAll('CAS*PR*2*', 'CAS*PR*3*'));
    expect(objects.map(({ objectType, segment, validationIssues }) => [objectType, segment ?? (validationIssues as Json[] | undefined)?.length])).toEqual([
      ['VALIDATION', 'REF'],
      ['PAYMENT', 1],
      ['PAYMENT', 1],
      ['PROVIDER_ADJUSTMENT', undefined],
      ['VALIDATION', 'SE'],
    ]);
  });

  it('should tell what is missing in the head before the first object, and what is missing at the end after the last', async () => {
    const text = remittance
      .replace(/TRN\*1[^~]*~\n/, '')
      .replace('SE*43', 'SE*42')
      .replaceAll('CAS*PR*2*', 'CAS*PR*3*');
    expect((await convert(text)).map(({ objectType, message }) => message ?? objectType)).toEqual([
      'Required segment TRN (reassociation_trace_number) is missing in loop 0000',
      'PAYMENT',
      'PAYMENT',
      'PROVIDER_ADJUSTMENT',
    ]);
    const late = await convert(
      claims
        .replace(/HL\*3[\s\S]*DTP\*573\*D8\*20260213~\n/, 'HL*3*1*22*0~\n')
        .replace('SE*61', 'SE*35')
        .replaceAll('CAS*PR*2*', 'CAS*PR*3*'),
    );
    expect(late.map(({ objectType, message }) => message ?? objectType)).toEqual([
      'CLAIM',
      'Required segment SBR (subscriber_information) is missing in loop 2000B',
      'Required loop 2010BA (subscriber_name) is missing in loop 2000B',
      'Required loop 2010BB (payer_name) is missing in loop 2000B',
    ]);
  });

  it('should convert the same records with validation and without', async () => {
    const plain = await convert(troubled, { validate: false });
    const validated = (await convert(troubled)).filter(({ objectType }) => objectType !== 'VALIDATION');
    expect(validated.map(({ validationIssues: _issues, ...record }) => record)).toEqual(plain);
  });

  it('should keep elements, missing segments and balances of one segment in this order', async () => {
    const issues = await validate(claims.replace('CLM*JSC-1001*250***11:B:1*Y', 'CLM*JSC-1001*251***111:B:1*V').replace('HI*ABK:J0300*ABF:R509~\n', ''));
    const ofClaim = issues.filter(({ segment, loop }) => segment === 'CLM' && loop === '2300');
    expect(ofClaim.map(({ issueType, element }) => [issueType, element])).toEqual([
      ['LENGTH_EXCEEDED', 'CLM05-1'],
      ['VALUE_NOT_IN_ENUM_LIST', 'CLM06'],
      ['REQUIRED', undefined],
      ['BALANCE', undefined],
    ]);
  });

  it('should look up codes together, and judge them by the day that counts', async () => {
    const asked = codes.asked.length;
    const issues = await validate(remittance.replace('CAS*CO*45*15~', 'CAS*CO*A1*15~'));
    expect(issues.map(({ value, codeSubType, message }) => [value, codeSubType, message])).toEqual([
      ['2', 'CARC', 'Claim Adjustment Reason Code 2 is not valid on 2026-03-09: it is valid until 2020-12-31'],
      ['2', 'CARC', 'Claim Adjustment Reason Code 2 is not valid on 2026-03-09: it is valid until 2020-12-31'],
      ['A1', 'CARC', 'Claim Adjustment Reason Code A1 is not a valid code'],
    ]);
    expect(codes.asked.length).toBeLessThanOrEqual(asked + 1);
  });

  it('should tell rule and level when levels are asked for, and not else', async () => {
    const text = remittance.replace('SE*43', 'SE*44').replaceAll('CAS*PR*2*', 'CAS*PR*3*');
    expect((await validate(text))[0]).not.toHaveProperty('ruleId');
    expect((await validate(text, { levels: '1' }))[0]).toMatchObject({ ruleId: 'control-count', snipLevel: 1 });
    expect(await validate(text, { levels: '2-7' })).toEqual([]);
    expect(await validate(text, { rules: '-control-count' })).toEqual([]);
    expect(messages(await validate(text.replace('XX*1900000013', 'XX*1900000014'), { rules: 'npi-check-digit' }))).toHaveLength(2);
  });

  it.each(['8', '0', '1-9', 'all', '1;2'])('should refuse levels=%s', async (levels) => {
    await expect(validate(remittance, { levels })).rejects.toMatchObject({ code: 'EDI_BAD_PARAMETER' });
  });

  it('should refuse a rule that does not exist', async () => {
    await expect(validate(remittance, { rules: '-no-such-rule' })).rejects.toThrow(/no-such-rule/);
  });

  it('should keep further balances silent once a line or claim has failed', async () => {
    const unbalanced = remittance.replace('BPR*I*261.4', 'BPR*I*300').replaceAll('CAS*PR*2*', 'CAS*PR*3*');
    expect(messages(await validate(unbalanced))).toEqual([
      'Payment amount 300.00 does not match the sum of claim paid amounts 266.40 minus the sum of provider adjustments 5.00',
    ]);
    const both = await validate(unbalanced.replace('CAS*CO*45*15~', 'CAS*CO*45*14~'));
    expect(both.map(({ segment }) => segment)).toEqual(['SVC']);
  });

  it('should report a wrong count and go on', async () => {
    const twice = remittance + remittance.replace('SE*43', 'SE*9');
    expect((await convert(twice)).filter(({ objectType }) => objectType === 'PAYMENT')).toHaveLength(4);
  });

  it('should say once that there is no guide for a version, and measure by none', async () => {
    const foreign = claims.replaceAll('005010X222A1', '005010X291');
    expect(messages(await validate(foreign.replace('CLM*JSC-1001*250', 'CLM*JSC-1001*1')))).toEqual([
      'No guide for version 005010X291 of transaction set 837; it is read by 005010X222A2, and compared with the standard only',
    ]);
  });
});

describe('maxWarnings', () => {
  const many = remittance
    .replace('SE*43', 'SE*44')
    .replaceAll('MI*HLM000', 'MI*')
    .replaceAll(/N4\*(\w+)\*ME/g, 'N4*$1*MAINE')
    .replaceAll('CAS*PR*2*', 'CAS*PR*3*');

  it('should end a file after so many findings, shown or not, and go on with the next', async () => {
    const sources = [sourceOf('a.edi', many), sourceOf('b.edi', remittance.replaceAll('CAS*PR*2*', 'CAS*PR*3*'))];
    const objects = await convertLines(sources, { validate: true, maxWarnings: 1 }, engine);
    expect(objects.map(({ objectType, fileName }) => [objectType, fileName])).toEqual([
      ['VALIDATION', undefined],
      ['VALIDATION', undefined],
      ['ERROR', 'a.edi'],
      ['PAYMENT', undefined],
      ['PAYMENT', undefined],
      ['PROVIDER_ADJUSTMENT', undefined],
    ]);
    expect(String(objects[2]?.['message'])).toMatch(/^Too Many Warnings/);
  });

  it('should count what stands inside objects', async () => {
    const inside = troubled.replace('REF*EV*~', 'REF*EV*X~').replace('SE*44', 'SE*43').replaceAll('CAS*PR*2*', 'CAS*PR*3*');
    const objects = await convert(inside, { maxWarnings: 1, chunkSize: 1 });
    expect(objects.map(({ objectType }) => objectType)).toEqual(['PAYMENT', 'PAYMENT', 'ERROR']);
  });

  it('should know no limit with -1, and none in validation alone', async () => {
    const { summary } = await convertText([sourceOf('a.edi', many)], { validate: true, maxWarnings: -1 }, engine);
    expect(summary.errors).toBe(0);
    const long = `${remittance.slice(0, remittance.indexOf('PLB*'))}${'ZZZ*1~\n'.repeat(5_000)}${remittance.slice(remittance.indexOf('PLB*'))}`;
    expect((await validate(long)).length).toBeGreaterThan(5_000);
  });
});
