import type { Issue } from '../../../src/common/issue';
import { convertText, linesOf, sourceOf } from '../../support/conversion';
import { claimFile, underSubscriber } from '../../support/claims';
import { coverageFile, member } from '../../support/coverages';
import { envelope, transactionSet, writeSegments } from '../../support/edi-text';
import { claim, remittance, type RemittanceOptions } from '../../support/remittance';

/** Converts an 835 and gives what was found of segments and values in no record. */
async function skippedIn(
  options: RemittanceOptions,
  more: Parameters<typeof convertText>[1] = {},
): Promise<Awaited<ReturnType<typeof convertText>> & { skipped: Issue[] }> {
  const converted = await convertText([sourceOf('a.edi', remittance(options))], { descriptions: false, ...more });
  return { ...converted, skipped: converted.issues.filter(({ skipped }) => skipped !== undefined) };
}

const claimWith = (change: (segments: string[]) => string[]): RemittanceOptions => ({ claims: [change(claim(1)), claim(2)] });

const replaced = (from: string, to: string): RemittanceOptions => claimWith((segments) => segments.map((text) => text.replace(from, to)));

const after = (id: string, ...added: string[]): RemittanceOptions =>
  claimWith((segments) => segments.flatMap((text) => (text.startsWith(id) ? [text, ...added] : [text])));

const LINE = ['CLM*A*100***11:B:1*Y*A*Y*Y', 'LX*1', 'SV1*HC:99213*100*UN*1***1'];

const OUTPUTS = ['json', 'ndjson', 'csv'] as const;

interface Case {
  readonly title: string;
  readonly input: RemittanceOptions;
  readonly issue: Partial<Issue>;
}

const CASES: readonly Case[] = [
  {
    title: 'an amount that is no number',
    input: replaced('*100*80*20*12*', '*1O0.00*80*20*12*'),
    issue: { ruleId: 'value-unreadable', element: 'CLP03', loop: '2100' },
  },
  {
    title: 'a date that is none',
    input: replaced('20250102', '20261345'),
    issue: { ruleId: 'value-unreadable', element: 'DTM02', loop: '2110', ediCode: '472' },
  },
  {
    title: 'an element more than the segment has',
    input: replaced('PAYER1*11*1', 'PAYER1*11*1******EXTRA'),
    issue: { ruleId: 'value-unread', element: 'CLP15', loop: '2100' },
  },
  {
    title: 'an element that has no field',
    input: replaced('DOE*JANE', 'DOE*JANE******EXTRA'),
    issue: { ruleId: 'value-unread', element: 'NM110', loop: '2100' },
  },
  {
    title: 'a second segment where one is read',
    input: after('DTM', 'REF*6R*A', 'REF*6R*B'),
    issue: { ruleId: 'segment-unread', segment: 'REF', loop: '2110', ediCode: '6R' },
  },
  {
    title: 'a second address',
    input: { head: HEAD().flatMap((text) => (text.startsWith('N1*PE') ? [text, 'N3*ONE', 'N3*TWO'] : [text])) },
    issue: { segment: 'N3' },
  },
  {
    title: 'a component more than the composite has',
    input: replaced('HC:99213', 'HC:99213:25::::::::X'),
    issue: { ruleId: 'value-unread', element: 'SVC01-11', loop: '2110' },
  },
  { title: 'a segment that the set does not have', input: after('NM1', 'ZZZ*1'), issue: { ruleId: 'segment-unknown', segment: 'ZZZ', loop: '2100' } },
  {
    title: 'a summary that no record shows',
    input: { head: [...HEAD(), 'TS3*123*11*20251231*1*100'] },
    issue: { ruleId: 'segment-unread', segment: 'TS3', loop: '2000' },
  },
  {
    title: 'a date that would be one with another digit',
    input: replaced('20250102', '2025011'),
    issue: { ruleId: 'value-unreadable', element: 'DTM02', loop: '2110', ediCode: '472' },
  },
  {
    title: 'an amount that is no number in a group with nothing else',
    input: replaced('CAS*PR*1*20', 'CAS*PR*1*20***2O'),
    issue: { ruleId: 'value-unreadable', element: 'CAS06', loop: '2110' },
  },
  {
    title: 'days with a fraction, where the field has whole numbers',
    input: after('NM1', 'MIA*1**3.5*20.5'),
    issue: { ruleId: 'value-unreadable', issueType: 'INVALID', element: 'MIA03', message: 'MIA03 of loop 2100 is no whole number and reaches no field' },
  },
];

function HEAD(): string[] {
  return ['BPR*I*100*C*NON************20250115', 'TRN*1*T1*1512345678', 'N1*PR*PAYER ONE', 'N1*PE*PAYEE ONE*XX*1234567893', 'LX*1'];
}

