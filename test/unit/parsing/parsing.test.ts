import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '../../../src/library';
import type { ParsedEdi } from '../../../src/pipeline/parsing/parsing.types';
import { converter, ediErrorOf, sourceOf } from '../../support/conversion';
import { isa, writeSegments } from '../../support/edi-text';
import { claim, remittance, remittanceSegments } from '../../support/remittance';

const SAMPLES = join(__dirname, '../../../samples');
const sample = (name: string): Buffer => readFileSync(join(SAMPLES, name));

const parseText = async (...texts: readonly (string | Buffer)[]): Promise<ParsedEdi> =>
  converter()
    .parse(texts.map((text, i) => sourceOf(`input${i}.edi`, text)))
    .read();

const lengths = (parsed: ParsedEdi): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(parsed).flatMap(([key, value]) => (Array.isArray(value) && value.length > 0 ? [[key, value.length]] : [])));

describe('parsing in memory', () => {
  it.each([
    ['837p.edi', { claims: 2 }],
    ['837d.edi', { claims: 1 }],
    ['835.edi', { payments: 2, providerAdjustments: 1 }],
    ['834.edi', { coverages: 3 }],
    ['277ca.edi', { statuses: 4 }],
  ])('gives the records of %s in their lists', async (name, counts) => {
    const parsed = await parseText(sample(name));
    expect(lengths(parsed)).toEqual(counts);
    expect(Object.keys(parsed)).toEqual(['claims', 'coverages', 'payments', 'providerAdjustments', 'statuses', 'parsingIssues']);
  });

  it('gives the records of several files together', async () => {
    expect(lengths(await parseText(sample('835.edi'), sample('837p.edi')))).toEqual({ claims: 2, payments: 2, providerAdjustments: 1 });
  });

  it('shows what is wrong in a record inside it, and the rest beside the records', async () => {
    const [broken = ''] = claim(1);
    const text = remittance({ claims: [[broken.replace('*100*80*20', '*1O0*80*20'), ...claim(1).slice(1)], claim(2)] }).replace(/SE\*\d+/, 'SE*99');
    const parsed = await converter()
      .parse([sourceOf('a.835', text)], { levels: '1' })
      .read();
    expect(parsed['payments']).toEqual([
      expect.objectContaining({ validationIssues: [expect.objectContaining({ element: 'CLP03', issueType: 'WRONG_TYPE' })] }),
      expect.not.objectContaining({ validationIssues: expect.anything() }),
    ]);
    expect(parsed.parsingIssues).toEqual([
      {
        severity: 'ERROR',
        message: "Count  '99' in the closing segment does not match actual count '19'",
        lineNumber: 21,
        segmentNumber: 21,
        loop: '0000',
        ediString: 'SE*99*0001~',
      },
    ]);
  });

  it('gives what is lost as a parsing issue', async () => {
    const parsed = await parseText(writeSegments(remittanceSegments().slice(0, -3)));
    expect(parsed.parsingIssues).toContainEqual({ severity: 'ERROR', message: expect.stringContaining('has no SE'), lineNumber: 1, segmentNumber: 3 });
    expect(lengths(parsed)['payments']).toBe(1);
  });

  it('throws where nothing is EDI', async () => {
    expect((await ediErrorOf(() => parseText('Dear Sir'))).code).toBe('EDI_NOT_EDI');
  });

  it('keeps the good file where another is not EDI', async () => {
    const parsed = await parseText('Dear Sir', sample('835.edi'));
    expect(parsed.parsingIssues).toEqual([{ severity: 'ERROR', message: expect.stringContaining('not EDI') }]);
    expect(lengths(parsed)['payments']).toBe(2);
  });

  it('acknowledges what it reads when asked for', async () => {
    let number = 0;
    const options = { acknowledges: true, now: new Date('2026-01-31T10:06:00Z'), newControlNumber: () => ++number };
    const parsed = await converter()
      .parse([sourceOf('835.edi', sample('835.edi'))], options)
      .read();
    expect(parsed.ackEdi).toContain('AK1*HP*101*005010X221A1~\nAK2*835*0001~\nIK5*A~\nAK9*A*1*1*1~\n');
    expect(parsed.ackEdi).toContain('*260131*1006*^*00501*000000001*');
    expect(lengths(parsed)['payments']).toBe(2);
  });

  it('gives what was read of a file that cannot be read to its end, without acknowledgment', async () => {
    const text = `${remittance()}ISA*00*`.replace('N3*1 PAYER STREET', `N3*${'X'.repeat(2_000)}`);
    const parsed = await converter()
      .parse([sourceOf('a.835', text)], { acknowledges: true, maxSegmentBytes: 1_000 })
      .read();
    expect(parsed).not.toHaveProperty('ackEdi');
    expect(parsed.parsingIssues.map(({ message }) => message)).toContainEqual(expect.stringContaining('1000 bytes'));
  });

  it('tells every finding once', async () => {
    const told: string[] = [];
    const options = { acknowledges: true, onIssue: ({ ruleId = '' }) => void told.push(ruleId) };
    await converter()
      .parse([sourceOf('dirty.835', sample('835-dirty.edi'))], options)
      .read();
    expect(told.sort()).toEqual(['control-count', 'input-skipped', 'segment-unknown']);
  });
});

