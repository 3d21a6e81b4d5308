import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EdiError } from '../../../src/common/edi-error';
import { createConverter } from '../../../src/pipeline/create-converter';
import { acknowledge, elementsOf } from '../../support/acknowledge';
import { converter, ediErrorOf, sourceOf } from '../../support/conversion';
import { envelope, type EnvelopeOptions, isa, transactionSet, writeSegments } from '../../support/edi-text';
import { isLong, sizeOf } from '../../support/fuzz';
import { findIssues } from '../../support/generate';
import { claim, REMITTANCE_HEAD, remittance, remittanceSegments } from '../../support/remittance';

const SAMPLES = join(__dirname, '../../../samples');
const sample = (name: string): Buffer => readFileSync(join(SAMPLES, name));

/** What is level 1 alone: the remittances here are short of much that the guide requires. */
const SYNTAX = { levels: '1' } as const;

/** Text of an interchange whose segments are changed. */
const changed = (segments: readonly string[], change: (segment: string) => string): string => writeSegments(segments.map(change), undefined, '\n');

const set = (controlNumber: string, body: readonly string[] = [...REMITTANCE_HEAD, ...claim(1)]): string[] => transactionSet(body, { controlNumber });

const interchange = (sets: readonly (readonly string[])[], options?: EnvelopeOptions): string => writeSegments(envelope(sets, options), undefined, '\n');

const BROKEN = [...REMITTANCE_HEAD, 'CLP*1*1*1O0*80*20*12*ICN*11*1'];

describe('the envelope of an acknowledgment', () => {
  it('goes back to the sender, with its own control numbers and time', async () => {
    const { segments } = await acknowledge([remittance({ controlNumber: '000000905', group: '17' })], SYNTAX);
    const blanks = ' '.repeat(10);
    expect(segments).toEqual([
      `ISA*00*${blanks}*00*${blanks}*ZZ*RECEIVER       *ZZ*SENDER         *260131*1006*^*00501*000000001*0*P*:`,
      'GS*FA*RECEIVER*SENDER*20260131*1006*2*X*005010X231A1',
      'ST*999*0001*005010X231A1',
      'AK1*HP*17*005010X221A1',
      'AK2*835*0001',
      'IK5*A',
      'AK9*A*1*1*1',
      'SE*6*0001',
      'GE*1*2',
      'IEA*1*000000001',
    ]);
  });

  it('has a group for each group, and an interchange for each interchange', async () => {
    const [head, ...rest] = remittanceSegments();
    const group = rest.slice(0, -1);
    const second = group.map((segment) => segment.replace(/^(GS.*)\*1\*X/, '$1*2*X').replace('GE*1*1', 'GE*1*2'));
    const two = writeSegments([head ?? '', ...group, ...second, 'IEA*2*000000001'], undefined, '\n');
    const answer = await acknowledge([two, remittance({ controlNumber: '000000002' })], SYNTAX);
    expect(elementsOf(answer, 'AK1').map(([, number]) => number)).toEqual(['1', '2', '1']);
    expect(elementsOf(answer, 'IEA').map(([count]) => count)).toEqual(['2', '1']);
    expect(answer.segments.filter((segment) => segment.startsWith('ISA'))).toHaveLength(2);
    expect(elementsOf(answer, 'AK9')).toHaveLength(3);
    expect(await findIssues(Buffer.from(answer.edi))).toBe('');
  });

  it('keeps what is tested apart from what is not', async () => {
    const test = changed(remittanceSegments(), (segment) => segment.replace('*0*P*:', '*0*T*:'));
    expect((await acknowledge([test], SYNTAX)).segments[0]).toMatch(/\*0\*T\*:$/);
  });

  it.each([
    ['names with delimiters of ours', (segment: string) => segment.replace('SENDER         ', 'SEN~D^R        ')],
    ['an unknown qualifier', (segment: string) => segment.replace('*ZZ*SENDER', '*XX*SENDER')],
    ['blank names', (segment: string) => segment.replace('SENDER         ', ' '.repeat(15)).replace('*SENDER*', '**')],
    ['long names', (segment: string) => segment.replace('*SENDER*', '*AN APPLICATION WITH A LONG NAME*')],
    ['a control number that is none', (segment: string) => segment.replace('*000000001*', '*ABCDEFGHI*').replace('*0930*1*X*', '*0930*ONE*X*')],
    ['no version', (segment: string) => segment.replace('*X*005010X221A1', '*X')],
    ['a date that is none', (segment: string) => segment.replace('*250115*', '*251315*').replace('*0*P*:', '*1*P*:')],
    ['a control number of the set that is too short', (segment: string) => segment.replace('*0001', '*1')],
    ['a control number of the set that is too long', (segment: string) => segment.replace('*0001', '*0001000200030')],
    ['no control number of the set', (segment: string) => segment.replace('*0001', '*')],
  ])('is valid for %s', async (_what, change) => {
    const segments = remittanceSegments().map(change);
    const other = { element: '*', component: '>', repetition: '!', segment: '\n' };
    const text = segments.map((segment) => segment.replace(/:$/, '>').replace('*^*00501', '*!*00501') + other.segment).join('');
    const { edi } = await acknowledge([text], { levels: '1-7' });
    expect(edi).toContain('AK9*');
    expect(await findIssues(Buffer.from(edi))).toBe('');
  });
});