describe('what reaches no field', () => {
  describe.each(OUTPUTS)('in %s', (output) => {
    it.each(CASES)('reports $title', async ({ input, issue }) => {
      const { skipped, summary } = await skippedIn(input, { output });
      expect(skipped).toEqual([expect.objectContaining(issue)]);
      expect(skipped[0]?.place?.segmentNumber).toBeGreaterThan(2);
      expect(summary.skippedSegments + summary.unreadValues).toBe(1);
    });

    it('reports nothing of a file that is in its records', async () => {
      const { skipped, summary } = await skippedIn({ claims: [claim(1), claim(2), claim(3)] }, { output });
      expect(skipped).toEqual([]);
      expect(summary).toMatchObject({ skippedSegments: 0, unreadValues: 0 });
    });

    it('changes no byte of the output, unless warnings are wanted in it', async () => {
      const { input } = CASES[3] ?? { input: {} };
      const { text } = await skippedIn(input, { output });
      const { text: withWarnings } = await skippedIn(input, { output, warningsInResponse: true });
      expect(text).not.toContain('NM110');
      expect(withWarnings.match(/NM110/g)).toHaveLength(1);
      expect(withWarnings).toContain(output === 'csv' ? 'WARNING: NM110' : '"objectType":"WARNING"');
    });
  });

  it.each([
    { days: ['3.0', '3.5'], found: 1 },
    { days: ['3.5', '3.0'], found: 1 },
    { days: [...Array.from({ length: 200 }, () => '3.00'), '4.25'], found: 1 },
    { days: ['3', '3.0', '4.'], found: 0 },
  ])('distinguishes a fraction from a whole number with zeros: $days.0, ...', async ({ days, found }) => {
    const claims = days.map((written, i) => claim(i + 1).flatMap((text) => (text.startsWith('NM1') ? [text, `MIA*1**${written}`] : [text])));
    const { skipped } = await skippedIn({ claims });
    expect(skipped.map(({ element }) => element)).toEqual(Array.from({ length: found }, () => 'MIA03'));
  });

  it.each([
    { dtp: 'D8*20260212', rules: [] },
    { dtp: 'RD8*20260212-20260213', rules: [] },
    { dtp: 'RD8*20260212', rules: ['value-unread DTP02'] },
    { dtp: 'D8*20260212-20260213', rules: ['value-unread DTP02'] },
    { dtp: 'D8*2026021', rules: ['segment-unread DTP'] },
    { dtp: 'D8*20260230', rules: ['value-unreadable DTP03'] },
    { dtp: 'RD8*20260212-20260230', rules: ['value-unreadable DTP03'] },
    { dtp: 'RD8*20260230-20260301', rules: ['value-unreadable DTP03'] },
  ])('reports a format of a date that is not its own, and each day that is none: $dtp', async ({ dtp, rules }) => {
    const line = [...LINE, `DTP*472*${dtp}`];
    const { issues } = await convertText([sourceOf('a.edi', claimFile([underSubscriber(...line)]))], { descriptions: false });
    const found = issues.filter(({ skipped }) => skipped !== undefined);
    expect(found.map(({ ruleId, element, segment }) => `${ruleId} ${element ?? segment}`)).toEqual(rules);
  });

  it.each([
    { title: 'a segment', segments: [...LINE, 'DTP*738*D8*20240109', 'DTP*739*D8*20240110'], expected: ['DTP'] },
    { title: 'segments of three codes', segments: ['CLM*A*100***11:B:1*Y*A*Y*Y', 'CN1*01*5', 'CN1*02*6', 'CN1*03*7'], expected: ['CN1', 'CN1'] },
    { title: 'none before it', segments: [...LINE, 'DTP*739*D8*20240110'], expected: [] },
    { title: 'one with a field of its own', segments: ['CLM*A*100***11:B:1*Y*A*Y*Y', 'REF*G1*A', 'REF*9F*B'], expected: [] },
  ])('reports what one field shows of several codes, but for the first: $title', async ({ segments, expected }) => {
    // The second claim is one that the kernel knows.
    const claims = claimFile([underSubscriber(...segments), underSubscriber(...segments)]);
    const { issues } = await convertText([sourceOf('a.edi', claims)], { descriptions: false });
    const found = issues.filter(({ skipped }) => skipped !== undefined);
    expect(found.map(({ ruleId, segment }) => `${ruleId} ${segment}`)).toEqual([...expected, ...expected].map((id) => `segment-unread ${id}`));
  });

  it('reports a second loop of which one code is shown', async () => {
    const segments = member('A', 'DMG*D8*19700102*M', 'NM1*74*1*DOUGH*JON', 'DMG*D8*19700103*M');
    const { issues } = await convertText([sourceOf('a.edi', coverageFile(segments))], { descriptions: false });
    expect(issues.filter(({ skipped }) => skipped !== undefined).map(({ segment, loop }) => `${segment} ${loop}`)).toEqual(['NM1 2100A', 'DMG 2100A']);
  });

  it('never shows the value', async () => {
    for (const { input } of CASES) {
      const { skipped } = await skippedIn(input);
      for (const issue of skipped.filter(({ ruleId }) => ruleId?.startsWith('value'))) expect(JSON.stringify(issue)).not.toMatch(/EXTRA|1O0|20261345/);
    }
  });

  it('counts every value of a segment that has thousands, and lists the first ones', async () => {
    const { skipped } = await skippedIn(replaced('DOE*JANE', `DOE*JANE******${Array(50_000).fill('EXTRA').join('*')}`));
    const values = skipped.reduce((sum, issue) => sum + (issue.skipped?.values ?? 0), 0);
    expect([skipped.length, values]).toEqual([1_001, 50_000]);
  });

  it('reports an element of a header once, however many records show the header', async () => {
    const { skipped } = await skippedIn({ head: HEAD().map((text) => text.replace('PAYER ONE', 'PAYER ONE***X')), claims: [claim(1), claim(2)] });
    expect(skipped).toEqual([expect.objectContaining({ element: 'N105', loop: '1000A' })]);
  });

  it('says nothing of blanks, and of an amount of zero in a sum', async () => {
    const { skipped } = await skippedIn({ claims: [[...claim(1).map((text) => text.replace('DOE*JANE', 'DOE*JANE******  ')), 'AMT*B6*0']] });
    expect(skipped).toEqual([]);
  });

  it('counts the segments of a transaction without records', async () => {
    const { summary, skipped } = await skippedIn({ claims: [], after: [] }, { transactionTopLevel: false });
    expect(skipped.at(-1)).toMatchObject({ ruleId: 'segment-unread', segment: 'ST' });
    expect(summary.skippedSegments).toBe(7);
  });

  it('ends no file, and shows no more than the warnings that are allowed', async () => {
    const claims = Array.from({ length: 8 }, (_, i) => claim(i).map((text) => text.replace('DOE*JANE', 'DOE*JANE******EXTRA')));
    const { text, summary } = await skippedIn({ claims }, { maxWarnings: 3, warningsInResponse: true });
    const objects = linesOf(text);
    expect(objects.filter(({ objectType }) => objectType === 'PAYMENT')).toHaveLength(8);
    expect(objects.filter(({ objectType }) => objectType === 'WARNING')).toHaveLength(4);
    expect(objects.filter(({ objectType }) => objectType === 'ERROR')).toHaveLength(0);
    expect(summary.unreadValues).toBe(8);
  });

  it('is not reported where validation reports the same place', async () => {
    const { issues } = await skippedIn(CASES[0]?.input ?? {}, { validate: true });
    expect(issues.filter(({ element }) => element === 'CLP03').map(({ ruleId }) => ruleId)).toEqual([expect.not.stringContaining('unread')]);
  });

  it('is an issue of the record where validation finds nothing at the place', async () => {
    const head = HEAD().flatMap((text) => (text.startsWith('TRN') ? [text, 'REF*F2*V1'] : [text]));
    const { text } = await skippedIn({ head, claims: [claim(1), claim(2)] }, { validate: true });
    const issues = linesOf(text)
      .filter(({ objectType }) => objectType === 'PAYMENT')
      .map(({ validationIssues }) => JSON.stringify(validationIssues) ?? '');
    expect(issues.map((one) => one.includes('(version_identification) of loop 0000 reaches no field'))).toEqual([true, false]);
  });

  it('is nothing where the tree of segments is asked for, which shows all', async () => {
    for (const { input } of CASES) {
      const { summary } = await skippedIn(input, { convertToSegments: true });
      expect(summary.unreadValues).toBe(0);
    }
  });
});

