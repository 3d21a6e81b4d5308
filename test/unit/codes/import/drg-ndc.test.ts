import { categoriesOf, codeFile, codesOf, messageOf, releaseOf, rowsOf } from './import-files';
import { APPENDIX_A, APPENDIX_A_CSV, NDC_PACKAGE, NDC_PRODUCT, TABLE_5 } from './samples';

const table5 = (content: string) => [codeFile('CMS-1833-F Table 5.txt', content)];

describe('MS-DRG', () => {
  it('reads Table 5 with its title of two lines and notes below', async () => {
    const rows = await rowsOf(table5(TABLE_5));
    expect(rows.flatMap((row) => (row.kind === 'code' ? [row.code] : []))).toEqual([
      { type: 'DRG', subType: 'DRG', code: '001', desc: 'INVENTED TRANSPLANT' },
      { type: 'DRG', subType: 'DRG', code: '871', desc: 'INVENTED FEVER' },
      { type: 'DRG', subType: 'DRG', code: '999', desc: 'UNGROUPABLE' },
    ]);
    expect(categoriesOf(rows, '001')).toEqual(['MDC PRE Pre-MDC', 'MS_DRG_TYPE SURG Surgical']);
    expect(categoriesOf(rows, '871')).toEqual(['MDC 18 Infectious and Parasitic Diseases', 'MS_DRG_TYPE MED Medical']);
    expect(categoriesOf(rows, '999')).toEqual([]);
    expect(releaseOf(table5(TABLE_5))).toMatchObject({ release: '43.0', period: { from: '2025-10-01', to: '2026-09-30' }, replacesEdits: true });
  });

  it('reads Table 5 in Windows-1252', async () => {
    const content = Buffer.from(TABLE_5.replaceAll('—', '\u0097'), 'latin1');
    expect(await codesOf([codeFile('Table 5.txt', content)])).toHaveLength(3);
  });

  it('reads Appendix A below its preamble', async () => {
    const rows = await rowsOf([codeFile('appendix_A.txt', APPENDIX_A)]);
    expect(rows.flatMap((row) => (row.kind === 'code' ? [`${row.code.code} ${String(row.code.desc)}`] : []))).toEqual([
      '001 INVENTED TRANSPLANT',
      '020 INVENTED HEADACHE',
      '999 UNGROUPABLE',
    ]);
    expect(categoriesOf(rows, '001')).toEqual(['MS_DRG_TYPE SURG Surgical']);
    expect(categoriesOf(rows, '020')).toEqual(['MDC 01 Diseases and Disorders of the Nervous System', 'MS_DRG_TYPE MED Medical']);
  });

  it('reads Appendix A as CSV, with the version from its name', async () => {
    const files = [codeFile('msdrg_v41_1_appendix_A.csv', APPENDIX_A_CSV)];
    expect(releaseOf(files)).toMatchObject({ set: 'MS-DRG', release: '41.1', period: { from: '2024-04-01', to: '2024-09-30' } });
    expect((await codesOf([codeFile('msdrg_v41.csv', APPENDIX_A_CSV.replace('001,', '1,'))]))[0]?.code).toBe('001');
    expect((await codesOf(files)).map(({ desc }) => desc)).toEqual(['INVENTED TRANSPLANT', 'INVENTED HEADACHE, STRONG']);
  });

  it.each([
    ['a category that is none', table5(TABLE_5.replace('\t18\t', '\t77\t')), 'line 5: "77" is no major diagnostic category'],
    ['a kind that is none', table5(TABLE_5.replace('\tMED\t', '\tBOTH\t')), 'line 5: "BOTH" is neither medical nor surgical'],
    ['a number that is none', table5(TABLE_5.replace('871\t', '8715\t')), 'line 5: "8715" is no MS-DRG'],
    ['a cut row', [codeFile('appendix_A.txt', `${APPENDIX_A}998 2`)], 'appendix_A.txt, line 11: is no row of Appendix A'],
  ])('refuses %s', async (_what, files, message) => {
    expect(await messageOf(() => rowsOf(files))).toContain(message);
  });
});

describe('NDC', () => {
  const product = (content = NDC_PRODUCT) => codeFile('a/product.txt', content);
  const packages = (content = NDC_PACKAGE) => codeFile('a/package.txt', content);
  const drug = { type: 'DRUG', subType: 'NDC' };

  it('joins packages with their products', async () => {
    expect(await codesOf([packages(), product()])).toEqual([
      { ...drug, code: '0001-0001', desc: 'Inventol Forte (Inventamine "x")', startDate: '2012-06-01', endDate: '2018-09-10' },
      { ...drug, code: '0001-0002', desc: 'Water', startDate: '1950-12-31' },
      {
        ...drug,
        code: '0001-0001-10',
        desc: 'Inventol Forte (Inventamine "x")',
        fullDesc: '1 VIAL in 1 CAN (0001-0001-10) > 10 mL in 1 VIAL',
        startDate: '2012-06-01',
      },
      { ...drug, code: '0001-0002-02', desc: 'Water', fullDesc: '1 BOTTLE (02)' },
    ]);
  });

  it('reads packages alone and columns by their titles', async () => {
    const content = 'PRODUCTNDC\tPACKAGEDESCRIPTION\tNDCPACKAGECODE\n0001-0001\t1 VIAL\t0001-0001-10\n';
    expect(await codesOf([packages(content)])).toEqual([{ ...drug, code: '0001-0001-10', desc: '1 VIAL', fullDesc: '1 VIAL' }]);
  });

  it('keeps finished and unfinished drugs apart and leaves copies under the name of a workbook out', () => {
    const unfinished = 'PRODUCTNDC\tNONPROPRIETARYNAME\n0001-0009\tInventine\n';
    const files = [product(), codeFile('a/product.xls', NDC_PRODUCT), codeFile('b/unfinished_product.txt', unfinished), codeFile('b/product.txt', NDC_PRODUCT)];
    expect(releaseOf([files[0], files[1]].flatMap((file) => file ?? [])).files).toHaveLength(1);
    expect(() => releaseOf(files)).toThrow('Found 3 releases');
  });

  it.each([
    ['a product code that is none', [product(NDC_PRODUCT.replace('\t0001-0002\t', '\t00010002\t'))], 'product.txt, line 3: "00010002" is no product code'],
    [
      'a package code that is none',
      [packages(NDC_PACKAGE.replace('\t0001-0001-10\t', '\t0001-000110\t'))],
      'package.txt, line 2: "0001-000110" is no package code',
    ],
    ['a product without a name', [product(NDC_PRODUCT.replace('Water', ''))], 'product.txt, line 3: the product 0001-0002 has no name'],
    ['a bad date', [packages(NDC_PACKAGE.replace('20120601', '20120631'))], 'package.txt, line 2: "20120631" is no date'],
  ])('refuses %s', async (_what, files, message) => {
    expect(await messageOf(() => rowsOf(files))).toContain(message);
  });
});
