import { asRecord, type Json } from '../../support/conversion';
import { at, claimFile, GUIDE, linesOfClaim, readClaim, readClaims, underSubscriber } from '../../support/claims';

const CLM = 'CLM*A*100***11:B:1*Y*A*Y*Y';
const INSTITUTIONAL = { guide: GUIDE.institutional };

const professional = (...more: readonly string[]): Promise<Json> => readClaim([CLM, ...more]);
const institutional = (...more: readonly string[]): Promise<Json> => readClaim([CLM, ...more], INSTITUTIONAL);

/** Codes as `subType code`. */
function codesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map((one: unknown) => `${String(at(one, 'subType'))} ${String(at(one, 'code'))}`) : [];
}

describe('the diagnoses of HI', () => {
  it.each([
    ['ABK', 'ICD_10_PRINCIPAL'],
    ['ABF', 'ICD_10'],
    ['ABJ', 'ICD_10_ADMITTING'],
    ['APR', 'ICD_10_REASON_FOR_VISIT'],
    ['ABN', 'ICD_10_EXTERNAL_CAUSE_OF_INJURY'],
    ['BK', 'ICD_9_PRINCIPAL'],
    ['BF', 'ICD_9'],
    ['BJ', 'ICD_9_ADMITTING'],
    ['PR', 'ICD_9_REASON_FOR_VISIT'],
    ['ZZ', 'ICD_9_REASON_FOR_VISIT'],
    ['BN', 'ICD_9_EXTERNAL_CAUSE_OF_INJURY'],
    ['TQ', 'SNODENT'],
  ])('have for %s the list %s, in the first place and behind another', async (qualifier, list) => {
    expect(codesOf((await institutional(`HI*${qualifier}:Q1`))['diags'])).toEqual([`${list} Q1`]);
    expect(codesOf((await institutional(`HI*ABK:Q0*${qualifier}:Q1`))['diags'])).toEqual(['ICD_10_PRINCIPAL Q0', `${list} Q1`]);
    expect(codesOf((await professional(`HI*ABK:Q0*${qualifier}:Q1`))['diags'])).toEqual(['ICD_10_PRINCIPAL Q0', `${list} Q1`]);
  });

  it('come in the order of the input, from several segments and whatever else stands in them', async () => {
    const claim = await institutional('HI*BF:0389*BG:09', 'HI*ABK:A1*ABF:A2', 'HI*DR:470', 'HI*ABF:A3*ABN:W1', 'HI*ABJ:A4');
    expect(codesOf(claim['diags'])).toEqual([
      'ICD_9 0389',
      'ICD_10_PRINCIPAL A1',
      'ICD_10 A2',
      'ICD_10 A3',
      'ICD_10_EXTERNAL_CAUSE_OF_INJURY W1',
      'ICD_10_ADMITTING A4',
    ]);
    expect(codesOf(claim['conditions'])).toEqual(['CONDITION 09']);
    expect(claim['drg']).toEqual({ subType: 'DRG', code: '470' });
  });

  it('are read before and behind the other segments of the claim', async () => {
    const claim = await professional('HI*ABK:A1', 'REF*G1*AUTH', 'HI*ABF:A2', 'NM1*82*1*RENDERER', 'HI*ABF:A3', 'LX*1', 'SV1*HC:99213*100*UN*1***3');
    expect(codesOf(claim['diags'])).toEqual(['ICD_10_PRINCIPAL A1', 'ICD_10 A2', 'ICD_10 A3']);
    expect(codesOf(linesOfClaim(claim)[0]?.['diags'])).toEqual(['ICD_10 A3']);
  });

  it('are passed over without a code, and do not make others disappear', async () => {
    expect(codesOf((await professional('HI*ABK:A1**ABF*ABF:*:A9*ABF::X*ABF:A2'))['diags'])).toEqual(['ICD_10_PRINCIPAL A1', 'ICD_10 A2']);
    expect(codesOf((await professional('HI**ABF:A2'))['diags'])).toEqual(['ICD_10 A2']);
  });

  it('are absent without HI, with an empty one, and with unknown qualifiers only', async () => {
    for (const segments of [[], ['HI'], ['HI*'], ['HI*ABK'], ['HI*QQQ:A1'], ['HI*ABKX:A1'], ['HI*abk:A1']])
      expect(await professional(...segments)).not.toHaveProperty('diags');
  });

  it('are more than twelve where there are more', async () => {
    const codes = Array.from({ length: 14 }, (_, i) => `A${i + 1}`);
    const claim = await professional(`HI*${codes.map((code, i) => `${i === 0 ? 'ABK' : 'ABF'}:${code}`).join('*')}`, 'LX*1', 'SV1*HC:99213*100*UN*1***13:14');
    expect(codesOf(claim['diags'])).toHaveLength(14);
    expect(codesOf(linesOfClaim(claim)[0]?.['diags'])).toEqual(['ICD_10 A13', 'ICD_10 A14']);
  });

  it('leave out a code with an unknown qualifier only', async () => {
    expect(codesOf((await professional('HI*ABK:A1*QQ:X*ABF:A2'))['diags'])).toEqual(['ICD_10_PRINCIPAL A1', 'ICD_10 A2']);
    expect(codesOf((await professional('HI*QQ:X*ABF:A2'))['diags'])).toEqual(['ICD_10 A2']);
  });

  it('say whether they were present on admission', async () => {
    const { diags } = await institutional('HI*ABK:A1:::::::Y*ABF:A2:::::::N', 'HI*ABN:W1:::::::U*ABF:A3*ABF:A4:::::::W*ABF:A5::::::');
    expect(diags).toEqual([
      { subType: 'ICD_10_PRINCIPAL', code: 'A1', presentOnAdmissionIndicator: 'Y' },
      { subType: 'ICD_10', code: 'A2', presentOnAdmissionIndicator: 'N' },
      { subType: 'ICD_10_EXTERNAL_CAUSE_OF_INJURY', code: 'W1', presentOnAdmissionIndicator: 'U' },
      { subType: 'ICD_10', code: 'A3' },
      { subType: 'ICD_10', code: 'A4', presentOnAdmissionIndicator: 'W' },
      { subType: 'ICD_10', code: 'A5' },
    ]);
  });

  it('are read with any delimiters', async () => {
    const characters = { element: '|', component: '>', repetition: '!', segment: "'" };
    const text = claimFile([underSubscriber(CLM, 'HI*ABK:A1:::::::Y*ABF:A~2', 'HI*BH:11:D8:20250102')], { ...INSTITUTIONAL, characters });
    const { claims } = await readClaims(text);
    expect(claims[0]).toMatchObject({
      diags: [
        { subType: 'ICD_10_PRINCIPAL', code: 'A1', presentOnAdmissionIndicator: 'Y' },
        { subType: 'ICD_10', code: 'A~2' },
      ],
      occurrences: [{ subType: 'OCCURRENCE', code: '11', occurrenceDate: '2025-01-02' }],
    });
  });

  it('are those of their own claim', async () => {
    const { claims } = await readClaims(
      claimFile([
        underSubscriber(
          'CLM*A*1',
          'HI*ABK:A1',
          'LX*1',
          'SV1*HC:1*1*UN*1***1',
          'CLM*B*1',
          'LX*1',
          'SV1*HC:1*1*UN*1***1',
          'CLM*C*1',
          'HI*ABK:C1',
          'LX*1',
          'SV1*HC:1*1*UN*1***1',
        ),
      ]),
    );
    expect(claims.map(({ diags }) => codesOf(diags))).toEqual([['ICD_10_PRINCIPAL A1'], [], ['ICD_10_PRINCIPAL C1']]);
    expect(claims.map((claim) => codesOf(linesOfClaim(claim)[0]?.['diags']))).toEqual([['ICD_10_PRINCIPAL A1'], [], ['ICD_10_PRINCIPAL C1']]);
  });

  it('keep text that JSON must escape', async () => {
    expect(codesOf((await professional('HI*ABK:A"\\1'))['diags'])).toEqual(['ICD_10_PRINCIPAL A"\\1']);
  });
});

