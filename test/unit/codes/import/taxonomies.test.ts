import { categoriesOf, codeFile, codesOf, messageOf, releaseOf, rowsOf } from './import-files';
import { FSH, NUCC, POS_PAGE, POS_XML, RBCS } from './samples';

describe('NUCC', () => {
  const files = (content: string | Buffer) => [codeFile('nucc_taxonomy_240.csv', content)];
  const taxonomy = { type: 'PROVIDER_TAXONOMY', subType: 'PROVIDER_TAXONOMY' };

  it('reads names, definitions, dates in notes and the three levels', async () => {
    const rows = await rowsOf(files(NUCC));
    expect(rows.flatMap((row) => (row.kind === 'code' ? [row.code] : []))).toEqual([
      { ...taxonomy, code: '101Z00000X', desc: 'Invented Group', fullDesc: 'Two words, and more.', startDate: '2003-07-01' },
      { ...taxonomy, code: '101ZA0000X', desc: 'Very Invented', startDate: '2007-01-01', endDate: '2023-03-31' },
      { ...taxonomy, code: '102ZA0000X', desc: 'Other Group', endDate: '2006-12-31' },
    ]);
    expect(categoriesOf(rows, '101ZA0000X')).toEqual(['GROUPING 10 Group', 'CLASSIFICATION 101Z Invented', 'SPECIALIZATION 101ZA0000X Very']);
    expect(categoriesOf(rows, '101Z00000X')).toHaveLength(2);
    expect(releaseOf(files(NUCC))).toMatchObject({ release: '24.0', period: { from: '2024-04-01', to: '2024-09-30' }, replacesEdits: true });
  });

  it('reads older files without display names, with UTF-8 and Windows-1252 side by side', async () => {
    const text = 'Code,Grouping,Classification,Specialization,Definition,Notes\n101ZA0000X,Group,Invented,Very,a’s ';
    const content = Buffer.concat([Buffer.from(text), Buffer.from([0x93, 0x71, 0x94]), Buffer.from(',\nCopyright of the AMA,,,,,\n')]);
    expect(await codesOf(files(content))).toEqual([{ ...taxonomy, code: '101ZA0000X', desc: 'Invented - Very', fullDesc: 'a’s “q”' }]);
  });

  it('refuses a code that is none', async () => {
    expect(await messageOf(() => rowsOf(files(NUCC.replace('102ZA0000X', '102ZA0000'))))).toContain(
      'nucc_taxonomy_240.csv, line 5: "102ZA0000" is no taxonomy code',
    );
  });
});

describe('place of service', () => {
  const place = { type: 'FACILITY_TYPE', subType: 'PLACE_OF_SERVICE' };

  it('reads the CodeSystem in XML; what changed later is no start', async () => {
    expect(await codesOf([codeFile('pos.xml', POS_XML)])).toEqual([
      {
        ...place,
        code: '01',
        desc: "Invented's Pharmacy",
        fullDesc: 'Sells. (Effective October 1, 2003) (Revised, effective October 1, 2005)',
        startDate: '2003-10-01',
      },
      { ...place, code: '22', desc: 'Campus', fullDesc: 'Near. (Description change effective January 1, 2016)' },
    ]);
  });

  it('reads the web page and leaves unassigned numbers out', async () => {
    expect(await codesOf([codeFile('pos.html', POS_PAGE)])).toEqual([
      { ...place, code: '01', desc: 'Invented Pharmacy & Co', fullDesc: 'Sells. (Effective October 1, 2003)', startDate: '2003-10-01' },
      { ...place, code: '31', desc: 'Patient’s Home', fullDesc: 'At home.' },
    ]);
  });

  it.each([
    ['XML that breaks off', codeFile('pos.xml', POS_XML.slice(0, -20)), 'pos.xml, line 10: is no well-formed XML'],
    ['a code that is none', codeFile('pos.xml', POS_XML.replace('"22"', '"222"')), 'pos.xml, line 10: "222" is no place of service'],
    ['a page without the table', codeFile('pos.html', POS_PAGE.replaceAll('<tr', '<p')), 'pos.html: has no table of places of service'],
    ['a row without a name', codeFile('pos.html', POS_PAGE.replace('Patient&#8217;s Home', '')), 'pos.html, line 8: the place of service 31 has no name'],
  ])('refuses %s', async (_what, file, message) => {
    expect(await messageOf(() => rowsOf([file]))).toContain(message);
  });
});