describe('segments of parsing in memory', () => {
  const parseSegments = async (text: string | Buffer): Promise<unknown> =>
    (
      await converter()
        .parse([sourceOf('a.edi', text)], { asSegments: true })
        .read()
    ).segments;

  it('are one object: interchanges, in them groups, in them transactions', async () => {
    const transaction = expect.objectContaining({ segment_id: 'ST', transaction_set_trailer: expect.anything() });
    const group = expect.objectContaining({
      segment_id: 'GS',
      transaction_set_header: [transaction],
      functional_group_trailer: expect.objectContaining({ segment_id: 'GE' }),
    });
    expect(await parseSegments(sample('835-two-interchanges.edi'))).toEqual({
      interchange_control_header: [
        expect.objectContaining({
          segment_id: 'ISA',
          functional_group_header: [group],
          interchange_control_trailer: expect.objectContaining({ segment_id: 'IEA' }),
        }),
        expect.objectContaining({
          segment_id: 'ISA',
          functional_group_header: [group],
          interchange_control_trailer: expect.objectContaining({ segment_id: 'IEA' }),
        }),
      ],
    });
  });

  it('hold what breaks off, and a TA1', async () => {
    const ta1 = await parseSegments(`${isa()}~TA1*000000001*250115*0930*A*000~`);
    expect(ta1).toEqual({
      interchange_control_header: [expect.objectContaining({ interchange_acknowledgment: [expect.objectContaining({ segment_id: 'TA1' })] })],
    });
    const open = await parseSegments(writeSegments(remittanceSegments().slice(0, 6)));
    expect(open).toEqual({
      interchange_control_header: [
        expect.objectContaining({ functional_group_header: [expect.objectContaining({ transaction_set_header: [expect.anything()] })] }),
      ],
    });
  });

  it('begin at ST where the input does', async () => {
    expect(await parseSegments(writeSegments(['ST*810*0001', 'BIG*20250115*1', 'SE*3*0001']))).toEqual({
      transaction_set_header: [expect.objectContaining({ segment_id: 'ST' })],
    });
  });

  it('are given of sets without records in any case, with their issues beside them', async () => {
    const text = writeSegments([
      isa(),
      'GS*HS*S*R*20250115*0930*1*X*005010X279A1',
      'ST*270*0001*005010X279A1',
      'BHT*0022*13*1*20250115*0930',
      'SE*3*0001',
      'GE*1*1',
      'IEA*1*000000001',
    ]);
    const parsed = await parseText(text);
    expect(parsed.segments).toBeDefined();
    expect(parsed.parsingIssues.map(({ message }) => message)).toContainEqual(expect.stringContaining('is missing'));
  });

  it('are whole, however many there are', async () => {
    const claims = Array.from({ length: 3_000 }, (_, i) => claim(i));
    const tree = JSON.stringify(await parseSegments(remittance({ claims })));
    expect(tree.match(/"segment_id":"CLP"/g)).toHaveLength(3_000);
    expect(tree.match(/"segment_id":"ST"/g)).toHaveLength(1);
  });
});

describe('parse of the library', () => {
  it('reads a path', async () => {
    const parsed = await parse(join(SAMPLES, '837p.edi'), { acknowledges: true });
    expect(lengths(parsed)).toEqual({ claims: 2 });
    expect(parsed.ackEdi).toContain('AK9*A*1*1*1~');
  });
});
