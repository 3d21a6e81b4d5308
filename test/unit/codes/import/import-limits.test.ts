import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCodeFiles } from '../../../../src/codes/import/code-files';
import { readXml } from '../../../../src/codes/import/read-xml';
import { isLong, itLong } from '../../../support/fuzz';
import { textOf } from '../../io/collect';
import { zipOf } from '../../io/zip-file';
import { messageOf } from './import-files';

const WORKBOOK = (sheets: number): string => {
  const each = Array.from({ length: sheets }, (_, i) => `<sheet name="S${i}" sheetId="${i + 1}" r:id="rId1"/>`);
  return `<workbook xmlns:r="r"><sheets>${each.join('')}</sheets></workbook>`;
};
const RELATIONS = '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>';

function workbookOf(rows: string, { strings = '<sst/>', sheets = 1 } = {}): Buffer {
  return zipOf([
    { name: 'xl/workbook.xml', content: WORKBOOK(sheets) },
    { name: 'xl/_rels/workbook.xml.rels', content: RELATIONS },
    { name: 'xl/sharedStrings.xml', content: strings },
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${rows}</sheetData></worksheet>` },
  ]);
}

const text = (length: number): string => 'x'.repeat(length);
const times = (count: number, piece: string): string => piece.repeat(count);

/** The central directory of an archive with two files, in which the second stands where the first does. */
function overlapping(): Buffer {
  const archive = Buffer.from(
    zipOf([
      { name: 'a.txt', content: text(1_000) },
      { name: 'b.txt', content: text(1_000) },
    ]),
  );
  const second = archive.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
  archive.writeUInt32LE(0, second + 42);
  return archive;
}

/** Workbooks that take seconds to read. */
const largeWorkbooks = (): readonly [string, Buffer, string][] => [
  [
    'more cells than a sheet of codes has',
    workbookOf(`<row r="1"><c r="XFD1"><v>1</v></c></row>${times(3_052, '<row/>')}`),
    'has more than 50000000 cells, blank ones included',
  ],
  [
    'more shared texts than memory should hold',
    workbookOf('', { strings: `<sst>${times(2_048, `<si><t>${text(32_767)}</t></si>`)}<si><t>${text(3_000)}</t></si></sst>` }),
    'shares more than 4000000 texts, or 67108864 characters',
  ],
];

describe('files of codes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-limits-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const refusal = async (name: string, content: Buffer): Promise<string> => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return messageOf(async () => {
      for (const file of await openCodeFiles(path)) await textOf(file.open());
    });
  };

  it.each<[string, Buffer, string]>([
    ...(isLong ? largeWorkbooks() : []),
    ['a row far down', workbookOf('<row r="1048577"/>'), 'row "1048577" after row 0; a sheet has up to 1048576 rows'],
    ['a row number of many digits', workbookOf(`<row r="${'9'.repeat(300)}"/>`), 'has row "9999999999999999999999999999999999999999…" after row 0'],
    ['more cells than columns', workbookOf(`<row>${times(16_385, '<c/>')}</row>`), 'a row of more than 16384 cells'],
    ['a long cell', workbookOf(`<row><c><v>${text(32_768)}</v></c></row>`), 'a cell of more than 32767 characters'],
    [
      'a long cell in pieces',
      workbookOf(`<row><c t="inlineStr"><is>${times(4, `<t>${text(10_000)}</t>`)}</is></c></row>`),
      'a cell of more than 32767 characters',
    ],
    ['a long row', workbookOf(`<row>${times(40, `<c><v>${text(30_000)}</v></c>`)}</row>`), 'row 1 has more than 1000000 characters'],
    [
      'a row of shared texts that is long',
      workbookOf(`<row>${times(40, '<c t="s"><v>0</v></c>')}</row>`, { strings: `<sst><si><t>${text(30_000)}</t></si></sst>` }),
      'row 1 has more than 1000000 characters',
    ],
    ['a long shared text', workbookOf('', { strings: `<sst><si>${times(2, `<t>${text(20_000)}</t>`)}</si></sst>` }), 'a cell of more than 32767 characters'],
    ['many sheets', workbookOf('', { sheets: 201 }), 'more than 200 sheets'],
    ['deep elements', workbookOf(times(300, '<a>')), 'more than 200 elements inside one another'],
    ['a long tag', workbookOf(`<row><c x="${text(1_100_000)}"/></row>`), 'more than 1000000 characters in a text or a tag'],
  ])('is refused for a workbook with %s', async (_what, content, message) => {
    expect(await refusal('w.xlsx', content)).toContain(message);
  });

  it('gives the rows of the last row number', async () => {
    const path = join(folder, 'last.xlsx');
    writeFileSync(path, workbookOf('<row r="1048576"><c><v>1</v></c></row>'));
    const [file] = await openCodeFiles(path);
    expect(file && (await textOf(file.open())).length).toBe(1_048_577);
  });

  it('is refused for an archive with files that share bytes', async () => {
    expect(await refusal('overlap.zip', overlapping())).toContain('overlap.zip: files of the archive overlap.');
    expect(await refusal('in.zip', zipOf([{ name: 'inner.zip', content: overlapping() }]))).toContain('inner.zip: files of the archive overlap.');
  });

  itLong('is refused for an archive with more files than archives of codes have', async () => {
    const many = zipOf(Array.from({ length: 10_001 }, (_, i) => ({ name: `f${i}`, content: '' })));
    expect(await refusal('many.zip', many)).toContain('many.zip: the archive has more than 10000 files.');
  });

  itLong('is refused for archives in an archive that have more files together', async () => {
    const inner = zipOf(Array.from({ length: 7_000 }, (_, i) => ({ name: `f${i}`, content: '' })));
    const nested = zipOf(['a', 'b', 'c'].map((name) => ({ name: `${name}.zip`, content: inner })));
    expect(await refusal('nested.zip', nested)).toContain('the archives hold more than 20000 files.');
  });

  it('is refused for an archive that says that it inflates to more than archives of codes do', async () => {
    const many = Buffer.from(zipOf(Array.from({ length: 5 }, (_, i) => ({ name: `f${i}`, content: 'x' }))));
    for (let at = many.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = many.indexOf('PK\x01\x02', at + 1, 'latin1')) many.writeUInt32LE(0xfffffffe, at + 24);
    expect(await refusal('large.zip', many)).toContain('inflate to more than 4 GB for a file or 16 GB in all');
  });

  it('is not read any further when the import is ended', async () => {
    const path = join(folder, 'ended.zip');
    writeFileSync(path, zipOf([{ name: 'a.txt', content: text(1_000_000) }]));
    const stop = new AbortController();
    const [file] = await openCodeFiles(path, stop.signal);
    const pieces = file?.open()[Symbol.asyncIterator]();
    expect((await pieces?.next())?.done).toBe(false);
    stop.abort();
    await expect(pieces?.next()).rejects.toThrow('aborted');
    await expect(openCodeFiles(path, stop.signal)).rejects.toThrow('aborted');
  });
});

describe('readXml', () => {
  it('holds no more of a text than the limit, however long it is', async () => {
    let given = 0;
    const endless = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('<a b="');
      for (;;) {
        given += 65_536;
        yield Buffer.alloc(65_536, 'x');
      }
    };
    const values = readXml(endless(), 'endless.xml', () => ({ open: () => undefined }));
    expect(await messageOf(() => values.next())).toContain('endless.xml, line 1: has more than 1000000 characters in a text or a tag');
    expect(given).toBeLessThan(1_200_000);
  });
});
