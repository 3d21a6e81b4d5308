import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CodeDescriber } from '../../../src/codes/code-describer';
import { lazyDirectory } from '../../../src/codes/lazy-directory';
import type { CodeDescription, CodeValidity } from '../../../src/mapping/code-list';
import { describeDatabases, diagnosis, drug, hcpcs, importRecords } from '../../support/code-databases';

/** Codes of lists as a conversion asks for them. */
const asked = (codes: Readonly<Record<string, readonly string[]>>): Map<string, Set<string>> =>
  new Map(Object.entries(codes).map(([list, some]) => [list, new Set(some)]));

const MANY = Array.from({ length: 900 }, (_, i) => hcpcs(`Q${1_000 + i}`, `Procedure ${i}`));

describeDatabases('the describer', (store) => {
  beforeAll(async () => {
    await importRecords(store(), [
      ...MANY,
      diagnosis('E119', 'Type 2 diabetes'),
      diagnosis('E11', 'Diabetes, header', { subType: 'ICD_10_HEADER' }),
      diagnosis('B880', 'Header now', { subType: 'ICD_10_HEADER' }),
      diagnosis('B880', 'Code', { endDate: '2025-09-30' }),
      diagnosis('25000', 'Diabetes in 2015', { subType: 'ICD_9' }),
      hcpcs('0SRD0J9', 'Knee replacement', { subType: 'ICD_10_PCS' }),
      hcpcs('99213', 'Own words', { subType: 'CPT' }),
      hcpcs('Z1', 'Ended', { subType: 'HCPCS', endDate: '2020-12-31' }),
      hcpcs('Z1', 'Active in another list', { subType: 'CPT' }),
      { type: 'MODIFIER', subType: 'CPT_MODIFIER', code: '25', desc: 'Separate service' },
      { type: 'MODIFIER', subType: 'HCPCS_MODIFIER', code: 'RT', desc: 'Right side' },
      { type: 'CLAIM_ADJUSTMENT_REASON_CODE', subType: 'CARC', code: '45', desc: 'Over the fee schedule' },
      { type: 'REMITTANCE_ADVICE_REMARK_CODE', subType: 'RARC', code: 'N130', desc: 'See the plan' },
      { type: 'REMITTANCE_ADVICE_REMARK_CODE', subType: 'RARC', code: '45', desc: 'Not the reason' },
      { type: 'DRG', subType: 'DRG', code: '470', desc: 'Joint replacement' },
      { type: 'UB04_CONDITION_CODE', subType: 'CONDITION', code: '01', desc: 'Military', fullDesc: 'Report when military.' },
      { type: 'UB04_VALUE_CODE', subType: 'VALUE', code: '01', desc: 'Rate', fullDesc: 'Report the rate.' },
      drug('0002-1434-81', 'Trulicity pen'),
      drug('50242-040', 'Xolair'),
      drug('12345-6789', 'Wrong drug'),
    ]);
  });

  const describeAll = async (
    codes: Readonly<Record<string, readonly string[]>>,
  ): Promise<Readonly<Record<string, Readonly<Record<string, CodeDescription>>>>> => {
    const failures: unknown[] = [];
    const found = await new CodeDescriber(
      async () => store(),
      (cause) => failures.push(cause),
    ).describe(asked(codes));
    expect(failures).toEqual([]);
    const shown = (described: ReadonlyMap<string, CodeDescription>) =>
      Object.fromEntries([...described].map(([code, { validity: _validity, ...description }]) => [code, description]));
    return Object.fromEntries([...found].map(([list, described]) => [list, shown(described)]));
  };

  const validityOf = async (list: string, code: string): Promise<CodeValidity | undefined> => {
    const found = await new CodeDescriber(
      async () => store(),
      () => undefined,
    ).describe(asked({ [list]: [code] }));
    return found.get(list)?.get(code)?.validity;
  };

  it('says whether a list that is loaded has a code, and when it was valid', async () => {
    expect(await validityOf('CARC', '45')).toEqual({ isKnown: true });
    expect(await validityOf('CARC', 'XX')).toEqual({ isKnown: false });
    expect(await validityOf('ICD_10', 'B880')).toEqual({ isKnown: true, to: 20250930 });
  });

  it('says nothing of the codes of a list that is not loaded', async () => {
    expect(await validityOf('PROVIDER_TAXONOMY', '207Q00000X')).toBeUndefined();
  });
  const descOf = async (list: string, code: string): Promise<string | undefined> => (await describeAll({ [list]: [code] }))[list]?.[code]?.desc;

  it('describes codes of several lists at once, and says so of unknown ones', async () => {
    expect(await describeAll({ CARC: ['45', 'XX'], CONDITION: ['01'], VALUE: ['01'], NOTHING: ['01'] })).toEqual({
      CARC: { '45': { desc: 'Over the fee schedule' }, XX: {} },
      CONDITION: { '01': { desc: 'Military', instructionDesc: 'Report when military.' } },
      VALUE: { '01': { desc: 'Rate' } },
      NOTHING: { '01': {} },
    });
  });

  it.each([
    ['ICD_10', 'E119', 'Type 2 diabetes'],
    ['ICD_10_PRINCIPAL', 'E119', 'Type 2 diabetes'],
    ['ICD_10_ADMITTING', 'E119', 'Type 2 diabetes'],
    ['ICD_10_REASON_FOR_VISIT', 'E119', 'Type 2 diabetes'],
    ['ICD_10_EXTERNAL_CAUSE_OF_INJURY', 'E119', 'Type 2 diabetes'],
    ['ICD_10', 'E11', 'Diabetes, header'],
    ['ICD_10', 'e11.9', 'Type 2 diabetes'],
    ['ICD_9', '25000', 'Diabetes in 2015'],
    ['ICD_9_PRINCIPAL', '25000', 'Diabetes in 2015'],
    ['ICD_10_PCS', '0SRD0J9', 'Knee replacement'],
    ['ICD_10_PCS_PRINCIPAL', '0SRD0J9', 'Knee replacement'],
    ['HCPCS_PRINCIPAL', 'Q1000', 'Procedure 0'],
    ['HCPCS_PRINCIPAL', '99213', 'Own words'],
    ['HCPCS_MODIFIER', '25', 'Separate service'],
    ['HCPCS_MODIFIER', 'RT', 'Right side'],
    ['CARC_RARC', 'N130', 'See the plan'],
    ['DRG', '470', 'Joint replacement'],
  ])('knows under which lists the codes of %s are kept: %s', async (list, code, desc) => {
    expect(await descOf(list, code)).toBe(desc);
  });

  it.each([
    ['CARC', 'N130'],
    ['CPT', 'Q1000'],
    ['HCPCS', '99213'],
    ['ICD_9', 'E119'],
    ['ICD_10_PCS', 'E119'],
  ])('takes no code of another list: %s %s', async (list, code) => {
    expect(await descOf(list, code)).toBeUndefined();
  });

  it('takes the first of several lists, and the code even where it has ended', async () => {
    expect(await descOf('CARC_RARC', '45')).toBe('Over the fee schedule');
    expect(await descOf('ICD_10', 'B880')).toBe('Code');
    expect(await descOf('HCPCS_PRINCIPAL', 'Z1')).toBe('Ended');
  });

  it('describes more codes than one statement takes', async () => {
    const { HCPCS } = await describeAll({ HCPCS: [...MANY.map(({ code }) => code), 'Q9999'] });
    expect(HCPCS?.['Q1899']).toEqual({ desc: 'Procedure 899' });
    expect(Object.values(HCPCS ?? {}).filter(({ desc }) => desc !== undefined)).toHaveLength(900);
    expect(HCPCS?.['Q9999']).toEqual({});
  });

  it('writes an NDC with the hyphens of its package, or of its product', async () => {
    expect(await describeAll({ NDC: ['00002143481', '0002-1434-81', '50242004099', '99999999999'] })).toEqual({
      NDC: {
        '00002143481': { desc: 'Trulicity pen', formattedCode: '0002-1434-81' },
        '0002-1434-81': { desc: 'Trulicity pen', formattedCode: '0002-1434-81' },
        '50242004099': { desc: 'Xolair', formattedCode: '50242-040-99' },
        '99999999999': {},
      },
    });
  });

  // 12345-678-91 is no package of 12345-6789: ten digits do not tell where the product ends.
  it('describes ten digits by no product, because they do not tell where it ends', async () => {
    expect(await describeAll({ NDC: ['1234567891'] })).toEqual({ NDC: { '1234567891': {} } });
  });

  it.each(['', '-', "' OR 1=1 --", '%', '\0', 'x'.repeat(48)])('bears any code: %j', async (code) => {
    expect(await descOf('CARC', code)).toBeUndefined();
  });

  it('describes by shape, and tells why, when the database cannot be asked', async () => {
    const failures: unknown[] = [];
    const failure = new Error('no database');
    const describer = new CodeDescriber(
      async () => {
        throw failure;
      },
      (cause) => failures.push(cause),
    );
    expect(await describer.describe(asked({ ICD_10: ['E119'], CARC: ['45'] }))).toEqual(
      new Map([
        ['ICD_10', new Map([['E119', { formattedCode: 'E11.9' }]])],
        ['CARC', new Map([['45', {}]])],
      ]),
    );
    expect(failures).toEqual([failure]);
  });

  it('describes by shape, and tells why, when the database fails while it is asked', async () => {
    const { database } = store();
    await database.query('ALTER TABLE code RENAME TO hidden');
    try {
      const failures: unknown[] = [];
      const describer = new CodeDescriber(
        async () => store(),
        (cause) => failures.push(cause),
      );
      expect((await describer.describe(asked({ ICD_10: ['E119'] }))).get('ICD_10')?.get('E119')).toEqual({ formattedCode: 'E11.9' });
      expect(failures).toHaveLength(1);
    } finally {
      await database.query('ALTER TABLE hidden RENAME TO code');
    }
    expect(await descOf('ICD_10', 'E119')).toBe('Type 2 diabetes');
  });
});

