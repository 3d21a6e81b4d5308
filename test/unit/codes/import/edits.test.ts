import { codeFile, codesOf, messageOf, releaseOf, rowsOf } from './import-files';
import { AGE_LIMITS, MUE, PLAIN_CSV, PTP } from './samples';

describe('NCCI medically unlikely edits', () => {
  it('are read below the notice, for the claims that the header names', async () => {
    expect(await rowsOf([codeFile('MCR_MUE_Eff_04-01-2024.csv', MUE)])).toEqual([
      { kind: 'unit limit', of: { type: 'PROCEDURE', code: 'Z0001' }, claimType: 'HOSPITAL', maxUnits: 2, rationale: 'CMS Policy' },
      { kind: 'unit limit', of: { type: 'PROCEDURE', code: 'Z0002' }, claimType: 'HOSPITAL', maxUnits: 0, rationale: 'Nature, of Service' },
    ]);
  });

  it.each([
    ['Practitioner Services', 'NCCI-MUE-PRACTITIONER'],
    ['DME Supplier Services', 'NCCI-MUE-DME-SUPPLIER'],
    ['Outpatient Hospital Services', 'NCCI-MUE-HOSPITAL'],
  ])('of %s are a set', (words, set) => {
    const release = releaseOf([codeFile('MCR_MUE_Eff_04-01-2024.csv', MUE.replace('Outpatient Hospital Services', words))]);
    expect(release).toMatchObject({ set, release: '2024-04', replacesEdits: true });
  });

  it.each([
    ['a number that is none', MUE.replace('Z0001,2,', 'Z0001,two,'), 'mue.csv, line 5: "two" is no number of units'],
    ['a code that is none', MUE.replace('Z0002,', 'Z002,'), 'mue.csv, line 6: "Z002" is no procedure code'],
    ['claims that nothing names', MUE.replace('Outpatient Hospital Services ', ''), 'mue.csv: does not name the claims'],
  ])('are refused for %s', async (_what, content, message) => {
    expect(await messageOf(() => rowsOf([codeFile('mue.csv', content)]))).toContain(message);
  });
});

describe('NCCI procedure-to-procedure edits', () => {
  const pair = { kind: 'pair', of: { type: 'PROCEDURE', code: 'Z0001' }, claimType: 'PRACTITIONER' };

  it('are read below notices and a header over several lines; * and blank are no deletion', async () => {
    const edits = `${PTP}Z0001\tZ0004\t\t\t\t9\tTaken back\r\n`;
    expect(await rowsOf([codeFile('ccipra-v302r0-f1.TXT', edits)])).toEqual([
      { ...pair, partner: 'Z0002', rationale: 'Misuse of Column Two code', modifierAllowed: true, startDate: '1996-01-01' },
      { ...pair, partner: 'Z0003', rationale: 'More extensive procedure', modifierAllowed: false, startDate: '2024-01-01', endDate: '2024-03-31' },
      { ...pair, partner: 'Z0004', rationale: 'Taken back', modifierAllowed: false },
    ]);
  });

  it('need no notice', async () => {
    const content = 'Column 1\tColumn 2\t*\tEffective\tDeletion\tModifier\tRationale\nZ0001\tZ0002\t\t\t*\t0\tInvented\n';
    expect(await rowsOf([codeFile('ccioph.txt', content)])).toHaveLength(1);
  });

  it('of one version are one release, whose parts are read in order', async () => {
    const parts = [1, 2].map((part) => codeFile(`ccioph-v302r1-f${part}.TXT`, PTP.replace('Z0003', `Z000${part + 4}`)));
    expect(releaseOf(parts)).toMatchObject({ set: 'NCCI-PTP-HOSPITAL', release: '2024-07-r1', replacesEdits: true });
    expect((await rowsOf(parts)).flatMap((row) => (row.kind === 'pair' ? [row.partner] : []))).toEqual(['Z0002', 'Z0005', 'Z0002', 'Z0006']);
  });

  it.each([
    ['a cut line', `${PTP}Z0001\tZ0004\t\t2024`, 'line 9: has 4 cells, expected 6 or more'],
    ['a broken line before all others', PTP.replace('Z0001\tZ0002', 'Z001\tZ0002'), 'line 7: "Z001" is no procedure code'],
    ['a modifier that is none', PTP.replace('\t0\tMore', '\t5\tMore'), 'line 8: "5" is no modifier indicator'],
    ['a bad date', PTP.replace('20240331', '20240332'), 'line 8: "20240332" is no date'],
  ])('are refused for %s', async (_what, content, message) => {
    expect(await messageOf(() => rowsOf([codeFile('ccipra-v302r0-f1.TXT', content)]))).toContain(`ccipra-v302r0-f1.TXT, ${message}`);
  });

  it('must tell whose claims they are for', async () => {
    expect(await messageOf(() => rowsOf([codeFile('edits.txt', PTP)]))).toContain('edits.txt: does not name the claims');
  });
});