describe('elements that were read before', () => {
  /** Claims whose CLP has another set of elements each: whether each of four amounts is there, and has decimals. */
  const plain = Array.from({ length: 81 }, (_, i) => {
    const amounts = [27, 9, 3, 1].map((place) => ['', '80', '80.50'][Math.floor(i / place) % 3] ?? '');
    const [charge = '', paid = '', owed = '', share = ''] = amounts;
    return claim(1).map((text) => (text.startsWith('CLP') ? `CLP*C${i}*1*${charge}*${paid}*${owed}*12*PAYER1*11*1**DRG*1*${share}` : text));
  });
  const odd = (change: (text: string) => string): string[] => claim(1).map((text) => (text.startsWith('CLP') ? change(text) : text));

  it.each([
    ['an element that no field reads', (text: string) => `${text}******EXTRA`, 'CLP15'],
    ['an amount that is no number', (text: string) => text.replace('*80*', '*8O*'), 'CLP04'],
  ])('do not hide %s, before them or after', async (_what, change, element) => {
    const { skipped } = await skippedIn({ claims: [odd(change), ...plain, odd(change)] });
    expect(skipped.filter(({ segment }) => segment === 'CLP').map((issue) => issue.element)).toEqual([element, element]);
  });

  it('do not hide an element that a code inside another one leaves out', async () => {
    const line = (svc: string): string[] => claim(1).map((text) => (text.startsWith('SVC') ? svc : text));
    const { skipped } = await skippedIn({ claims: [line('SVC*HC:99213*100*80*0450*1'), line('SVC*NU:0250*100*80*0450*1')] });
    expect(skipped.map(({ ruleId, element }) => `${ruleId} ${element}`)).toEqual(['value-unread SVC04']);
  });

  it('names a segment as the guide does only where the guide has its qualifier', async () => {
    const lines = [LINE[0] ?? '', 'DTP*472*D8*20250101', 'DTP*360*D8*20250101', 'DTP*360*D8*20250102', ...LINE.slice(1)];
    const { issues } = await convertText([sourceOf('a.edi', claimFile([underSubscriber(...lines)]))]);
    const unread = issues.filter(({ ruleId }) => ruleId === 'segment-unread');
    expect(unread.map(({ message }) => message)).toEqual([
      "Segment 'DTP' of loop 2300 reaches no field",
      "Segment 'DTP' (date_disability_dates) of loop 2300 reaches no field",
    ]);
  });

  it('reports a single segment in the singular', async () => {
    const set = transactionSet(['BHT*0019*00*1*20250101*1000*CH'], { set: '837', guide: '005010X222A1' });
    const { issues } = await convertText([sourceOf('a.edi', writeSegments(envelope([set], { functionalId: 'HC', guide: '005010X222A1' })))]);
    expect(issues.map(({ message }) => message)).toContain('1 segment of transaction set 837 reaches no field: no record is made of its loop');
  });

  describe('of a remittance without claims, whose adjustments of a provider are records', () => {
    const PLB = 'PLB*1234567893*20251231*FB:NEXT*12*FB:NEXT*-12';
    const skippedOf = async (head: string[], output: string): Promise<unknown[]> => {
      const { skipped, summary } = await skippedIn({ head, claims: [], after: [PLB, PLB] }, { output });
      return [...skipped.map(({ message }) => message), summary.skippedSegments];
    };
    const head = HEAD().filter((text) => text !== 'LX*1');

    it.each(OUTPUTS)('reports nothing of what the records show around them, in %s', async (output) => {
      expect(await skippedOf(head, output)).toEqual([0]);
    });

    it.each(OUTPUTS)('reports each segment of the header that they do not show, in %s', async (output) => {
      const message = "Segment 'CUR' (foreign_currency_information) of loop 0000 reaches no field";
      expect(
        await skippedOf(
          head.flatMap((text) => (text.startsWith('TRN') ? [text, 'CUR*PR*CAD'] : [text])),
          output,
        ),
      ).toEqual([message, 1]);
    });

    it('reports a loop without records', async () => {
      expect(await skippedOf(HEAD(), 'json')).toEqual(['1 segment of transaction set 835 reaches no field: no record is made of its loop', 1]);
    });
  });

  describe('of a remittance without claims and adjustments', () => {
    const head = HEAD().flatMap((text) => (text === 'LX*1' ? [] : text.startsWith('TRN') ? [text, 'CUR*PR*CAD'] : [text]));
    const messagesOf = async (more: Parameters<typeof skippedIn>[1]): Promise<unknown[]> =>
      (await skippedIn({ head, claims: [] }, more)).skipped.map(({ message }) => message);
    const ofCurrency = "Segment 'CUR' (foreign_currency_information) of loop 0000 reaches no field";

    it('reports what the record of the transaction does not show', async () => {
      expect(await messagesOf({ output: 'ndjson', transactionTopLevel: true })).toEqual([ofCurrency]);
    });

    it('reports the whole header where no record shows it', async () => {
      expect(await messagesOf({ output: 'ndjson' })).toEqual(['5 segments of transaction set 835 reach no field: no record is made of their loops']);
    });
  });
});