describe('IK5 and AK9', () => {
  it.each([
    ['A when nothing is wrong', [set('0001'), set('0002')], ['A'], ['A', '2', '2', '2']],
    ['R when every set is wrong', [set('0001', BROKEN)], ['R', '5'], ['R', '1', '1', '0']],
    ['P when some are wrong', [set('0001', BROKEN), set('0002')], ['R', '5'], ['P', '2', '2', '1']],
  ])('are %s', async (_what, sets, ik5, ak9) => {
    const answer = await acknowledge([interchange(sets)], SYNTAX);
    expect(elementsOf(answer, 'IK5')[0]).toEqual(ik5);
    expect(elementsOf(answer, 'AK9')).toEqual([ak9]);
  });

  it('are E for what levels beyond syntax and the guide find', async () => {
    const unbalanced = remittanceSegments().map((segment) => segment.replace('CAS*PR*1*20', 'CAS*PR*1*30'));
    const answer = await acknowledge([writeSegments(unbalanced)], { levels: '3' });
    expect(elementsOf(answer, 'IK5')).toEqual([['E', 'I5']]);
    expect(elementsOf(answer, 'AK9')).toEqual([['E', '1', '1', '1']]);
  });

  it.each([
    ['3 without GE', (segments: string[]) => segments.filter((one) => !one.startsWith('GE')), ['R', '1', '1', '0', '3']],
    ['4 for another control number', (segments: string[]) => segments.map((one) => one.replace('GE*1*1', 'GE*1*9')), ['R', '1', '1', '0', '4']],
    ['5 for another count', (segments: string[]) => segments.map((one) => one.replace('GE*1*1', 'GE*3*1')), ['R', '3', '1', '0', '5']],
    [
      '6 for a control number that is none',
      (segments: string[]) => segments.map((one) => one.replace(/\*1\*X\*/, '*A*X*').replace('GE*1*1', 'GE*1*A')),
      undefined,
    ],
  ])('reject a group with code %s', async (code, change, ak9) => {
    const answer = await acknowledge([writeSegments(change(remittanceSegments()))], SYNTAX);
    const [found = []] = elementsOf(answer, 'AK9');
    if (ak9 !== undefined) expect(found).toEqual(ak9);
    expect(found[0]).toBe('R');
    expect(found.slice(4)).toContain(code.slice(0, 1));
  });

  it('reject a group without a version with code 2', async () => {
    const text = sample('835.edi')
      .toString()
      .replace(/(GS\*.*\*X)\*\w+/, '$1');
    expect(elementsOf(await acknowledge([text]), 'AK9')).toEqual([['R', '1', '1', '0', '2']]);
  });

  it('reject a second group of the same number with code 19', async () => {
    const [head, ...rest] = remittanceSegments();
    const group = rest.slice(0, -1);
    const answer = await acknowledge([writeSegments([head ?? '', ...group, ...group, 'IEA*2*000000001'])], SYNTAX);
    expect(elementsOf(answer, 'AK9')).toEqual([
      ['A', '1', '1', '1'],
      ['R', '1', '1', '0', '19'],
    ]);
  });

  it.each([
    ['2 without SE', (one: string) => (one.startsWith('SE') ? '' : one)],
    ['3 for another control number', (one: string) => one.replace(/^SE\*(\d+)\*0001/, 'SE*$1*0009')],
    ['4 for another count', (one: string) => one.replace(/^SE\*\d+/, 'SE*99')],
    ['7 for a control number that AK202 cannot have', (one: string) => one.replace(/^(ST\*835|SE\*\d+)\*0001/, '$1*1')],
  ])('reject a transaction set with code %s', async (code, change) => {
    const answer = await acknowledge([writeSegments(remittanceSegments().map(change).filter(Boolean))], SYNTAX);
    const [ik5 = []] = elementsOf(answer, 'IK5');
    expect(ik5[0]).toBe('R');
    expect(ik5.slice(1)).toContain(code.slice(0, 1));
  });

  it('count a transaction set that the guide of the 999 cannot name as rejected', async () => {
    const answer = await acknowledge([interchange([set('0001'), transactionSet(['BIG*20250115*1'], { set: '810', controlNumber: '0002' })])], SYNTAX);
    expect(elementsOf(answer, 'AK2')).toEqual([['835', '0001']]);
    expect(elementsOf(answer, 'AK9')).toEqual([['P', '2', '2', '1']]);
  });
});