describe('age limits', () => {
  it('are read with the type of the row or of the file', async () => {
    expect(await rowsOf([codeFile('ages.csv', AGE_LIMITS)])).toEqual([
      { kind: 'age limit', of: { type: 'DIAGNOSIS', code: 'Q000' }, maxAge: 17 },
      { kind: 'age limit', of: { type: 'PROCEDURE', code: 'Z0001' }, minAge: 18 },
    ]);
    const files = [codeFile('ages.csv', 'Code;Min Age;Max Age\nZ0001;1;2\n')];
    expect(await rowsOf(files, { type: 'PROCEDURE' })).toEqual([{ kind: 'age limit', of: { type: 'PROCEDURE', code: 'Z0001' }, minAge: 1, maxAge: 2 }]);
  });

  it.each([
    ['no type', 'code,minAge,maxAge\nZ1,1,2\n', 'line 2: "" is no type of codes'],
    ['an age that is none', 'code,type,minAge,maxAge\nZ1,MODIFIER,-1,2\n', 'line 2: "-1" is no age in years'],
    ['an age too high', 'code,type,minAge,maxAge\nZ1,MODIFIER,1,200\n', 'line 2: "200" is no age in years'],
    ['ages in disorder', 'code,type,minAge,maxAge\nZ1,MODIFIER,9,2\n', 'line 2: the youngest age 9 is above the oldest 2'],
    ['no code', 'code,type,minAge,maxAge\n,MODIFIER,9,2\n', 'line 2: has no code'],
  ])('are refused for %s', async (_what, content, message) => {
    expect(await messageOf(() => rowsOf([codeFile('ages.csv', content)]))).toContain(`ages.csv, ${message}`);
  });
});

describe('plain CSV', () => {
  it('is read with the export columns in any order', async () => {
    expect(await codesOf([codeFile('codes.csv', PLAIN_CSV)])).toEqual([
      {
        type: 'DIAGNOSIS',
        subType: 'ICD_10',
        code: 'Q000',
        formattedCode: 'Q00.0',
        desc: 'Invented, trouble',
        shortDesc: 'Trouble',
        enumName: 'INVENTED',
        startDate: '1995-01-01',
      },
    ]);
  });

  it('is read with the titles of X12, the type being in the name, and unknown columns are passed over', async () => {
    const content = 'Code,Description,Start Date,Last Modified,Stop Date,Notes,Group\n1,"Invented, reason",1/1/1995,2/2/2020,12/31/2024,Use it well.,CO\n';
    const files = [codeFile('Claim Adjustment Reason Codes.csv', content)];
    expect(releaseOf(files).set).toBe('CLAIM_ADJUSTMENT_REASON_CODE/CARC');
    expect(await codesOf(files)).toEqual([
      {
        type: 'CLAIM_ADJUSTMENT_REASON_CODE',
        subType: 'CARC',
        code: '1',
        desc: 'Invented, reason',
        fullDesc: 'Invented, reason Notes: Use it well.',
        startDate: '1995-01-01',
        endDate: '2024-12-31',
      },
    ]);
  });

  it('takes type and sub type that the user gives, but those of a row come first', async () => {
    const files = [codeFile('mine.csv', 'code,desc,type,subType\nZ0001,One,,\nZ1,Two,MODIFIER,OWN\n')];
    const codes = await codesOf(files, { type: 'PROCEDURE', subType: 'CPT' });
    expect(codes.map(({ type, subType, code }) => `${type}/${subType} ${code}`)).toEqual(['PROCEDURE/CPT Z0001', 'MODIFIER/OWN Z1']);
    const other = [codeFile('mine.csv', 'code,type\nZ1,MODIFIER\n')];
    expect(await messageOf(() => rowsOf(other, { type: 'PROCEDURE', subType: 'CPT' }))).toContain('which list of MODIFIER');
    expect(releaseOf([codeFile('mine.csv', 'code\nZ0001\n')], { type: 'PROCEDURE', subType: 'CPT' }).set).toBe('PROCEDURE/CPT');
  });

  it.each([
    ['one list', 'FREQUENCY_CODE,FREQUENCY_CODE', 'FREQUENCY_CODE'],
    ['a sub type', 'DRUG,NDC', 'DRUG/NDC'],
    ['several lists', 'PROCEDURE,HCPCS\nB,PROCEDURE,CPT', 'PROCEDURE'],
    ['several types', 'DRUG,NDC\nB,DRG,MS_DRG', 'CODES'],
  ])('names its set by %s', (_what, types, set) => {
    expect(releaseOf([codeFile('codes.csv', `code,type,subType\nA,${types}\n`)]).set).toBe(set);
  });

  it.each([
    ['an unknown type', 'code,type\nA,WRONG\n', 'line 2: "WRONG" is no type of codes'],
    ['no type', 'code,type\nA,\n', 'line 2: has no type'],
    ['no sub type where there are several', 'code,type\nA,PROCEDURE\n', 'line 2: does not say which list of PROCEDURE it is of'],
    ['no code', 'code,type\n--,DRG\n', 'line 2: has no code'],
    ['a bad date', 'code,type,endDate\nA,DRG,soon\n', 'line 2: "soon" is no date'],
  ])('is refused for %s', async (_what, content, message) => {
    expect(await messageOf(() => rowsOf([codeFile('codes.csv', content)]))).toContain(`codes.csv, ${message}`);
  });
});
