import { dayBefore } from '../../../../src/common/dates';
import { monthsFrom, parseDate, readDate } from '../../../../src/codes/import/dates';
import { headLines, type Line, readLines } from '../../../../src/codes/import/read-lines';
import { findTable, readTable } from '../../../../src/codes/import/read-table';
import { codeFile, messageOf } from './import-files';

const LAYOUT = { columns: { code: /^code$/, text: /^the text$/, day: /^day$/ }, optional: ['day'] as const, preamble: 2 };

async function read(content: string, quoted = true): Promise<readonly string[]> {
  const table = findTable(codeFile('codes.csv', content), { ...LAYOUT, quoted });
  if (table === undefined) throw new Error('No table was found.');
  const rows: string[] = [];
  for await (const row of readTable(table)) rows.push(`${row.line} ${row.get('code')}=${row.get('text')} ${row.date('day') ?? '-'}`);
  return rows;
}

describe('readTable', () => {
  it.each([',', '\t', ';', '|'])('reads cells parted by %j', async (delimiter) => {
    const content = [
      ['The  TEXT', 'Code', 'Day'],
      ['a "b"', 'A1', '10/1/2025'],
    ].map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter));
    expect(await read(content.join('\n'))).toEqual(['2 A1=a "b" 2025-10-01']);
  });

  it('counts lines over quotations, blank lines and line breaks of any system, and passes over titles before the header', async () => {
    const content = 'Codes of 2025\r\n"a notice\nover lines"\r\ncode,the text\r\nA1,"one\r\ntwo"\n\nA2,three\rA3,four';
    expect(await read(content)).toEqual(['5 A1=one\ntwo -', '8 A2=three -', '9 A3=four -']);
  });

  it('takes quotation marks as they are where the layout says so', async () => {
    expect(await read('code\tthe text\nA1\t"a" b', false)).toEqual(['2 A1="a" b -']);
  });

  it('finds no table without the columns', () => {
    expect(findTable(codeFile('codes.csv', 'code,words\nA1,a\n'), LAYOUT)).toBeUndefined();
    expect(findTable(codeFile('codes.csv', 'x\nx\nx\ncode,the text\nA1,a\n'), LAYOUT)).toBeUndefined();
  });

  it.each([
    ['too few cells', 'code,the text,day\nA1,a,\nA2,b\n', 'codes.csv, line 3: has 2 cells, the header has 3'],
    ['too many cells', 'code,the text\nA1,a,b\n', 'codes.csv, line 2: has 3 cells, the header has 2'],
    ['the header again', 'code,the text\nA1,a\nCode,The Text\nA2,b\n', 'codes.csv, line 3: repeats the header'],
    ['a column twice', 'code,the text,Code\nA1,a,b\n', 'codes.csv: the header has the column "code" twice'],
    ['a bad date', 'code,the text,day\nA1,a,2025-02-30\n', 'codes.csv, line 2: "2025-02-30" is no date'],
    ['a quotation that does not end', 'code,the text\nA1,"a\nA2,b\n', 'codes.csv, line 3: cannot be read as CSV (CSV_QUOTE_NOT_CLOSED)'],
    ['a stray quotation mark', 'code,the text\nA1,a\nA2,b"c"\n', 'codes.csv, line 3: cannot be read as CSV'],
    ['binary data', 'code,the text\nA1,a\nA2,\u0001\n', 'codes.csv, line 3: has control characters'],
  ])('refuses %s', async (_what, content, message) => {
    // The head ends before the trouble, as that of a large file does.
    const file = { ...codeFile('codes.csv', content), head: Buffer.from(content.slice(0, content.indexOf('\n') + 1)) };
    const found = findTable(file, LAYOUT);
    expect(
      await messageOf(async () => {
        if (found !== undefined) for await (const row of readTable(found)) row.date('day');
      }),
    ).toContain(message);
  });
});

describe('readLines', () => {
  async function lines(content: string): Promise<readonly Line[]> {
    const found: Line[] = [];
    for await (const line of readLines(codeFile('a.txt', content, 1))) found.push(line);
    return found;
  }

  it('reads line breaks of any system and the last line without one', async () => {
    const found = await lines('a\r\nb\n\rc\r\n\r\nd');
    expect(found.map(({ text, line }) => `${line}${text}`)).toEqual(['1a', '2b', '3', '4c', '5', '6d']);
  });

  it('passes over the end mark of DOS', async () => {
    expect(await lines('a\r\n\u001a')).toHaveLength(1);
  });

  it('refuses a line without end', async () => {
    const file = codeFile('a.txt', 'x'.repeat(1_200_000), 65_536);
    const read = async () => {
      for await (const line of readLines(file)) expect(line).toBeUndefined();
    };
    expect(await messageOf(read)).toContain('a.txt, line 1: is longer than');
  });

  it('gives only whole lines of a head', () => {
    expect(headLines(codeFile('a.txt', `one\ntwo${'o'.repeat(70_000)}\n`), 5)).toEqual(['one']);
  });
});

describe('dates', () => {
  it.each([
    ['20251001', '2025-10-01'],
    ['2025-10-01', '2025-10-01'],
    ['1/7/2003', '2003-01-07'],
    ['05-31-2024', '2024-05-31'],
    ['October 1, 2003', '2003-10-01'],
    ['Sept. 5, 2003', '2003-09-05'],
    ['20250230', undefined],
    ['2025', undefined],
    ['Smarch 1, 2003', undefined],
  ])('parseDate reads %s', (text, date) => {
    expect(parseDate(text)).toBe(date);
  });

  it('of the year 9999 and blank ones are no end', () => {
    const place = { file: 'a.csv', line: 1 };
    expect([readDate(place, '12/31/9999'), readDate(place, ' ')]).toEqual([undefined, undefined]);
  });

  it('know the day before and whole months', () => {
    expect(dayBefore('2024-03-01')).toBe('2024-02-29');
    expect(monthsFrom(2025, 10, 3)).toEqual({ from: '2025-10-01', to: '2025-12-31' });
  });
});
