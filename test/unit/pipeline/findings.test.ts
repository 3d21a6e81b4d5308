import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Issue } from '../../../src/common/issue';
import { createConverter } from '../../../src/pipeline/create-converter';
import { directoryOf } from '../../support/code-directory';
import { converter, convertLines, convertText, ediErrorOf, linesOf, sourceOf } from '../../support/conversion';
import { claim, remittance } from '../../support/remittance';
import { sizeOf } from '../../support/fuzz';

/** A file of seven claims, with an unknown segment in each of some claims from the second on, and nothing else wrong. */
const flawed = (unknown: number) => remittance({ claims: Array.from({ length: 7 }, (_, i) => [...claim(i + 1), ...(i > 0 && i <= unknown ? ['XYZ*1'] : [])]) });

const typesOf = (records: readonly { readonly objectType?: unknown }[]) => records.map(({ objectType }) => objectType);

describe('findings', () => {
  it('name the first loss of a file of which nothing is read: segments in quotation marks before its broken end', async () => {
    const quoted = remittance().replaceAll(/[A-Z][^~]*~/g, '"$&"');
    const { code, message } = await ediErrorOf(() => convertText([sourceOf('a.edi', quoted)]));
    expect([code, message]).toEqual([
      'EDI_DATA_LOST',
      expect.stringMatching(/^Skipped \d+ segments? outside a transaction set, from segment 2 .* Nothing could/),
    ]);
  });

  it('are given to the listener with the name of the file, in order, and do not appear in the output', async () => {
    const told: { issue: Issue; fileName: string }[] = [];
    const conversion = converter().convert([sourceOf('a.edi', flawed(2)), sourceOf('b.edi', flawed(1))], {
      output: 'ndjson',
      onIssue: (issue, fileName) => told.push({ issue, fileName }),
    });
    let text = '';
    for await (const chunk of conversion) text += chunk.toString();
    expect(told.map(({ issue, fileName }) => [fileName, issue.issueType, issue.segment, issue.place?.lineNumber])).toEqual([
      ['a.edi', 'INVALID', 'XYZ', 21],
      ['a.edi', 'INVALID', 'XYZ', 27],
      ['b.edi', 'INVALID', 'XYZ', 21],
    ]);
    expect(typesOf(linesOf(text))).toEqual(Array(14).fill('PAYMENT'));
    expect(conversion.summary).toMatchObject({ files: 2, records: 14, issues: 3, errors: 0, transactions: 2 });
  });

  it('are WARNING objects with warningsInResponse', async () => {
    const records = await convertLines([sourceOf('a.edi', flawed(1))], { warningsInResponse: true });
    expect(records.filter(({ objectType }) => objectType === 'WARNING')).toEqual([
      { objectType: 'WARNING', fileName: 'a.edi', message: "Unknown segment 'XYZ' for the transaction set 835", lineNumber: 21, segmentNumber: 21 },
    ]);
  });

  it('stand in the output at the same place, however the input is cut', async () => {
    const input = Buffer.from(flawed(3).replace('NM1*QC', 'nm1*QC'));
    const whole = (await convertText([sourceOf('a.edi', input)], { warningsInResponse: true })).text;
    for (const at of [50, 200, 400, 600]) {
      expect((await convertText([sourceOf('a.edi', input.subarray(0, at), input.subarray(at))], { warningsInResponse: true })).text).toBe(whole);
    }
  });

  it.each([
    ['a transaction without SE', remittance().replace(/SE\*\d+\*0001~\n/, '')],
    ['a file that breaks off', remittance({ claims: [claim(1), claim(2)] }).slice(0, -120)],
    ['segments in front of the first interchange', `CLP*A*1*100*100~\n${remittance()}`],
    ['segments outside a transaction', remittance().replace('GE*', 'CLP*B*1~\nGE*')],
  ])('that lose data are an ERROR with every setting: %s', async (_name, input) => {
    for (const options of [{}, { warningsInResponse: true }, { validate: true }]) {
      const records = await convertLines([sourceOf('a.edi', input)], options);
      const errors = records.filter(({ objectType }) => objectType === 'ERROR');
      expect(errors.length).toBeGreaterThan(0);
      expect(errors[0]).toMatchObject({ fileName: 'a.edi', message: expect.any(String), lineNumber: expect.any(Number) });
      expect(typesOf(records)).toContain('PAYMENT');
    }
  });

  it('are counted as errors too when they lose data', async () => {
    const { summary } = await convertText([sourceOf('a.edi', `CLP*A*1*100*100~\n${remittance()}`)]);
    expect(summary).toMatchObject({ issues: 1, errors: 1 });
  });

  it('about codes are the same in trees, and where the codes were looked up before', async () => {
    const engine = createConverter({ codes: directoryOf(() => ({ desc: '', validity: { isKnown: false } })) });
    const input = readFileSync(join(__dirname, '../../../samples/837i.edi'), 'latin1').replace('SE*', 'XYZ*1~\nSE*');
    const issuesOf = async (convertToSegments: boolean): Promise<readonly Issue[]> => {
      const issues: Issue[] = [];
      const options = { output: 'ndjson', validate: true, convertToSegments, onIssue: (issue: Issue) => void issues.push(issue) };
      for await (const _chunk of engine.convert([sourceOf('a.edi', input)], options));
      return issues;
    };
    const codesOf = (issues: readonly Issue[]): readonly Issue[] => issues.filter(({ issueType }) => issueType === 'INVALID_CODE');
    const first = await issuesOf(false);
    expect(codesOf(first).map(({ segment }) => segment)).toEqual(expect.arrayContaining(['PRV', 'SV2']));
    expect(codesOf(await issuesOf(true))).toEqual(codesOf(first));
    expect(await issuesOf(false)).toEqual(first);
  });

  it('about text around interchanges that holds no segments are no errors', async () => {
    const { summary } = await convertText([sourceOf('a.edi', `Dear Sir,\n${remittance()}`)]);
    expect(summary).toMatchObject({ issues: 1, errors: 0 });
  });
});

