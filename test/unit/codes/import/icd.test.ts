import { codeFile, codesOf, messageOf, releaseOf, rowsOf } from './import-files';
import { ICD_ADDENDA, ICD_ORDER, orderLine, PCS_ADDENDA, PCS_ORDER, SAMPLES } from './samples';

const order = (content: string) => codeFile('Code Descriptions/icd10cm_order_2026.txt', content);

describe('ICD-10 order files', () => {
  it('give codes and headers, with formatted code and with short descriptions that differ', async () => {
    expect(await codesOf([order(ICD_ORDER)])).toEqual([
      {
        type: 'DIAGNOSIS',
        subType: 'ICD_10_HEADER',
        code: 'Q00',
        formattedCode: 'Q00',
        desc: 'Invented troubles of the sample',
        shortDesc: 'Invented troubles',
      },
      { type: 'DIAGNOSIS', subType: 'ICD_10', code: 'Q000', formattedCode: 'Q00.0', desc: 'Invented trouble of the left sample' },
      {
        type: 'DIAGNOSIS',
        subType: 'ICD_10',
        code: 'Q001XXA',
        formattedCode: 'Q00.1XXA',
        desc: 'Invented trouble, initial encounter',
        shortDesc: 'Inv trouble, init',
      },
    ]);
  });

  it('are valid for the fiscal year, those of April for what is left of it', () => {
    expect(releaseOf([order(ICD_ORDER)])).toMatchObject({ period: { from: '2025-10-01', to: '2026-09-30' }, replacesEdits: false });
    expect(releaseOf([order(ICD_ORDER)], { release: '2026-04' }).period).toEqual({ from: '2026-04-01', to: '2026-09-30' });
  });

  it('have starts and ends from the addenda beside them', async () => {
    const rows = await codesOf([order(ICD_ORDER), codeFile('Code Descriptions/icd10cm_order_addenda_2026.txt', ICD_ADDENDA)]);
    expect(rows.slice(3).map(({ subType, code, desc, startDate, endDate }) => [subType, code, desc, startDate ?? endDate])).toEqual([
      ['ICD_10', 'Q001XXA', 'Invented trouble, initial encounter', '2025-10-01'],
      ['ICD_10', 'Q00', 'Invented troubles of old', '2025-09-30'],
      ['ICD_10_HEADER', 'Q00', 'Invented troubles of the sample', '2025-10-01'],
    ]);
    expect(rows[4]).toHaveProperty('endDate');
    expect(rows[3]).toHaveProperty('startDate');
  });

  it('leave the addenda of another year and of codes files alone', () => {
    const others = ['icd10cm_order_addenda_2025.txt', 'Code Descriptions/icd10cm_order_addenda_2025.txt', 'icd10cm_codes_addenda_2026.txt'];
    const files = [order(ICD_ORDER), ...others.map((name) => codeFile(name, ICD_ADDENDA))];
    expect(releaseOf(files).files).toHaveLength(1);
  });

  it('of procedures have no headers, no dots and addenda without flags', async () => {
    const files = [codeFile('icd10pcs_order_2026.txt', PCS_ORDER), codeFile('order_addenda_2026.txt', PCS_ADDENDA)];
    const code = { type: 'PROCEDURE', subType: 'ICD_10_PCS', code: '0ZZ0000', desc: 'Mending of Sample, Open Approach' };
    expect(releaseOf(files).set).toBe('ICD-10-PCS');
    expect(await codesOf(files)).toEqual([
      code,
      { ...code, startDate: '2025-10-01' },
      { ...code, code: '0ZZ0ZZZ', desc: 'Mending of Sample, Percutaneous', shortDesc: 'Mending of Samp, Perc', endDate: '2025-09-30' },
    ]);
  });

  it.each([
    ['a line that is too short', `${ICD_ORDER}00004 Q002    1 Cut\r\n`, 'icd10cm_order_2026.txt, line 4: has 19 characters, expected 78 or more'],
    ['a broken first line', `0001 ${ICD_ORDER}`, 'icd10cm_order_2026.txt, line 1: is no order line'],
    ['an unknown flag', `${ICD_ORDER}\r\n${orderLine(4, 'Q002', 1, 'a', 'b').replace(' 1 ', ' 2 ')}\r\n`, 'icd10cm_order_2026.txt, line 5: is no order line'],
    ['an absent long description', `${ICD_ORDER}${orderLine(4, 'Q002', 1, 'a', '   ')}\r\n`, 'icd10cm_order_2026.txt, line 4: '],
  ])('are refused for %s', async (_what, content, message) => {
    expect(await messageOf(() => rowsOf([order(content)]))).toContain(message);
  });

  it.each([
    ['a word that is none of theirs', ICD_ADDENDA.replace('Delete:', 'Remove:'), 'line 2: is no change'],
    ['a change below the counts', `${ICD_ADDENDA}${ICD_ADDENDA}`, 'line 11: is no change'],
    ['an absent description', ICD_ADDENDA.replace('Invented troubles of old', ''), 'line 2: has no description'],
  ])('are refused for addenda with %s', async (_what, content, message) => {
    expect(await messageOf(() => rowsOf([order(ICD_ORDER), codeFile('Code Descriptions/icd10cm_order_addenda_2026.txt', content)]))).toContain(message);
  });

  it('must tell their year', async () => {
    const files = [codeFile('icd10cm_order.txt', ICD_ORDER)];
    expect(await messageOf(async () => releaseOf(files))).toContain('icd10cm_order.txt: does not name its fiscal year');
    expect(releaseOf(files, { release: '2026' }).period?.from).toBe('2025-10-01');
  });
});