describe('RBCS', () => {
  const files = (content: string) => [codeFile('RBCS_RY_2025.csv', content)];

  it('gives the taxonomy once and the latest assignment of each procedure', async () => {
    const rows = await rowsOf(files(RBCS));
    expect(rows.flatMap((row) => (row.kind === 'code' ? [`${row.code.subType} ${row.code.code} ${String(row.code.desc)}`] : []))).toEqual([
      'RBCS_CATEGORY O Other',
      'RBCS_SUB_CATEGORY OA Rides',
      'RBCS_FAMILY OA002N Invented Rides',
      'RBCS_CATEGORY D Things',
      'RBCS_SUB_CATEGORY DB Invented Beds',
      'RBCS_FAMILY DB000N No RBCS Family',
    ]);
    expect(categoriesOf(rows, 'Z0001')).toEqual(['RBCS_CATEGORY D Things', 'RBCS_SUB_CATEGORY DB Invented Beds']);
    expect(rows.at(-1)).toEqual({
      kind: 'category',
      of: { type: 'PROCEDURE', code: 'Z0002' },
      category: { type: 'RBCS_TAXONOMY', subType: 'RBCS_SUB_CATEGORY', code: 'OA', desc: 'Rides' },
    });
  });

  it('takes the assignment of the latest date where none is marked', async () => {
    const [header = '', ...rows] = RBCS.split('\r\n').map((line) => line.replace(/,(RBCS_Latest_Assignment|[01])(,[^,]*)$/, '$2'));
    for (const inOrder of [rows, rows.toReversed()]) {
      const found = await rowsOf(files([header, ...inOrder].join('\n')));
      expect(categoriesOf(found, 'Z0001')).toEqual(['RBCS_CATEGORY O Other', 'RBCS_SUB_CATEGORY OA Rides']);
    }
  });

  it.each([
    ['a family that is none', RBCS.replace('DB000N', 'DB00N'), 'RBCS_RY_2025.csv, line 3: "DB00N" is no RBCS_FAMILY'],
    ['a procedure that is none', RBCS.replace('Z0002', 'Z2'), 'RBCS_RY_2025.csv, line 4: "Z2" is no procedure'],
  ])('refuses %s', async (_what, content, message) => {
    expect(await messageOf(() => rowsOf(files(content)))).toContain(message);
  });
});

describe('FHIR Shorthand', () => {
  it('reads concepts and leaves reserved numbers out', async () => {
    const codes = await codesOf([codeFile('a.fsh', FSH)]);
    expect(codes).toEqual([
      { type: 'UB04_REVENUE_CODE', subType: 'REVENUE_CODE', code: '0001', desc: 'TOTAL "CHARGE"' },
      { type: 'UB04_REVENUE_CODE', subType: 'REVENUE_CODE', code: '0003', desc: 'ROOM - WARD' },
    ]);
  });

  it('refuses a line that is neither concept nor declaration', async () => {
    expect(await messageOf(() => rowsOf([codeFile('a.fsh', FSH.replace('* #0003', '#0003'))]))).toContain('a.fsh, line 7: is no concept');
  });

  it('refuses a concept without its text, and code systems that are not ours', async () => {
    expect(await messageOf(() => rowsOf([codeFile('a.fsh', `${FSH}* #0004\n`)]))).toContain('a.fsh, line 8: is no concept');
    expect(await messageOf(() => rowsOf([codeFile('a.fsh', FSH.replace('CLM_REV_CNTR_CD', 'OTHER'))]))).toContain('No file is in a format that is known');
  });
});