describe('maxWarnings', () => {
  it('throws its error when the file has too many findings before the first record', async () => {
    const input = remittance({ claims: [[...claim(1), 'XYZ*1']] });
    expect((await ediErrorOf(() => convertText([sourceOf('a.edi', input)], { maxWarnings: 0 }))).code).toBe('EDI_TOO_MANY_WARNINGS');
  });

  it.each([
    [0, 1, 1],
    [2, 3, 3],
    [2, 6, 3],
  ])('of %d ends a file with %d findings after %d records', async (maxWarnings, unknown, payments) => {
    const records = await convertLines([sourceOf('a.edi', flawed(unknown))], { maxWarnings });
    const errors = records.filter(({ objectType }) => objectType === 'ERROR');
    expect(errors).toEqual([
      {
        objectType: 'ERROR',
        code: 'EDI_TOO_MANY_WARNINGS',
        message: `Too Many Warnings: more than ${maxWarnings} findings; the rest of the file is not converted.`,
        fileName: 'a.edi',
      },
    ]);
    expect(typesOf(records)).toEqual([...Array<string>(payments).fill('PAYMENT'), 'ERROR']);
  });

  it('does not end a file that has as many', async () => {
    expect(typesOf(await convertLines([sourceOf('a.edi', flawed(3))], { maxWarnings: 3 }))).toEqual(Array(7).fill('PAYMENT'));
  });

  it('of -1 has no limit', async () => {
    const input = remittance({ claims: [claim(1), [...claim(2), ...Array<string>(3_100).fill('XYZ*1')]] });
    expect(typesOf(await convertLines([sourceOf('a.edi', input)], { maxWarnings: -1 }))).toEqual(['PAYMENT', 'PAYMENT']);
    expect(typesOf(await convertLines([sourceOf('a.edi', input)], {}))).toEqual(['PAYMENT', 'ERROR']);
  });

  it('counts each file anew, and lets the next one go on', async () => {
    const records = await convertLines([sourceOf('a.edi', flawed(3)), sourceOf('b.edi', flawed(1)), sourceOf('c.edi', flawed(1))], { maxWarnings: 1 });
    expect(records.filter(({ objectType }) => objectType === 'ERROR').map(({ fileName }) => fileName)).toEqual(['a.edi']);
    expect(typesOf(records.slice(-14))).toEqual(Array(14).fill('PAYMENT'));
  });

  it('closes the source of the file that it ends', async () => {
    let isClosed = false;
    const source = {
      name: 'a.edi',
      open: async function* () {
        try {
          yield Buffer.from(flawed(6));
          for (;;) yield Buffer.from('\n');
        } finally {
          isClosed = true;
        }
      },
    };
    await convertLines([source], { maxWarnings: 1 });
    expect(isClosed).toBe(true);
  });
});

describe('hundreds of findings around records', () => {
  it('have the same order in whatever pieces the input arrives', async () => {
    const claims = readFileSync(join(__dirname, '../../../samples/837p.edi'), 'utf8').replace(/(CLM\*[\s\S]*?)(?=HL\*|SE\*)/, (claim) =>
      claim.repeat(sizeOf(260, 120)).replace(/\*HC:/g, '*QQ:'),
    );
    const texts = await Promise.all(
      [97, 1_000, 65_536].map(async (size) => {
        const pieces = claims.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
        return (await convertText([sourceOf('a.edi', ...pieces)], { convertToSegments: true, validate: true, maxWarnings: -1 })).text;
      }),
    );
    expect(texts[0]?.match(/"objectType":"VALIDATION"/g)?.length).toBeGreaterThan(sizeOf(500, 230));
    expect(texts[1] === texts[0]).toBe(true);
    expect(texts[2] === texts[0]).toBe(true);
  });
});