describe('what else HI says of an institutional claim', () => {
  it.each([
    ['BBR', 'ICD_10_PCS_PRINCIPAL'],
    ['BBQ', 'ICD_10_PCS'],
    ['BR', 'ICD_9_PCS_PRINCIPAL'],
    ['BQ', 'ICD_9_PCS'],
    ['BP', 'HCPCS_PRINCIPAL'],
    ['BO', 'HCPCS'],
    ['CAH', 'ABC_PRINCIPAL'],
  ])('has for %s a procedure of the list %s with its date', async (qualifier, list) => {
    expect((await institutional(`HI*${qualifier}:P1:D8:20250103`))['procs']).toEqual([{ subType: list, code: 'P1', occurrenceDate: '2025-01-03' }]);
    expect((await institutional(`HI*ABK:A1*${qualifier}:P1`))['procs']).toEqual([{ subType: list, code: 'P1' }]);
  });

  it('has procedures of professional claims: of the surgery that an anesthesia is for', async () => {
    expect((await professional('HI*ABK:A1', 'HI*BP:33533*BO:33518'))['procs']).toEqual([
      { subType: 'HCPCS_PRINCIPAL', code: '33533' },
      { subType: 'HCPCS', code: '33518' },
    ]);
  });

  it('has occurrence spans with both days, from RD8 and from one day', async () => {
    expect(
      (await institutional('HI*BI:70:RD8:20250101-20250105*BI:71:D8:20250107*BI:72:RD8:20250108-20259999*BI:73*BI:74:RD8:2025'))['occurrenceSpans'],
    ).toEqual([
      { subType: 'OCCURRENCE_SPAN', code: '70', occurrenceDate: '2025-01-01', occurrenceEndDate: '2025-01-05' },
      { subType: 'OCCURRENCE_SPAN', code: '71', occurrenceDate: '2025-01-07' },
      { subType: 'OCCURRENCE_SPAN', code: '72', occurrenceDate: '2025-01-08' },
      { subType: 'OCCURRENCE_SPAN', code: '73' },
      { subType: 'OCCURRENCE_SPAN', code: '74' },
    ]);
  });

  it('has occurrences with their day', async () => {
    expect((await institutional('HI*BH:11:D8:20250101*BH:18:D8:20250230', 'HI*BH:24:D8:20250103'))['occurrences']).toEqual([
      { subType: 'OCCURRENCE', code: '11', occurrenceDate: '2025-01-01' },
      { subType: 'OCCURRENCE', code: '18' },
      { subType: 'OCCURRENCE', code: '24', occurrenceDate: '2025-01-03' },
    ]);
  });

  it('has values with their amount, none where it is no number, and zero', async () => {
    expect((await institutional('HI*BE:80:::12.50*BE:81:::0*BE:82:::x*BE:83*BE:54:::.5'))['valueInfos']).toEqual([
      { subType: 'VALUE', code: '80', amount: 12.5 },
      { subType: 'VALUE', code: '81', amount: 0 },
      { subType: 'VALUE', code: '82' },
      { subType: 'VALUE', code: '83' },
      { subType: 'VALUE', code: '54', amount: 0.5 },
    ]);
  });

  it('has conditions, treatments and the first DRG', async () => {
    expect(await institutional('HI*BG:09*BG:C1', 'HI*TC:A01*TC:B02', 'HI*DR:470*DR:471', 'HI*DR:472')).toMatchObject({
      conditions: [
        { subType: 'CONDITION', code: '09' },
        { subType: 'CONDITION', code: 'C1' },
      ],
      treatmentCodes: [
        { subType: 'TREATMENT', code: 'A01' },
        { subType: 'TREATMENT', code: 'B02' },
      ],
      drg: { subType: 'DRG', code: '470' },
    });
  });

  it('has every kind from one segment that mixes them', async () => {
    const claim = await institutional('HI*ABK:A1*DR:470*BBR:P1:D8:20250101*BI:70:RD8:20250101-20250102*BH:11:D8:20250103*BE:80:::1*BG:09*TC:A01*ABF:A2');
    expect(codesOf(claim['diags'])).toEqual(['ICD_10_PRINCIPAL A1', 'ICD_10 A2']);
    expect(Object.keys(claim)).toEqual(
      expect.arrayContaining(['drg', 'procs', 'occurrenceSpans', 'occurrences', 'valueInfos', 'conditions', 'treatmentCodes']),
    );
  });

  it('has the kinds of 4010, by the guide of 4010', async () => {
    const claim = await readClaim(
      [
        CLM,
        'HI*BK:4280:::::::Y*BJ:4281*ZZ:4282*BN:E8889',
        'HI*DR:470',
        'HI*BF:25000',
        'HI*BR:3601:D8:20050101',
        'HI*BQ:3602:D8:20050102',
        'HI*BI:70:RD8:20050101-20050102',
        'HI*BH:11:D8:20050103',
        'HI*BE:80:::3',
        'HI*BG:09',
      ],
      { guide: GUIDE.institutional4010 },
    );
    expect(codesOf(claim['diags'])).toEqual([
      'ICD_9_PRINCIPAL 4280',
      'ICD_9_ADMITTING 4281',
      'ICD_9_REASON_FOR_VISIT 4282',
      'ICD_9_EXTERNAL_CAUSE_OF_INJURY E8889',
      'ICD_9 25000',
    ]);
    expect(claim).toMatchObject({
      drg: { code: '470' },
      procs: [
        { subType: 'ICD_9_PCS_PRINCIPAL', occurrenceDate: '2005-01-01' },
        { subType: 'ICD_9_PCS', occurrenceDate: '2005-01-02' },
      ],
      occurrenceSpans: [{ occurrenceEndDate: '2005-01-02' }],
      occurrences: [{ code: '11' }],
      valueInfos: [{ amount: 3 }],
      conditions: [{ code: '09' }],
    });
  });
});

