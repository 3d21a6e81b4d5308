import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { EXIT } from '../../../src/cli/exit-codes';
import { remittance } from '../../e2e/edi-835';
import { until } from '../../support/until';
import { zipOf } from '../io/zip-file';
import { type Outcome, runCommand } from './fake-io';

const BANNER = 'From: gateway@example.org\nSubject: remittance\n\n';

describe('a run over files', () => {
  let folder: string;
  const path = (name: string): string => join(folder, name);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-run-'));
    for (const name of ['in/a', 'in/b']) mkdirSync(path(name), { recursive: true });
    writeFileSync(path('in/a/remit.835'), remittance(2));
    writeFileSync(path('in/b/remit.835'), remittance(1));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const reportOf = (name = 'run.json') => JSON.parse(readFileSync(path(name), 'utf8'));
  const convert = async (...argv: readonly string[]): Promise<Outcome> => runCommand(['convert', ...argv]);

  describe('exit codes', () => {
    it.each([
      ['0 when everything was converted', remittance(1), EXIT.ok],
      ['3 for a mail banner before ISA, which is skipped and reported', BANNER + remittance(1), EXIT.findings],
      ['3 for a footer after IEA', `${remittance(1)}-- sent by gateway --\n`, EXIT.findings],
      ['1 for a damaged ISA, behind which segments are skipped', `${remittance(1).replace('ISA*', 'IS*')}${remittance(1)}`, EXIT.failed],
      ['1 when a file is no EDI', 'Dear Sir', EXIT.failed],
    ])('are %s', async (_what, text, exitCode) => {
      writeFileSync(path('in/c.835'), text);
      expect(await convert(path('in'), '-r', '--out', path('out.ndjson'))).toMatchObject({ exitCode });
    });

    it('come with messages that name a place once', async () => {
      writeFileSync(path('in/c.835'), remittance(1).slice(0, -60));
      const { stderr } = await convert(path('in'), '-r', '--out', path('out.ndjson'));
      expect(stderr).toMatch(/^ERROR c\.835: .* \(opened at segment \d+\)$/m);
      expect(stderr).not.toMatch(/\(opened at segment \d+\) \(/);
    });

    it('are 4 when an output cannot be written, although a file failed, too', async () => {
      writeFileSync(path('in/c.835'), 'Dear Sir');
      writeFileSync(path('wall'), '');
      expect(await convert(path('in'), '-r', '--out', path('wall/out.ndjson'))).toMatchObject({ exitCode: EXIT.unwritable });
      expect(await convert(path('in'), '-r', '--out', path('out.ndjson'), '--report', path('wall/run.json'))).toMatchObject({ exitCode: EXIT.unwritable });
    });

    it('show a banner as a warning, and not as an ERROR object in the output', async () => {
      writeFileSync(path('in/c.835'), BANNER + remittance(1));
      const { stdout, stderr } = await convert(path('in/c.835'), '--to', 'ndjson');
      expect(stdout).not.toContain('"objectType":"ERROR"');
      expect(stderr).toContain(`WARNING c.835: Skipped ${BANNER.trimEnd().length + 2} bytes that are not EDI, from byte 0 (line 1)\n`);
    });
  });

  describe('--report', () => {
    it('has every file with status, counts, error code, seconds and outputs, and what was skipped', async () => {
      writeFileSync(path('in/b/letter.txt'), 'Dear Sir');
      writeFileSync(path('in/b/banner.835'), BANNER + remittance(1));
      writeFileSync(path('in/report.pdf'), '');
      await convert(path('in'), '-r', '--out', `${path('out')}/`, '--report', path('run.json'));
      const report = reportOf();
      expect(report).toMatchObject({
        version: 1,
        command: 'convert',
        status: 'failed',
        exitCode: EXIT.failed,
        totals: { files: 4, records: 4, issues: 1, errors: 1, skippedFiles: 1 },
        skipped: [{ file: 'report.pdf', reason: '.pdf is no extension of EDI files' }],
      });
      expect(report.files.map(({ file, status, records, code }: Record<string, unknown>) => [file, status, records, code])).toEqual([
        ['a/remit.835', 'ok', 2, undefined],
        ['b/banner.835', 'findings', 1, undefined],
        ['b/letter.txt', 'failed', 0, 'EDI_NOT_EDI'],
        ['b/remit.835', 'ok', 1, undefined],
      ]);
      expect(report.files[0]).toMatchObject({ bytes: remittance(2).length, seconds: expect.any(Number), outputs: [path('out/a/remit.835.json')] });
    });

    it('counts each file of one output by itself', async () => {
      await convert(path('in'), '-r', '--out', path('all.ndjson'), '--report', path('run.json'));
      expect(reportOf().files.map(({ records }: { readonly records: number }) => records)).toEqual([2, 1]);
      expect(reportOf().outputs).toEqual([path('all.ndjson')]);
    });

    it.each(['validate', 'ack'])('is written by %s, too', async (command) => {
      await runCommand([command, path('in'), '-r', '--report', path('run.json')]);
      expect(reportOf()).toMatchObject({ command, totals: { files: 2 } });
    });

    it('may not replace an input or the output', async () => {
      expect(await convert(path('in/a/remit.835'), '--report', path('in/a/remit.835'))).toMatchObject({ exitCode: EXIT.usage });
      expect(await convert(path('in/a/remit.835'), '--out', path('x.json'), '--report', path('x.json'))).toMatchObject({ exitCode: EXIT.usage });
      expect(readFileSync(path('in/a/remit.835'), 'utf8')).toBe(remittance(2));
    });
  });

  describe('names of files', () => {
    const namesOf = (ndjson: string): readonly string[] => {
      const records = ndjson
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      return [...new Set<string>(records.flatMap(({ transaction }) => transaction?.fileInfo.name ?? []))];
    };

    it('are paths below the argument', async () => {
      const { stdout } = await convert(path('in'), '-r', '--to', 'ndjson');
      expect(namesOf(stdout)).toEqual(['a/remit.835', 'b/remit.835']);
      const csv = await convert(path('in'), '-r', '--to', 'csv');
      expect(csv.stdout).toContain(',a/remit.835,');
    });

    it('are paths as given where two arguments have one name, also in messages', async () => {
      writeFileSync(path('in/b/remit.835'), 'Dear Sir');
      const { stdout, stderr } = await convert(path('in/a/remit.835'), path('in/b/remit.835'), '--to', 'ndjson');
      expect(namesOf(stdout)).toEqual([path('in/a/remit.835')]);
      expect(stderr).toContain(`ERROR ${path('in/b/remit.835')}: The input is not EDI`);
    });

    it('are bare with --bare-file-names, but not in messages', async () => {
      writeFileSync(path('in/b/remit.835'), 'Dear Sir');
      const { stdout, stderr } = await convert(path('in'), '-r', '--to', 'ndjson', '--bare-file-names');
      expect(namesOf(stdout)).toEqual(['remit.835']);
      expect(stderr).toContain('ERROR b/remit.835: The input is not EDI');
    });

    it('are those of the archive and the entry', async () => {
      writeFileSync(path('in/x.zip'), zipOf([{ name: 'march/a.835', content: remittance(1) }]));
      expect(namesOf((await convert(path('in/x.zip'), '--to', 'ndjson')).stdout)).toEqual(['x.zip/march/a.835']);
    });

    it('do not change the ids of records', async () => {
      const idsOf = (text: string): readonly string[] =>
        text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line).id);
      const whole = await convert(path('in'), '-r', '--to', 'ndjson');
      const bare = await convert(path('in'), '-r', '--to', 'ndjson', '--bare-file-names');
      expect(idsOf(whole.stdout)).toEqual(idsOf(bare.stdout));
    });
  });

  describe('names of outputs', () => {
    it.each([
      'claims.xls',
      'claims.orc',
      'claims.xml',
      'claims.tsv',
      'claims.txt',
      'claims.json.gz',
      's3://bucket/claims.xls',
      'https://example.org/x.json',
      'ftp://example.org/x.json',
    ])('refuse %s and say what is allowed', async (out) => {
      for (const options of [[], ['--to', 'csv']]) {
        const { exitCode, stderr } = await convert(path('in'), '-r', '--out', out.includes('://') ? out : path(out), ...options);
        expect([exitCode, stderr]).toEqual([EXIT.usage, expect.stringMatching(/Allowed: .*\.json|web addresses are read only|is not supported. Name a path/)]);
      }
      expect(readdirSync(folder)).toEqual(['in']);
    });

    it.each([
      [['validate', '--out', 'x.xlsx']],
      [['ack', '--out', 'x.xlsx']],
      [['validate', '--out', 's3://bucket/x.json']],
      [['codes', 'export', '--type', 'ub_code', '--out', 'x.xlsx']],
    ])('refuse formats that %j does not write', async ([command = '', ...options]) => {
      const { exitCode, stderr } = await runCommand([command, ...(command === 'codes' ? [] : [path('in/a')]), ...options]);
      expect(exitCode).toBe(EXIT.usage);
      // Only `ack` writes a file for each input.
      if (!options.some((option) => option.includes('://'))) expect(stderr.includes('or a folder')).toBe(command === 'ack');
    });

    it.each([['validate'], ['codes', 'export', '--type', 'ub_code']])('refuse a folder where %s %s writes one file', async (...command) => {
      const { exitCode, stderr } = await runCommand([...command, ...(command[0] === 'codes' ? [] : [path('in/a')]), '--out', folder]);
      expect([exitCode, stderr]).toEqual([EXIT.usage, `--out: ${folder} is a folder. Name a file: this command writes one.\n`]);
    });

    it('are printed as they were given, also where a file is replaced', async () => {
      const given = relative(process.cwd(), path('again.json'));
      await convert(path('in/a'), '--out', given);
      expect((await convert(path('in/a'), '--out', given)).stderr).toContain(`Wrote ${given}\n`);
    });

    it('get the extension that they lack', async () => {
      await convert(path('in/a'), '--to', 'csv', '--out', path('results'));
      await convert(path('in/a'), '--out', path('remit.835'));
      await runCommand(['ack', path('in/a'), '--out', path('answer')]);
      await runCommand(['validate', path('in/a'), '--out', path('findings')]);
      await runCommand(['validate', path('in/a'), '--format', 'ndjson', '--out', path('findings')]);
      expect(readdirSync(folder).sort()).toEqual([
        'answer.999',
        'findings.ndjson',
        'findings.txt',
        'in',
        'remit.835.json',
        'results-Lines.csv',
        'results-ProviderAdjustments.csv',
        'results-Transactions.csv',
        'results.csv',
      ]);
    });
  });

  it('says what is left when it is interrupted', async () => {
    const interruption = new AbortController();
    const unended = new PassThrough();
    unended.write(remittance(500));
    const argv = ['convert', path('in/a/remit.835'), '-', path('in/b/remit.835'), '--out', path('all.json'), '--report', path('run.json')];
    const work = runCommand(argv, { input: unended, signal: interruption.signal });
    await until(() => unended.readableLength + unended.writableLength === 0);
    interruption.abort();
    expect(await work).toMatchObject({
      exitCode: EXIT.interrupted,
      stderr: `ERROR Interrupted: 1 file done, stdin not read to its end, 1 input not begun. ${path('all.json')} was not written.\n`,
    });
    expect(reportOf().files.map(({ file, status }: Record<string, unknown>) => [file, status])).toEqual([
      [path('in/a/remit.835'), 'ok'],
      ['stdin', 'unfinished'],
      [path('in/b/remit.835'), 'not begun'],
    ]);
  });

  it('says once why nothing of a file was converted', async () => {
    writeFileSync(path('in/c.edi'), 'ST*999*0001~SE*2*0001~');
    const { stderr } = await convert(path('in/c.edi'), '--quiet');
    expect(stderr.match(/ERROR/g) ?? []).toHaveLength(stderr === '' ? 0 : 1);
  });

  it('has no doubled full stop for an archive that is cut', async () => {
    writeFileSync(path('in/x.zip'), zipOf([{ name: 'a.835', content: remittance(1) }]).subarray(0, 40));
    expect((await convert(path('in/x.zip'))).stderr).not.toContain('..');
  });

  it('validates for --levels alone', async () => {
    writeFileSync(path('in/c.835'), remittance(1).replace(/SE\*\d+/, 'SE*99'));
    expect((await convert(path('in/c.835'), '--levels', '1')).stdout).toContain('"objectType":"VALIDATION"');
    expect(await convert(path('in/c.835'), '--to', 'csv', '--levels', '1')).toMatchObject({ exitCode: EXIT.usage });
  });
});
