import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Issue } from '../../../src/common/issue';
import { FOUND_BY_WALK } from '../../../src/validation/rules/reading';
import { createConverter } from '../../../src/pipeline/create-converter';
import type { ValidationOptions } from '../../../src/pipeline/conversion.types';
import { converter, sourceOf } from '../../support/conversion';
import { directoryOf } from '../../support/code-directory';

const sample = (name: string): string => readFileSync(join(__dirname, '../../../samples', name), 'utf8');

async function validate(text: string, options: ValidationOptions = {}, engine = converter()): Promise<readonly Issue[]> {
  const issues: Issue[] = [];
  const run = engine.validate([sourceOf('a.edi', text)], { output: 'ndjson', ...options, onIssue: (issue) => issues.push(issue) });
  for await (const _chunk of run);
  return issues;
}

const rulesOf = (issues: readonly Issue[]): readonly string[] => issues.map(({ ruleId = '', element = '' }) => `${ruleId} ${element}`.trim());

/** A transaction in an envelope of a version. */
function file(version: string, id: string, functionalId: string, ...body: readonly string[]): string {
  const conventionReference = /X\d/.test(version) ? `*${version}` : '';
  return [
    'ISA*00*          *00*          *ZZ*A              *ZZ*B              *260101*1200*^*00501*000000001*0*T*:',
    `GS*${functionalId}*AA*BB*20260101*1200*1*X*${version}`,
    `ST*${id}*0001${conventionReference}`,
    ...body,
    `SE*${body.length + 2}*0001`,
    'GE*1*1',
    'IEA*1*000000001',
    '',
  ].join('~\n');
}

describe('a transaction set without a guide of its own', () => {
  it.each([
    ['834 for exchanges', file('005010X307', '834', 'BE', 'BGN*00*1*20260101*1200****2', 'N1*41*EXCHANGE*46*999888778', 'HI*ZZ:1:D8:20140101:20')],
    ['834 of another guide', file('005010X318', '834', 'BE', 'BGN*00*1*20260101*1200****2', 'N1*41*EXCHANGE*46*999888778')],
    ['278 of notifications', file('005010X216', '278', 'HI', 'BHT*0007*14*1*20260101*1200*NO', 'HL*1**20*1', 'REF*9F*1', 'HL*7*6*ZZ*1')],
    [
      '837 of a later release',
      file('008030X323', '837', 'HC', 'BHT*0019*00*1*20260101*1200*CH', 'NM1*41*2*A*****46*1', 'ZZ1*NEW*SEGMENT', `NTE*ADD*${'x'.repeat(300)}`),
    ],
    ['820 of retail', file('004010', '820', 'RA', 'BPR*C*1.5*C*ACH', 'REF*IA*1', 'DTM*097*20260101', 'ENT*1', 'RMR*IV*1*PO*1.5', 'REF*6O*2', 'ADX*1*01')],
    ['837 of a release alone', file('005010', '837', 'HC', 'BHT*0019*00*1*20260101*1200*CH', 'HL*1**20*1', 'SV1*HC:99213*1*UN*1***1:2')],
  ])('should be told of once and have no finding of the guide that reads it: %s', async (_what, text) => {
    expect(rulesOf(await validate(text))).toEqual(['set-version ST03']);
  });

  it.each([
    ['a segment that the standard does not have', 'ZZZ*1', 'segment-unknown'],
    ['text that is no segment', 'no segment', 'segment-unknown'],
    ['too many elements', 'HL*1**20*1*5', 'element-unknown HL05'],
    ['a date that is none', 'DTM*097*20261301', 'element-date DTM02'],
    ['a period that is none', 'DTP*348*RD8*20260101', 'element-date DTP03'],
    ['a number that is none', 'AMT*R*1O', 'element-number AMT02'],
    ['a value that is too long', 'HL*1234567890123**20', 'element-too-long HL01'],
    ['a value that is too short', 'N1*I*EXCHANGE', 'element-too-short N101'],
    ['components of a simple element', 'N3*1:2', 'element-separator N301'],
    ['repetitions of an element that has none', 'N3*1^2', 'element-repeats N301'],
  ])('should be compared with the standard: %s', async (_what, segment, finding) => {
    expect(rulesOf(await validate(file('005010X307', '834', 'BE', segment)))).toEqual(['set-version ST03', finding]);
  });

  it('should be compared with the types alone in a release that the dictionary does not describe', async () => {
    const text = file('008030X307', '834', 'BE', 'ZZZ*1', 'HL*1234567890123**20*1*5', 'DTM*097*20261301', 'DTM*097*261301', 'AMT*R*1O');
    expect(rulesOf(await validate(text))).toEqual(['set-version ST03', 'element-date DTM02', 'element-date DTM02', 'element-number AMT02']);
  });

  it('should have six digits in dates before release 004010', async () => {
    expect(rulesOf(await validate(file('003060', '810', 'IN', 'BIG*960102*1')))).toEqual(['element-date GS04']);
    expect(await validate(file('003060', '810', 'IN', 'BIG*960102*1').replace('*20260101*', '*260101*'))).toEqual([]);
  });

  it('should have the order of the standard where that is known, and be compared with it', async () => {
    expect(rulesOf(await validate(file('004010', '810', 'IN', 'BIG*20260102*1', 'QQQ*1', 'N1*ST*SHOP*92*12345*11*22*3')))).toEqual([
      'segment-unknown',
      'element-unknown N107',
    ]);
  });

  it('should have binary data looked at by their own rule alone', async () => {
    expect(rulesOf(await validate(file('005010', '275', 'PI', 'BIN*X*abc')))).toEqual(['binary-length BIN01']);
    expect(await validate(file('005010', '275', 'PI', 'BIN*9*a*b*c~:^*'))).toEqual([]);
  });

  it('should have its findings in the objects that it is read as', async () => {
    const claims = sample('837p.edi').replaceAll('005010X222A1', '005010X291').replace('DTP*472*D8*20260209', 'DTP*472*D8*20261309');
    const claim: unknown[] = [];
    const run = converter().records([sourceOf('a.edi', claims)], { validate: true });
    for await (const one of run) if ('validationIssues' in one) claim.push((one['validationIssues'] as unknown[]).length);
    expect(claim).toEqual([1]);
  });

  it('should have no balance, code or situation looked at', async () => {
    const engine = createConverter({ codes: directoryOf(() => ({ validity: { isKnown: false } })) });
    const claims = sample('837p.edi').replaceAll('005010X222A1', '005010X291').replace('CLM*JSC-1001*250', 'CLM*JSC-1001*1');
    expect(rulesOf(await validate(claims, { levels: '1-7' }, engine))).toEqual(['set-version ST03']);
  });

  it.each(['834.edi', '835.edi', '837p.edi', '277ca.edi'])('should have no finding of a walk, however %s is mixed up', async (name) => {
    const foreign = sample(name).replace(/005010X2\d\d(A\d)?/g, '005010X999');
    const segments = foreign.split('\n');
    const inside = fc.shuffledSubarray(segments.slice(3, -4), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(inside, async (body) => {
        const found = await validate([...segments.slice(0, 3), ...body, ...segments.slice(-4)].join('\n'));
        expect(found.filter(({ ruleId = '' }) => FOUND_BY_WALK.has(ruleId))).toEqual([]);
      }),
      { numRuns: 20, seed: 18 },
    );
  });
});
