import { convertText, linesOf, sourceOf } from '../../support/conversion';
import { acknowledge } from '../../support/acknowledge';
import { inPieces } from '../../support/pieces';
import { claim, remittance } from '../../support/remittance';

const FILE = remittance({ claims: [1, 2, 3, 4, 5].map(claim), after: ['PLB*1234567893*20251231*WO:1*5'] });
const before = (start: string, closing = 'IEA*1*000000001'): string => FILE.replace(start, `${closing}~\n${start}`);

/** Objects without their ids, which depend on their places. */
const withoutPlaces = (text: string) => linesOf(text.replaceAll(/"[0-9a-f]{24}"/g, '""'));

describe('an SE, GE or IEA inside a transaction set', () => {
  it.each([
    ['IEA before the first claim', before('LX*1')],
    ['IEA between claims', before('CLP*CLAIM3')],
    ['IEA inside a claim', before('SVC*HC:99213')],
    ['IEA before SE', before('SE*')],
    ['GE inside a claim', before('NM1*QC', 'GE*1*1')],
    ['SE before the first claim', before('LX*1', 'SE*99*0001')],
    ['SE between claims', before('CLP*CLAIM3', 'SE*99*0001')],
    ['SE inside a claim', before('SVC*HC:99213', 'SE*99*0001')],
  ])('should cost one issue and no record: %s', async (_name, text) => {
    const expected = await convertText([sourceOf('a.edi', FILE)]);
    const found = await convertText([sourceOf('a.edi', text)]);
    expect(withoutPlaces(found.text)).toEqual(withoutPlaces(expected.text));
    expect(found.issues.map(({ ruleId, skipped }) => [ruleId, skipped])).toEqual([['envelope-strays', { segments: 1 }]]);
    expect(found.summary).toMatchObject({ records: expected.summary.records, issues: 1, errors: 0, skippedSegments: 1 });
  });

  it('should cost one issue with validation, in whatever pieces the input arrives', async () => {
    const sound = await convertText([sourceOf('a.edi', FILE)], { validate: true });
    const text = Buffer.from(before('CLP*CLAIM3'));
    const whole = await convertText([sourceOf('a.edi', text)], { validate: true });
    expect(whole.issues.map(({ ruleId }) => ruleId).filter((id) => id === 'envelope-strays')).toHaveLength(1);
    expect(whole.issues).toHaveLength(sound.issues.length + 1);
    for (const size of [1, 7, 100]) expect((await convertText([sourceOf('a.edi', ...inPieces(text, size))], { validate: true })).text).toBe(whole.text);
  });

  it('should cost no record where SE, GE and IEA stand together, in whatever pieces the input arrives', async () => {
    const text = Buffer.from(before('CLP*CLAIM3', 'SE*99*0001~\nGE*1*1~\nIEA*1*000000001'));
    const expected = await convertText([sourceOf('a.edi', FILE)]);
    const whole = await convertText([sourceOf('a.edi', text)]);
    expect(withoutPlaces(whole.text)).toEqual(withoutPlaces(expected.text));
    expect(whole.issues.map(({ segment }) => segment)).toEqual(['SE', 'GE', 'IEA']);
    for (const size of [1, 7, 100]) expect((await convertText([sourceOf('a.edi', ...inPieces(text, size))])).text).toBe(whole.text);
  });

  it('should be an unexpected segment in the acknowledgment', async () => {
    const { segments } = await acknowledge([before('CLP*CLAIM3')]);
    expect(segments.filter((segment) => /^(IK3.IEA|AK9)/.test(segment))).toEqual(['IK3*IEA*19**2', 'AK9*R*1*1*0']);
  });

  it('should end the interchange where another one follows', async () => {
    const broken = FILE.slice(0, FILE.indexOf('CLP*CLAIM3'));
    const { text, issues } = await convertText([sourceOf('a.edi', `${broken}IEA*1*000000001~\n${FILE}`)]);
    expect(linesOf(text).filter(({ objectType }) => objectType === 'PAYMENT')).toHaveLength(7);
    expect(issues.map(({ segment }) => segment)).toEqual(['SE', 'GE']);
  });
});
