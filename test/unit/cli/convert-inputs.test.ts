import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { remittance } from '../../e2e/edi-835';
import { zipOf } from '../io/zip-file';
import { runCommand } from './fake-io';

const countOf = (ndjson: string): number => ndjson.split('\n').length - 1;

describe('inputs of clearloop convert', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-in-'));
  const path = (name: string): string => join(folder, name);
  beforeAll(() => {
    mkdirSync(path('tree/sub'), { recursive: true });
    writeFileSync(path('two.edi'), remittance(2));
    writeFileSync(path('three.835.gz'), gzipSync(remittance(3)));
    writeFileSync(
      path('five.zip'),
      zipOf([
        { name: 'a/two.edi', content: remittance(2) },
        { name: 'three.gz', content: gzipSync(remittance(3)) },
      ]),
    );
    mkdirSync(path('pharmacy'));
    for (const name of ['a.ncpdp', 'b.NCP', 'c.ncpdpx']) copyFileSync(join(__dirname, '../../../samples/ncpdp-claim.txt'), path(`pharmacy/${name}`));
    for (const name of ['b.edi', 'a.835', 'noextension', 'notes.pdf', '.hidden.edi', 'sub/deep.x12', 'sub/more.JSON'])
      writeFileSync(path(`tree/${name}`), remittance(1, name.replaceAll(/\W/g, '')));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['a file', ['two.edi'], 2],
    ['a .gz file', ['three.835.gz'], 3],
    ['the entries of a .zip archive', ['five.zip'], 5],
    ['several files', ['two.edi', 'three.835.gz'], 5],
    ['the EDI files of a folder', ['tree'], 3],
    ['the files of a folder with the extensions that formats name', ['pharmacy'], 4],
  ])('reads %s', async (_what, names, records) => {
    const { exitCode, stdout } = await runCommand(['convert', ...names.map(path), '--to', 'ndjson']);
    expect(exitCode).toBe(0);
    expect(countOf(stdout)).toBe(records);
  });

  it('looks into subfolders with --recurse', async () => {
    const { stdout } = await runCommand(['convert', path('tree'), '--recurse', '--to', 'ndjson']);
    expect(countOf(stdout)).toBe(4);
  });

  it('reads a folder or file to which several links lead once, and ends where a link leads up', async () => {
    mkdirSync(path('linked/sub'), { recursive: true });
    writeFileSync(path('linked/a.835'), remittance(1));
    writeFileSync(path('linked/sub/b.835'), remittance(1, 'B'));
    for (const [target, name] of [
      ['..', 'sub/up'],
      ['sub', 'again'],
      ['a.835', 'latest.835'],
      [path('linked'), 'self'],
    ] as const)
      symlinkSync(target, path(`linked/${name}`));
    linkSync(path('linked/a.835'), path('linked/hard.835'));
    const { exitCode, stdout } = await runCommand(['convert', path('linked'), '--recurse', '--to', 'ndjson']);
    expect([exitCode, countOf(stdout)]).toEqual([0, 2]);
    const twice = await runCommand(['convert', path('linked'), path('linked/self'), '--recurse', '--to', 'ndjson']);
    expect(countOf(twice.stdout)).toBe(2);
  });

  it('reads a folder in the order of names', async () => {
    const { stdout } = await runCommand(['convert', path('tree'), '--to', 'ndjson']);
    const payees = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).payee.lastNameOrOrgName);
    expect(payees).toEqual(['a835', 'bedi', 'noextension']);
  });

  it.each([
    ['text', remittance(2)],
    ['gzip data', gzipSync(remittance(2))],
  ])('reads %s from standard input', async (_what, input) => {
    const { exitCode, stdout } = await runCommand(['convert', '-', '--to', 'ndjson'], { input });
    expect([exitCode, countOf(stdout)]).toEqual([0, 2]);
  });

  it('lists the files of a folder that are skipped, with the reason', async () => {
    const { stderr } = await runCommand(['convert', path('tree'), '--recurse', '--out', path('left-out.json')]);
    expect(stderr).toContain('2 files skipped:\n  notes.pdf: .pdf is no extension of EDI files\n  sub/more.JSON: .json is no extension of EDI files\n');
  });

  it.each([
    ['a folder without EDI', ['convert', '.']],
    ['standard input twice', ['convert', '-', '-']],
  ])('refuses %s as wrong usage', async (_what, argv) => {
    mkdirSync(path('empty'), { recursive: true });
    const { exitCode, stdout } = await runCommand(argv.map((word) => (word === '.' ? path('empty') : word)));
    expect([exitCode, stdout]).toEqual([2, '']);
  });

  it('converts the others when a file is not there, and exits with 1', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['convert', path('nothing.edi'), path('two.edi'), '--to', 'ndjson', '--quiet']);
    expect(exitCode).toBe(1);
    expect(countOf(stdout)).toBe(3);
    expect(stderr).toBe('ERROR nothing.edi: The file cannot be read: there is no such file. Check the path and the permissions.\n');
  });

  it('exits with 1 and writes nothing when nothing could be converted', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['convert', '-'], { input: 'Dear Sir' });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr.match(/ERROR/g)).toHaveLength(1);
  });

  it('exits with 1 when input lost data, and names the place', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['convert', '-', '--to', 'ndjson'], { input: remittance(2).replace(/SE\*[\s\S]*$/, '') });
    expect(exitCode).toBe(1);
    expect(stdout).toContain('"objectType":"ERROR"');
    expect(stderr).toMatch(/^ERROR stdin: .*segment \d+\)/);
  });

  it('says nothing on standard error with --quiet when all goes well', async () => {
    expect((await runCommand(['convert', path('two.edi'), '--quiet'])).stderr).toBe('');
  });
});