describe('the diagnosis pointers of a line', () => {
  const DIAGNOSES = ['HI*ABK:A1*ABF:A2*ABF:A3*ABF:A4*ABF:A5*ABF:A6*ABF:A7*ABF:A8*ABF:A9*ABF:A10*ABF:A11*ABF:A12'];

  async function pointed(pointers: string, diagnoses: readonly string[] = DIAGNOSES): Promise<{ pointers: unknown; codes: readonly string[] }> {
    const claim = await professional(...diagnoses, 'LX*1', `SV1*HC:99213*100*UN*1***${pointers}`);
    const line = asRecord(linesOfClaim(claim)[0]);
    return { pointers: line['diagPointers'], codes: codesOf(line['diags']).map((code) => code.split(' ')[1] ?? '') };
  }

  it.each([
    ['1', [1], ['A1']],
    ['2:1', [2, 1], ['A2', 'A1']],
    ['4:3:2:1', [4, 3, 2, 1], ['A4', 'A3', 'A2', 'A1']],
    ['1:1', [1, 1], ['A1', 'A1']],
    ['10:11:12', [10, 11, 12], ['A10', 'A11', 'A12']],
    ['01:09', [1, 9], ['A1', 'A9']],
    ['1::3', [1, 3], ['A1', 'A3']],
    [':2', [2], ['A2']],
    ['1:13:2', [1, 13, 2], ['A1', 'A2']],
    ['0:1', [0, 1], ['A1']],
    ['99', [99], []],
    ['A', undefined, []],
    ['', undefined, []],
    [':::', undefined, []],
    ['1:X:2', [1, 2], ['A1', 'A2']],
  ])('%j are the numbers %j and the codes %j', async (pointers, numbers, codes) => {
    expect(await pointed(pointers)).toEqual({ pointers: numbers, codes });
  });

  it.each(['1', '2', '3', '12'])('count admitting diagnoses, reasons for visits and external causes not: %s', async (pointer) => {
    const mixed = [
      'HI*ABJ:X1',
      'HI*ABN:X2*ABK:A1*APR:X3*ABF:A2',
      'HI*BG:X4',
      'HI*BP:X5',
      'HI*ABF:A3*BN:X6*ABF:A4*ABF:A5*ABF:A6*ABF:A7*ABF:A8',
      'HI*ABF:A9*ABF:A10*ABF:A11*ABF:A12',
    ];
    expect((await pointed(pointer, mixed)).codes).toEqual([`A${pointer}`]);
  });

  it('are those of each line', async () => {
    const claim = await professional(...DIAGNOSES, 'LX*1', 'SV1*HC:1*1*UN*1***1', 'LX*2', 'SV1*HC:2*1*UN*1', 'LX*3', 'SV1*HC:3*1*UN*1***2:3');
    expect(linesOfClaim(claim).map(({ diagPointers }) => diagPointers)).toEqual([[1], undefined, [2, 3]]);
    expect(linesOfClaim(claim).map(({ diags }) => codesOf(diags))).toEqual([['ICD_10_PRINCIPAL A1'], [], ['ICD_10 A2', 'ICD_10 A3']]);
  });

  it('are those of SV311 on dental lines', async () => {
    const claim = await readClaim([CLM, 'HI*ABK:K021*ABF:K029*TQ:K1', 'LX*1', 'SV3*AD:D2391*50****1*****3:1'], { guide: GUIDE.dental });
    expect(linesOfClaim(claim)[0]).toMatchObject({
      diagPointers: [3, 1],
      diags: [
        { subType: 'SNODENT', code: 'K1' },
        { subType: 'ICD_10_PRINCIPAL', code: 'K021' },
      ],
    });
  });

  it('never lead to another code than their number says: a pointer with something beside its digits', async () => {
    for (const pointer of ['2 ', ' 2', '+2', '2.', '1,', '1-', '1/', '1+', '1.', '-1', '.1', '002', '2.0']) {
      const { pointers, codes } = await pointed(pointer);
      expect({
        pointer,
        codes: codes.filter((code) => pointers === undefined || !Array.isArray(pointers) || !pointers.some((number) => code === `A${number}`)),
      }).toEqual({ pointer, codes: [] });
    }
  });

  it('never lead to a code where they are letters, however many diagnoses there are', async () => {
    const many = Array.from(
      { length: 4 },
      (_, i) => `HI*${Array.from({ length: 12 }, (_, j) => `${i + j === 0 ? 'ABK' : 'ABF'}:A${i * 12 + j + 1}`).join('*')}`,
    );
    for (const pointer of ['A', 'B', 'Z', 'a', ';', '1A', '/A']) expect(await pointed(pointer, many)).toEqual({ pointers: undefined, codes: [] });
  });

  it('have the same codes where their number is written with more digits', async () => {
    expect(await pointed('002')).toEqual({ pointers: [2], codes: ['A2'] });
  });
});