describe('the notes of a transaction set', () => {
  it('have the position from ST on, also in a later set', async () => {
    const answer = await acknowledge([interchange([set('0001'), set('0002', BROKEN)])], SYNTAX);
    expect(elementsOf(answer, 'IK3')).toEqual([['CLP', '9', '2100', '8']]);
    expect(elementsOf(answer, 'IK4')).toEqual([['3', '782', '6', '1O0']]);
  });

  it('have component and repetition', async () => {
    const text = sample('837p.edi')
      .toString()
      .replace(/HI\*ABK:[^~]*/, 'HI*ABK:J0300*ABZ:J0310');
    const answer = await acknowledge([text], { levels: '2' });
    expect(elementsOf(answer, 'IK4')).toContainEqual(['2:1', '1270', '7', 'ABZ']);
    const repeated = sample('834.edi').toString();
    expect(repeated).toContain('DMG*');
    const race = repeated.replace(/DMG\*([^~*]*)\*([^~*]*)\*([^~*]*)[^~]*~/, 'DMG*$1*$2*$3**:RET:2106-3^:XXX:2106-3~');
    expect(elementsOf(await acknowledge([race], { levels: '1-2' }), 'IK4')).toContainEqual(['5:2:2', '1270', '7', 'XXX']);
  });

  it('tell every error of a segment once, with its elements in order', async () => {
    const text = writeSegments(remittanceSegments().map((one) => one.replace('SVC*HC:99213*100*80**1', 'SVC*HC:99213*1O0*8O**1')));
    const answer = await acknowledge([text], SYNTAX);
    expect(elementsOf(answer, 'IK3')).toEqual([['SVC', '11', '2110', '8']]);
    expect(elementsOf(answer, 'IK4').map(([place]) => place)).toEqual(['2', '3']);
  });

  it('leave out a copy that would break them, and cut one that is too long', async () => {
    const text = writeSegments(
      remittanceSegments().map((one) => one.replace('N3*1 PAYER STREET', 'N3*1 PAYER\u0007STREET').replace('*99213', `*${'9'.repeat(120)}`)),
    );
    const answer = await acknowledge([text.replace('HC:', `HC:${'9'.repeat(120)}`)], SYNTAX);
    const notes = elementsOf(answer, 'IK4');
    expect(notes).toContainEqual(['1', '166', '6']);
    expect(notes).toContainEqual(['1:2', '234', '5', '9'.repeat(99)]);
  });

  it('do not repeat an id that the standard does not have, and repeat one that it has', async () => {
    const unknown = remittanceSegments().flatMap((one) => (one.startsWith('DTM*472') ? [one, 'ZZZ*1', 'PATIENT NAME*1', 'PO1*1'] : [one]));
    const answer = await acknowledge([writeSegments(unknown)], SYNTAX);
    expect(elementsOf(answer, 'IK3').map(([id, position, , code]) => [id, position, code])).toEqual([
      ['UNK', '13', '1'],
      ['UNK', '14', '1'],
      ['PO1', '15', '6'],
    ]);
    expect(answer.edi).not.toContain('PATIENT');
  });

  it('name the unit that they are about: the claim of a provider, the trace of a payment, the number of a member', async () => {
    const member = sample('834.edi').toString();
    const number = /REF\*0F\*([^~]*)/.exec(member)?.[1];
    const wrong = member.replace(/INS\*Y\*18\*/, 'INS*Y*ZZ*');
    expect(elementsOf(await acknowledge([wrong], { levels: '2' }), 'CTX')).toEqual([[`SUBSCRIBER NUMBER REF02:${number}`]]);
    expect(elementsOf(await acknowledge([interchange([set('0001', BROKEN)])], SYNTAX), 'CTX')).toEqual([['TRN02:TRACE1']]);
  });

  it('are as many as there are issues, however many', async () => {
    const count = sizeOf(4_100, 600);
    const claims = Array.from({ length: count }, (_, i) => `CLP*${i}*1*1O0*80*20*12*ICN*11*1`);
    const answer = await acknowledge([interchange([set('0001', [...REMITTANCE_HEAD, ...claims])])], SYNTAX);
    expect(elementsOf(answer, 'IK3')).toHaveLength(count);
    expect(elementsOf(answer, 'SE')).toEqual([[String(6 + 3 * count), '0001']]);
  });
});