describe('ICD-10 codes files', () => {
  const [codes] = SAMPLES['icd-codes']?.() ?? [];
  const files = codes === undefined ? [] : [codes];

  it('give valid codes, without a period since headers are not there', async () => {
    expect(releaseOf(files).period).toBeUndefined();
    expect(await codesOf([...files, codeFile('icd10cm_codes_addenda_2026.txt', 'Delete:      Q009    Invented trouble of old\r\n')])).toEqual([
      { type: 'DIAGNOSIS', subType: 'ICD_10', code: 'Q000', formattedCode: 'Q00.0', desc: 'Invented trouble' },
      { type: 'DIAGNOSIS', subType: 'ICD_10', code: 'Q001XXA', formattedCode: 'Q00.1XXA', desc: 'Invented trouble, initial encounter' },
      { type: 'DIAGNOSIS', subType: 'ICD_10', code: 'Q009', formattedCode: 'Q00.9', desc: 'Invented trouble of old', endDate: '2025-09-30' },
    ]);
  });

  it('of procedures are told apart by the shape of their codes', async () => {
    const [code] = await codesOf([codeFile('icd10pcs_codes_2026.txt', '0016070 Invented mending\r\n')]);
    expect(code).toEqual({ type: 'PROCEDURE', subType: 'ICD_10_PCS', code: '0016070', desc: 'Invented mending' });
  });

  it('are passed over beside the order file, which says more', () => {
    expect(releaseOf([...files, order(ICD_ORDER)]).source).toBe('CMS ICD-10-CM order file');
  });

  it('are refused for a line without a description', async () => {
    const content = 'Q000    One\nQ001    Two\nQ002    Three\nQ003\n';
    expect(await messageOf(() => rowsOf([codeFile('icd10cm_codes_2026.txt', content)]))).toContain('line 4: is no line of a codes file');
  });
});

describe('ICD-9-CM descriptions', () => {
  it('give long and short descriptions in parts, all ended, with the dot of their kind', async () => {
    const files = [
      codeFile('CMS32_DESC_LONG_DX.txt', Buffer.from('0010  Invented M\u00e9ni\u00e8re\nE0001 Invented cause\nV01   Invented contact\n', 'latin1')),
      codeFile('CMS32_DESC_SHORT_DX.txt', '0010  Inv men\n'),
      codeFile('CMS32_DESC_LONG_SG.txt', '0001 Invented mending\n'),
    ];
    const ended = { endDate: '2015-09-30' };
    expect(await codesOf(files)).toEqual([
      { type: 'DIAGNOSIS', subType: 'ICD_9', code: '0010', formattedCode: '001.0', desc: 'Invented Ménière', ...ended },
      { type: 'DIAGNOSIS', subType: 'ICD_9', code: 'E0001', formattedCode: 'E000.1', desc: 'Invented cause', ...ended },
      { type: 'DIAGNOSIS', subType: 'ICD_9', code: 'V01', formattedCode: 'V01', desc: 'Invented contact', ...ended },
      { type: 'DIAGNOSIS', subType: 'ICD_9', code: '0010', formattedCode: '001.0', shortDesc: 'Inv men', ...ended },
      { type: 'PROCEDURE', subType: 'ICD_9_PCS', code: '0001', formattedCode: '00.01', desc: 'Invented mending', ...ended },
    ]);
  });

  it('are refused for a line without a code', async () => {
    expect(await messageOf(() => rowsOf([codeFile('CMS32_DESC_LONG_DX.txt', '0010  One\n\n  Two\n')]))).toContain('CMS32_DESC_LONG_DX.txt, line 3: is no line');
  });
});
