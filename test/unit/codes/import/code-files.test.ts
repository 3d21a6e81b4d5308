import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openCodeFiles } from '../../../../src/codes/import/code-files';
import { recogniseReleases } from '../../../../src/codes/import/recognise-releases';
import { firstOf, textOf } from '../../io/collect';
import { type ZipEntry, zipOf } from '../../io/zip-file';
import { messageOf } from './import-files';

const WORKBOOK = `<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="rId1"/><sheet name="Two" sheetId="2" r:id="rId2"/></sheets></workbook>`;
const RELATIONS = `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`;
const STRINGS = `<sst><si><t>HCPC</t></si><si><r><t>LONG </t></r><r><t>DESCRIPTION</t></r><rPh><t>no</t></rPh></si><si><t xml:space="preserve">   Z1</t></si></sst>`;
const SHEET = `<worksheet><sheetData>
  <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>ADD
DT</t></is></c></row>
  <row r="3"><c r="A3" t="s"><v>2</v></c><c r="C3"><v>20250101</v></c></row>
  <row><c><v>7</v></c><c t="str"><v>a "b" &amp; c</v></c></row>
</sheetData></worksheet>`;

function workbookOf(sheet = SHEET): Buffer {
  return zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'xl/workbook.xml', content: WORKBOOK },
    { name: 'xl/_rels/workbook.xml.rels', content: RELATIONS },
    { name: 'xl/sharedStrings.xml', content: STRINGS },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
    { name: 'xl/worksheets/sheet2.xml', content: '<worksheet><sheetData/></worksheet>' },
  ]);
}

describe('openCodeFiles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-codes-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function write(name: string, content: string | Buffer): string {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  }

  async function shown(path: string): Promise<readonly string[]> {
    const texts: string[] = [];
    for (const file of await openCodeFiles(path)) texts.push(`${file.path} ${file.name} ${file.head.toString('latin1')}=${await textOf(file.open())}`);
    return texts;
  }

  it.each([
    ['a file', 'a.txt', Buffer.from('codes'), ['a.txt a.txt codes=codes']],
    ['a gzip file', 'b.txt.gz', gzipSync('codes'), ['b.txt.gz b.txt codes=codes']],
    ['an empty file', 'c.txt', Buffer.alloc(0), ['c.txt c.txt =']],
  ])('opens %s', async (_what, name, content, expected) => {
    expect(await shown(write(name, content))).toEqual(expected);
  });

  it('opens the files of a zip archive and of an archive in it, without what archivers add', async () => {
    const inner = zipOf([{ name: 'deep/c.txt', content: 'three' }]);
    const entries = [
      { name: 'sub/', content: '' },
      { name: 'sub/a.txt', content: 'one' },
      { name: 'b.txt.gz', content: gzipSync('two') },
      { name: 'inner.zip', content: inner },
      { name: '__MACOSX/._a.txt', content: 'notes' },
    ];
    expect(await shown(write('d.zip', zipOf(entries)))).toEqual([
      'd.zip/sub/a.txt a.txt one=one',
      'd.zip/b.txt.gz b.txt two=two',
      'd.zip/inner.zip/deep/c.txt c.txt three=three',
    ]);
  });

  it('opens the files of a folder by their names, and not the hidden ones', async () => {
    const path = join(folder, 'all');
    mkdirSync(join(path, 'sub'), { recursive: true });
    for (const name of ['b.txt', 'sub/a.txt', '.hidden']) writeFileSync(join(path, name), name);
    expect(await shown(path)).toEqual(['all/b.txt b.txt b.txt=b.txt', 'all/sub/a.txt a.txt sub/a.txt=sub/a.txt']);
  });

  it('keeps 64 KB as the head, and gives the whole file each time it is opened', async () => {
    const [file] = await openCodeFiles(write('e.zip', zipOf([{ name: 'large.txt', content: 'x'.repeat(300_000) }])));
    expect(file?.head).toHaveLength(65_536);
    if (file === undefined) return;
    expect(await firstOf(file.open())).toBeDefined();
    expect(await textOf(file.open())).toHaveLength(300_000);
    expect(await textOf(file.open())).toHaveLength(300_000);
  });

  it('says that a path leads to nothing', async () => {
    await expect(openCodeFiles(join(folder, 'no.zip'))).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE' });
  });

  it.each<[string, string, Buffer]>([
    ['a truncated archive', 'f.zip', zipOf([{ name: 'a.txt', content: 'one' }]).subarray(0, 60)],
    ['an archive with a wrong checksum', 'g.zip', zipOf([{ name: 'a.txt', content: 'one', checksum: 1 } satisfies ZipEntry])],
    ['an encrypted archive', 'h.zip', zipOf([{ name: 'a.txt', content: 'one', isEncrypted: true }])],
    ['a truncated archive in an archive', 'i.zip', zipOf([{ name: 'in.zip', content: zipOf([{ name: 'a', content: 'b' }]).subarray(0, 40) }])],
    ['truncated gzip data', 'j.txt.gz', gzipSync('codes of all kinds').subarray(0, 20)],
    ['a workbook without its sheet', 'k.xlsx', workbookOf('<worksheet><sheetData><row r="1">')],
    ['a workbook with an unknown text', 'l.xlsx', workbookOf('<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>9</v></c></row></sheetData></worksheet>')],
    ['a workbook with a cell far away', 'm.xlsx', workbookOf('<worksheet><sheetData><row r="1"><c r="ZZZZ1"><v>9</v></c></row></sheetData></worksheet>')],
    ['a workbook with rows in disorder', 'n.xlsx', workbookOf('<worksheet><sheetData><row r="2"/><row r="1"/></sheetData></worksheet>')],
  ])('refuses %s', async (_what, name, content) => {
    expect(await messageOf(() => shown(write(name, content)))).toContain(name.replace('.gz', ''));
  });

  it('gives each sheet of a workbook as tab separated text with blank cells and rows in their places', async () => {
    expect(await shown(write('o.xlsx', workbookOf()))).toEqual([
      expect.stringMatching(/=HCPC\tLONG DESCRIPTION\t"ADD\nDT"\n\n {3}Z1\t\t20250101\n7\t"a ""b"" & c"\t\n$/),
      'o.xlsx/Two o.xlsx =',
    ]);
  });

  it('opens a workbook in an archive, and no Word document', async () => {
    const word = zipOf([
      { name: '[Content_Types].xml', content: '<Types/>' },
      { name: 'word/document.xml', content: '<w/>' },
    ]);
    const files = await openCodeFiles(
      write(
        'p.zip',
        zipOf([
          { name: 'codes.xlsx', content: workbookOf() },
          { name: 'layout.docx', content: word },
        ]),
      ),
    );
    expect(files.map(({ path }) => path)).toEqual(['p.zip/codes.xlsx/One', 'p.zip/codes.xlsx/Two', 'p.zip/layout.docx']);
    expect(await messageOf(async () => recogniseReleases(files))).toContain('codes.xlsx');
  });
});