describe('a file of more issues than are allowed', () => {
  it('is not acknowledged, and the error says why', async () => {
    const input = [interchange([set('0001', BROKEN), set('0002', BROKEN)])];
    const { length } = (await acknowledge(input, SYNTAX)).issues;
    expect(length).toBeGreaterThan(1);
    expect((await acknowledge(input, { ...SYNTAX, maxIssues: length })).edi).toContain('AK9');
    await expect(acknowledge(input, { ...SYNTAX, maxIssues: length - 1 })).rejects.toMatchObject({ code: 'EDI_TOO_MANY_WARNINGS' });
  });
});

describe('a transaction set of very many segments', () => {
  const BLOCKS = isLong ? 1_000 : 50;

  it('has an IK3 for each error, wherever it stands', async () => {
    const pieces = function* (): Generator<string> {
      yield writeSegments([isa(), 'GS*HP*SENDER*RECEIVER*20250115*0930*1*X*005010X221A1', 'ST*835*0001', ...BROKEN]);
      const lines = 'DTM*050*20250115~'.repeat(1_000);
      for (let i = 0; i < BLOCKS; i++) yield lines;
      yield 'ZZZ*1~ZZZ*2~';
    };
    const answer = await acknowledge([...pieces()], { levels: '1', rules: '-segment-maximum', maxRecordBytes: 0 });
    expect(elementsOf(answer, 'IK3').map(([id, position]) => [id, position])).toEqual([
      ['CLP', '9'],
      ['UNK', String(BLOCKS * 1_000 + 10)],
      ['UNK', String(BLOCKS * 1_000 + 11)],
    ]);
    expect(elementsOf(answer, 'IK5')).toEqual([['R', '5', '2']]);
  });
});

describe('TA1', () => {
  const received = (isa14: string, change: (segments: readonly string[]) => readonly string[] = (segments) => segments): string =>
    writeSegments(change(remittanceSegments()).map((one) => one.replace('*0*P*:', `*${isa14}*P*:`)));

  it('says that nothing is wrong when it is asked for, in an interchange of its own', async () => {
    const { segments } = await acknowledge([received('1')], SYNTAX);
    expect(segments.slice(-3)).toEqual([expect.stringMatching(/^ISA.*\*000000003\*0\*P\*:$/), 'TA1*000000001*250115*0930*A*000', 'IEA*0*000000003']);
  });

  it('is not sent when nobody asks for it and nothing is wrong', async () => {
    expect(elementsOf(await acknowledge([received('0')], SYNTAX), 'TA1')).toEqual([]);
  });

  it.each([
    ['001', (text: string) => text.replace('IEA*1*000000101', 'IEA*1*000000109')],
    ['005', (text: string) => text.replace('*ZZ*HARBOR', '*XX*HARBOR')],
    ['007', (text: string) => text.replace('*ZZ*JUNIPER', '*XX*JUNIPER')],
    ['014', (text: string) => text.replace('*260309*0815*^', '*261309*0815*^')],
    ['015', (text: string) => text.replace('*0815*^', '*2515*^')],
    ['019', (text: string) => text.replace('*0*T*:', '*7*T*:')],
    ['020', (text: string) => text.replace('*0*T*:', '*0*Q*:')],
    ['021', (text: string) => text.replace('IEA*1*', 'IEA*2*')],
    ['023', (text: string) => text.replace(/IEA.*/, '')],
    ['024', (text: string) => text.replace('*20260309*0815*101', '*20261309*0815*101')],
  ])('has note %s for what is wrong, and accepts what was accepted', async (code, change) => {
    const answer = await acknowledge([change(sample('835.edi').toString())]);
    expect(elementsOf(answer, 'TA1').map((ta1) => ta1.slice(3))).toEqual([['E', code]]);
  });

  it('has note 025 for an interchange whose number its sender gave the same receiver before', async () => {
    const text = sample('835.edi').toString();
    const answer = await acknowledge([text + text]);
    expect(elementsOf(answer, 'TA1').map((ta1) => ta1.slice(3))).toEqual([['E', '025']]);
  });

  it('rejects an interchange of which no group was accepted', async () => {
    const answer = await acknowledge([received('0', (segments) => segments.slice(0, -3))], SYNTAX);
    expect(elementsOf(answer, 'TA1').map((ta1) => ta1.slice(3))).toEqual([['R', '023']]);
  });

  it('answers an interchange without groups', async () => {
    const { segments } = await acknowledge([`${isa().replace('*0*P*:', '*1*P*:')}~IEA*0*000000001~`], SYNTAX);
    expect(segments.map((one) => one.slice(0, 3))).toEqual(['ISA', 'TA1', 'IEA']);
  });
});

