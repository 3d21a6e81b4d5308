import { codeFile, codesOf, messageOf, releaseOf, rowsOf } from './import-files';
import { HCPCS_FIXED, hcpcsRecord } from './samples';

const fixed = (content: string) => codeFile('HCPC2019_CONTR_ANWEB.txt', content);
const HEADER = 'HCPC\tSEQNUM\tRECID\tLONG DESCRIPTION\tSHORT DESCRIPTION\tADD DT\tACT EFF DT\tTERM DT\n';
const table = (rows: string) => codeFile('HCPC2025_OCT_ANWEB.xlsx', HEADER + rows);

describe('HCPCS, fixed width', () => {
  it('joins continuations, reads dates and passes over disclaimers', async () => {
    expect(await codesOf([fixed(HCPCS_FIXED)])).toEqual([
      { type: 'MODIFIER', subType: 'HCPCS_MODIFIER', code: 'Z1', desc: 'Invented modifier', shortDesc: 'Inv modifier', startDate: '2002-07-01' },
      {
        type: 'PROCEDURE',
        subType: 'HCPCS',
        code: 'Z0001',
        desc: 'Invented supply, of a kind that needs words on a second line and a third',
        shortDesc: 'Inv supply',
        startDate: '1995-01-01',
        endDate: '2018-12-31',
      },
      { type: 'PROCEDURE', subType: 'HCPCS', code: 'Z0002', desc: 'Invented service', shortDesc: 'Inv service', startDate: '2019-01-01' },
    ]);
  });

  it('reads Windows-1252', async () => {
    const content = Buffer.from(HCPCS_FIXED.replace('Invented modifier', 'Invente\u0092s modifie'), 'latin1');
    expect((await codesOf([codeFile('HCPC2019_CONTR_ANWEB.txt', content)]))[0]?.desc).toBe('Invente’s modifie');
  });

  it.each([
    ['HCPC2019_CONTR_ANWEB.txt', '2019', '2019-12-31'],
    ['HCPC2025_OCT_ANWEB_v2.txt', '2025-10', '2025-12-31'],
    ['HCPC2026_JAN_ANWEB.txt', '2026-01', '2026-03-31'],
  ])('takes the release from %s', (name, release, lastDay) => {
    expect(releaseOf([codeFile(name, HCPCS_FIXED)])).toMatchObject({ set: 'HCPCS', release, period: { to: lastDay } });
  });

  it('refuses a broken record before all others', async () => {
    const content = HCPCS_FIXED.replace('   Z1', '  1Z1');
    expect(await messageOf(() => rowsOf([fixed(content)]))).toContain('HCPC2019_CONTR_ANWEB.txt, line 4: is no HCPCS record');
  });

  it.each([
    ['a record that is too short', hcpcsRecord('Z0003', '00100', 3, 'Cut').slice(0, 200), 'line 9: has 200 characters, expected 292 or more'],
    ['a continuation of another code', hcpcsRecord('Z0003', '00100', 4, 'more'), 'line 9: continues the code Z0003'],
    ['a line that is no record', 'Disclaimer at the end', 'line 9: is no HCPCS record'],
    ['a bad date', hcpcsRecord('Z0003', '00100', 3, 'Invented', { added: '20251301' }), 'line 9: "20251301" is no date'],
    ['an absent description', hcpcsRecord('Z0003', '00100', 3, ''), 'line 9: the code Z0003 has no description'],
  ])('refuses %s', async (_what, line, message) => {
    expect(await messageOf(() => rowsOf([fixed(`${HCPCS_FIXED}${line}\r\n`)]))).toContain(`HCPC2019_CONTR_ANWEB.txt, ${message}`);
  });
});

describe('HCPCS, Excel', () => {
  it('reads procedures and modifiers by the titles of columns', async () => {
    const rows =
      '   Z1\t0010\t7\tInvented modifier\tInv mod\t20020701\t20020701\t\nZ0001\t0010\t3\tInvented supply\tInv supply\t19950101\t20190101\t20181231\n';
    expect(await codesOf([table(rows)])).toEqual([
      { type: 'MODIFIER', subType: 'HCPCS_MODIFIER', code: 'Z1', desc: 'Invented modifier', shortDesc: 'Inv mod', startDate: '2002-07-01' },
      {
        type: 'PROCEDURE',
        subType: 'HCPCS',
        code: 'Z0001',
        desc: 'Invented supply',
        shortDesc: 'Inv supply',
        startDate: '1995-01-01',
        endDate: '2018-12-31',
      },
    ]);
  });

  it.each([
    ['a code that is none', 'Z001\t0010\t3\tInvented\tInv\t19950101\t19950101\t\n', 'line 2: "Z001" is no HCPCS code'],
    ['a date as a day number', 'Z0001\t0010\t3\tInvented\tInv\t45292\t45292\t\n', 'line 2: "45292" is no date'],
  ])('refuses %s', async (_what, row, message) => {
    expect(await messageOf(() => rowsOf([table(row)]))).toContain(`HCPC2025_OCT_ANWEB.xlsx, ${message}`);
  });
});