describe('the directory of short-lived programs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-lazy-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('opens the database when the first code is asked for, and closes it', async () => {
    const failures: unknown[] = [];
    const directory = lazyDirectory({ CLEARLOOP_DATA_DIR: folder }, (cause) => failures.push(cause));
    const [first, second] = await Promise.all([directory.describe(asked({ CARC: ['45'] })), directory.describe(asked({ CARC: ['1'] }))]);
    expect([first.get('CARC')?.get('45')?.desc, second.get('CARC')?.get('1')?.desc]).toEqual([expect.any(String), expect.any(String)]);
    await directory.close();
    expect(failures).toEqual([]);
  });

  it('closes without a database that was never opened', async () => {
    await expect(lazyDirectory({ CLEARLOOP_DATA_DIR: '/dev/null/nothing' }, () => undefined).close()).resolves.toBeUndefined();
  });

  it('tells once that there are no descriptions, and goes on by shape', async () => {
    const failures: unknown[] = [];
    const directory = lazyDirectory({ CLEARLOOP_DATA_DIR: '/dev/null/nothing' }, (cause) => failures.push(cause));
    for (let i = 0; i < 3; i++) expect((await directory.describe(asked({ ICD_10: ['E119'] }))).get('ICD_10')?.get('E119')).toEqual({ formattedCode: 'E11.9' });
    await directory.close();
    expect(failures).toEqual([expect.objectContaining({ code: 'EDI_CODES_UNAVAILABLE' })]);
  });
});