describe('what is not acknowledged', () => {
  it('is an acknowledgment', async () => {
    const { edi } = await acknowledge([remittance()], SYNTAX);
    expect((await acknowledge([edi.replace('*0*P*:', '*1*P*:')])).edi).toBe('');
    expect((await acknowledge([`${isa().replace('*0*P*:', '*1*P*:')}~TA1*000000001*250115*0930*A*000~IEA*0*000000001~`])).edi).toBe('');
  });

  it('is a group that the guide of the 999 cannot name, which is told', async () => {
    const { edi, issues } = await acknowledge([interchange([transactionSet(['BIG*20250115*1'], { set: '810' })], { functionalId: 'IN', guide: '005010' })]);
    expect(edi).toBe('');
    expect(issues.map(({ message }) => message)).toContainEqual(expect.stringContaining('is not acknowledged'));
  });

  it('is what comes without ISA or GS, which is told', async () => {
    const { edi, issues } = await acknowledge([writeSegments(set('0001'))], SYNTAX);
    expect(edi).toBe('');
    expect(issues.map(({ message }) => message)).toContainEqual(expect.stringContaining('without ISA and GS'));
  });

  it('is each file that cannot be read, while others are', async () => {
    const errors: string[] = [];
    const engine = createConverter({ onError: ({ code }, fileName) => errors.push(`${fileName} ${code}`) });
    const sources = [sourceOf('letter.txt', 'Dear Sir'), sourceOf('remit.835', remittance()), sourceOf('empty.835', '')];
    let edi = '';
    for await (const bytes of engine.acknowledge(sources, SYNTAX)) edi += bytes.toString();
    expect(errors).toEqual(['letter.txt EDI_NOT_EDI', 'empty.835 EDI_EMPTY_INPUT']);
    expect(edi).toContain('AK9*A*1*1*1');
  });
});

describe('an acknowledgment under way', () => {
  it('throws the reason where no file can be read', async () => {
    expect((await ediErrorOf(() => acknowledge(['Dear Sir']))).code).toBe('EDI_NOT_EDI');
    expect((await ediErrorOf(() => acknowledge(['']))).code).toBe('EDI_EMPTY_INPUT');
  });

  it('throws when a file cannot be read to its end: what was given is no whole acknowledgment', async () => {
    const source = {
      name: 'cut.835',
      open: async function* () {
        yield Buffer.from(remittance());
        throw new EdiError('EDI_SOURCE_UNREADABLE', 'The file is gone.');
      },
    };
    const read = async (): Promise<void> => {
      for await (const _bytes of converter().acknowledge([source], SYNTAX));
    };
    expect((await ediErrorOf(read)).code).toBe('EDI_SOURCE_UNREADABLE');
  });

  it('is given while the file is read', async () => {
    let isOver = false;
    const source = {
      name: 'long.835',
      open: async function* () {
        yield Buffer.from(remittance());
        yield Buffer.from(remittance({ controlNumber: '000000002' }));
        isOver = true;
      },
    };
    for await (const bytes of converter().acknowledge([source], SYNTAX)) {
      expect(bytes.toString()).toContain('IEA*1*');
      expect(isOver).toBe(false);
      break;
    }
  });

  it('refuses an acknowledgment that no plugin has', async () => {
    const error = await ediErrorOf(() => converter().acknowledge([], { acknowledgment: 'ack-000' }));
    expect([error.code, error.message]).toEqual(['EDI_BAD_PARAMETER', "acknowledgment is 'ack-000'; allowed are ack-999."]);
  });

  it('ends with the reason of its signal', async () => {
    const reason = new Error('enough');
    const run = async (): Promise<void> => {
      for await (const _bytes of converter().acknowledge([sourceOf('a.835', remittance())], { signal: AbortSignal.abort(reason) }));
    };
    await expect(run()).rejects.toBe(reason);
  });
});
