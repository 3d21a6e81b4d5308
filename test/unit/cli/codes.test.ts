import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { codeDatabases, itOn, type TestDatabase } from '../../support/code-databases';
import { zipOf } from '../io/zip-file';
import { type FakeProcess, type Outcome, runCommand } from './fake-io';

const CSV = [
  'code,desc,shortDesc,startDate,endDate',
  'K0171,"Injection, adrenalin",Adrenalin inject,2011-01-01,',
  'K0170,"Adrenalin ""old""",,1990-01-01,2010-12-31',
  'K9,Refill kit with adrenaline,,,',
].join('\n');

/** A signal that is aborted when a command looks at it for the so-manieth time. */
function abortedBefore(look: number): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  let looks = 0;
  signal.throwIfAborted = () => {
    if (++looks === look) controller.abort();
    AbortSignal.prototype.throwIfAborted.call(signal);
  };
  return signal;
}

describe.each(codeDatabases())('clearloop codes ($name)', ({ name, createShared }) => {
  const it = itOn({ name });
  let folder: string;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createShared();
    folder = mkdtempSync(join(tmpdir(), 'clearloop-codes-cli-'));
    expect(await importFile('local.csv', CSV, '--type', 'procedure', '--sub-type', 'local', '--release', '2026-10')).toMatchObject({ exitCode: 0 });
  });
  afterAll(async () => {
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const codesWith = async (fake: FakeProcess, ...argv: readonly string[]): Promise<Outcome> =>
    runCommand(['codes', ...argv], { ...fake, environment: { ...database.settings } });
  const codes = async (...argv: readonly string[]): Promise<Outcome> => codesWith({}, ...argv);
  const importFile = async (name: string, content: string | Buffer, ...argv: readonly string[]): Promise<Outcome> => {
    writeFileSync(join(folder, name), content);
    return codes('import', join(folder, name), ...argv);
  };

  describe('search', () => {
    it('prints a table, the best first', async () => {
      expect(await codes('search', 'adrenalin')).toEqual({
        exitCode: 0,
        stdout: [
          'type       list   code   description                 ended\n',
          'PROCEDURE  LOCAL  K0170  Adrenalin "old"             2010-12-31\n',
          'PROCEDURE  LOCAL  K0171  Injection, adrenalin\n',
          'PROCEDURE  LOCAL  K9     Refill kit with adrenaline\n',
        ].join(''),
        stderr: '',
      });
    });

    it('joins its arguments to one query', async () => {
      expect((await codes('search', 'refill', 'kit')).stdout).toContain('K9');
      expect((await codes('search', 'code:k', 'adrenalin', '--limit', '1')).stdout.split('\n')).toHaveLength(3);
      expect((await codes('search', 'K0171,', 'K9')).stdout).toMatch(/K0171.*\n.*K9/);
    });

    it('prints JSON', async () => {
      const { stdout } = await codes('search', 'K0171', '--json');
      expect(JSON.parse(stdout)).toEqual([
        { type: 'PROCEDURE', subType: 'LOCAL', code: 'K0171', desc: 'Injection, adrenalin', shortDesc: 'Adrenalin inject', startDate: '2011-01-01' },
      ]);
      expect((await codes('search', 'zzzzzz', '--json')).stdout).toBe('[]\n');
    });

    it('filters by type and days', async () => {
      expect((await codes('search', 'K01', '--type', 'Procedure', '--after-start', '2000-01-01')).stdout).toMatch(/^type.*\nPROCEDURE {2}LOCAL {2}K0171.*\n$/);
      expect((await codes('search', 'adrenalin', '--after-end', '2010-12-31')).stdout).not.toContain('K0170');
      expect((await codes('search', '70', '--type', 'ub_code', '--limit', '100')).stdout).toMatch(/CONDITION|OCCURRENCE_SPAN/);
    });

    it('says on standard error that nothing fits', async () => {
      expect(await codes('search', 'zzzzzz')).toEqual({
        exitCode: 0,
        stdout: '',
        stderr: expect.stringContaining('No list of DIAGNOSIS, DRG, DRUG, PROVIDER_TAXONOMY is loaded.'),
      });
      const { stderr } = await codes('search', 'zzzzzz', '--type', 'procedure');
      expect(stderr).toBe('No code fits. "clearloop codes sets" shows what is loaded.\n');
    });
  });

  describe('show', () => {
    it('prints one code as JSON, whatever its dots and hyphens', async () => {
      const { exitCode, stdout } = await codes('show', 'k-0171');
      expect([exitCode, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ code: 'K0171', desc: 'Injection, adrenalin' })]);
    });

    it('asks for the type of a code of several types', async () => {
      expect(await codes('show', '45')).toEqual({ exitCode: 1, stdout: '', stderr: expect.stringContaining('--type CLAIM_ADJUSTMENT_REASON_CODE') });
      expect(JSON.parse((await codes('show', '45', '--type', 'claim_adjustment_reason_code')).stdout)).toMatchObject({ subType: 'CARC' });
      expect(JSON.parse((await codes('show', '11', '--type', 'facility_type', '--sub-type', 'facility_type')).stdout)).toMatchObject({
        subType: 'FACILITY_TYPE',
      });
    });

    it('exits with 1 for a code that is not there', async () => {
      expect(await codes('show', 'zzzzzz')).toEqual({ exitCode: 1, stdout: '', stderr: expect.stringContaining('No code set') });
    });
  });

  describe('export', () => {
    const EXPORTED = [
      'code,formattedCode,desc,shortDesc,type,subType,enumName,startDate,endDate',
      'K0170,,"Adrenalin ""old""",,"PROCEDURE",LOCAL,,1990-01-01,2010-12-31',
      'K0171,,"Injection, adrenalin",Adrenalin inject,"PROCEDURE",LOCAL,,2011-01-01,',
      'K9,,"Refill kit with adrenaline",,"PROCEDURE",LOCAL,,,',
      '',
    ].join('\n');

    it('writes to standard output, with a line break at the end', async () => {
      expect(await codes('export', '--type', 'procedure')).toEqual({ exitCode: 0, stdout: EXPORTED, stderr: '' });
    });

    it('writes the codes of a query, at most so many', async () => {
      expect((await codes('export', 'K01', '--limit', '1')).stdout.split('\n')).toHaveLength(3);
      expect((await codes('export', 'adrenalin', 'old', '--type', 'procedure')).stdout).toContain('K0170');
    });

    it('writes to a file, which can be imported again', async () => {
      const out = join(folder, 'out/codes.csv');
      expect(await codes('export', '--type', 'procedure', '--out', out)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
      expect(readFileSync(out, 'utf8')).toBe(EXPORTED);
      expect(await codes('import', out)).toMatchObject({
        exitCode: 0,
        stderr: 'PROCEDURE/LOCAL: 0 codes added, 0 changed, 0 ended; 3 codes now\n',
      });
    });

    it('leaves no file when there is nothing to export', async () => {
      const out = join(folder, 'nothing/codes.csv');
      expect(await codes('export', '--out', out)).toEqual({ exitCode: 2, stdout: '', stderr: expect.stringContaining('Give a query, a type, or both') });
      expect(readdirSync(folder)).not.toContain('nothing');
    });

    it('ends quietly when its reader goes away', async () => {
      const gone = new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })) });
      gone.on('error', () => undefined);
      expect(await codesWith({ stdout: gone }, 'export', '--type', 'ub_code')).toMatchObject({ exitCode: 0, stderr: '' });
    });

    it.each([1, 2, 3])('ends with 130 when it is interrupted before piece %d, and leaves no file', async (piece) => {
      const out = join(folder, 'interrupted.csv');
      expect(await codesWith({ signal: abortedBefore(piece) }, 'export', '--type', 'ub_code', '--out', out)).toMatchObject({
        exitCode: 130,
        stderr: `Interrupted: ${out} was not written.\n`,
      });
      expect(readdirSync(folder).filter((name) => name.includes('interrupted'))).toEqual([]);
    });
  });

  describe('sets', () => {
    it('lists the sets as a table', async () => {
      const { exitCode, stdout } = await codes('sets');
      const [head, ...rows] = stdout.trimEnd().split('\n');
      expect([exitCode, head]).toEqual([0, expect.stringMatching(/^set +release +rows +loaded +source$/)]);
      expect(rows.find((row) => row.startsWith('shipped:TYPE_OF_BILL '))).toMatch(/ 2026-11 +1234 +\d{4}-\d\d-\d\d +UB-04 codes of the NUBC/);
      expect(rows.find((row) => row.startsWith('PROCEDURE/LOCAL '))).toMatch(/ 2026-10 +3 /);
    });

    it('lists the sets as JSON', async () => {
      const sets = JSON.parse((await codes('sets', '--json')).stdout);
      expect(sets).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'shipped:CARC', rowCount: 407, isShipped: true })]));
      expect(sets).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'PROCEDURE/LOCAL', isShipped: false })]));
    });
  });

  describe('import', () => {
    const loaded = async (): Promise<string> => (await codes('export', '--type', 'drg')).stdout;

    beforeAll(async () => importFile('drg.csv', 'code,desc\n001,Before\n', '--type', 'drg'));

    it('tells what it added, changed and ended', async () => {
      const rows = Array.from({ length: 1_200 }, (_, i) => `T${i},Taxonomy ${i}`).join('\n');
      expect(await importFile('taxonomy.csv', `code,desc\n${rows}\n`, '--type', 'provider_taxonomy')).toEqual({
        exitCode: 0,
        stdout: '',
        stderr: 'PROVIDER_TAXONOMY: 1,200 codes added, 0 changed, 0 ended; 1,200 codes now\n',
      });
      expect(await importFile('taxonomy.csv', 'code,desc\nT0,Changed\nT1200,New\n', '--type', 'provider_taxonomy')).toMatchObject({
        stderr: 'PROVIDER_TAXONOMY: 1 code added, 1 changed, 0 ended; 1,201 codes now\n',
      });
    });

    it('loads age limits', async () => {
      expect(await importFile('ages.csv', 'code,minAge,maxAge\nK0171,18,\n', '--type', 'procedure')).toMatchObject({
        exitCode: 0,
        stderr: 'AGE-LIMITS: 1 category or edit\n',
      });
      expect(JSON.parse((await codes('show', 'K0171')).stdout)).toMatchObject({ edits: { checkTypes: ['MIN_AGE'], minAge: 18 } });
    });

    it('loads several files and a zip archive', async () => {
      writeFileSync(join(folder, 'x12_amount_qualifier_code.csv'), 'code,desc\nQ8,Own amount\n');
      writeFileSync(join(folder, 'values.zip'), zipOf([{ name: 'ub04_value_code.csv', content: 'code,desc\nQ9,Own value\n' }]));
      const { exitCode, stderr } = await codes('import', join(folder, 'x12_amount_qualifier_code.csv'), join(folder, 'values.zip'));
      expect([exitCode, stderr.split('\n').map((line) => line.split(':')[0])]).toEqual([0, ['X12_AMOUNT_QUALIFIER_CODE', 'UB04_VALUE_CODE/VALUE', '']]);
      expect((await codes('search', 'own value', '--json')).stdout).toContain('Q9');
    });

    it.each([
      ['a line without a code', 'broken.csv', 'code,desc\n002,After\n,No code\n', 'broken.csv, line 3: has no code'],
      ['a quote that is not closed', 'quote.csv', `code,desc\n002,After\n003,"not closed\n${'004,x\n'.repeat(50)}`, 'quote.csv'],
      ['a bad date', 'date.csv', 'code,desc,startDate\n002,After,2026-02-30\n', 'date.csv, line 2'],
      ['a header alone', 'header.csv', 'code,desc\n', 'has no rows'],
      ['nothing at all', 'empty.csv', '', 'empty.csv (empty)'],
      ['another format', 'letter.txt', 'Dear Sir or Madam\n', 'No file is in a format that is known: letter.txt'],
      ['bytes of nothing', 'bytes.bin', Buffer.from([0, 1, 2, 3, 255, 254, 0, 0]), 'bytes.bin'],
    ])('exits with 1 for a file with %s, and loads nothing', async (_what, name, content, message) => {
      const before = await loaded();
      expect(await importFile(name, content, '--type', 'drg')).toEqual({ exitCode: 1, stdout: '', stderr: expect.stringContaining(message) });
      expect(await loaded()).toBe(before);
    });

    const archive = zipOf([{ name: 'drg.csv', content: `code,desc\n${Array.from({ length: 2_000 }, (_, i) => `${i},After ${i}`).join('\n')}` }]);

    it.each([0.1, 0.5, 0.9, 0.99])('exits with 1 for a zip archive of which %d is there, and loads nothing', async (part) => {
      const before = await loaded();
      const { exitCode, stderr } = await importFile('cut.zip', archive.subarray(0, Math.floor(archive.length * part)), '--type', 'drg');
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('cut.zip')]);
      expect(await loaded()).toBe(before);
    });

    it('exits with 1 for a zip archive whose content is damaged, and loads nothing', async () => {
      const before = await loaded();
      const damaged = Buffer.from(archive);
      damaged.fill(0xaa, 200, 400);
      expect(await importFile('damaged.zip', damaged, '--type', 'drg')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('damaged.zip') });
      expect(await loaded()).toBe(before);
    });

    it('exits with 1 for a file that is not there', async () => {
      expect(await codes('import', join(folder, 'nothing.csv'))).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('there is no such file') });
    });

    it('names the file that is not there', async () => {
      expect(await codes('import', join(folder, 'nothing.csv'))).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('nothing.csv') });
    });

    it('keeps the files before a broken one', async () => {
      writeFileSync(join(folder, 'good.csv'), 'code,desc\n777,Good\n');
      writeFileSync(join(folder, 'bad.csv'), 'code,desc\n,No code\n');
      const { exitCode, stderr } = await codes('import', join(folder, 'good.csv'), join(folder, 'bad.csv'), '--type', 'drg');
      expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^DRG: 1 code added.*\nbad\.csv, line 2/)]);
      expect(await loaded()).toContain('777');
    });

    it('ends with 130 when it is interrupted, and loads nothing', async () => {
      const before = await loaded();
      writeFileSync(join(folder, 'drg.csv'), 'code,desc\n002,After\n');
      expect(await codesWith({ signal: AbortSignal.abort() }, 'import', join(folder, 'drg.csv'), '--type', 'drg')).toMatchObject({
        exitCode: 130,
        stderr: expect.stringMatching(/^Interrupted: .* nothing is loaded\.\n$/),
      });
      expect(await loaded()).toBe(before);
    });

    it('shows a progress bar on a terminal, unless it is told to be quiet', async () => {
      const terminal = { isTerminal: { stderr: true } };
      const loud = await codesWith(terminal, 'import', join(folder, 'good.csv'), '--type', 'drg');
      const quiet = await codesWith(terminal, 'import', join(folder, 'good.csv'), '--type', 'drg', '--quiet');
      expect([loud.exitCode, quiet.exitCode]).toEqual([0, 0]);
      expect(quiet.stderr).toMatch(/^DRG: [^\n]*\n$/);
      expect(loud.stderr.length).toBeGreaterThan(quiet.stderr.length);
    });
  });

  it('counts the rows of a CSV that repeat a code', async () => {
    writeFileSync(join(folder, 'repeated.csv'), 'code,desc\nQ1,One\nQ2,Two\nQ1,Another\nQ1,\n');
    const { stderr } = await codes('import', join(folder, 'repeated.csv'), '--type', 'drg');
    expect(stderr).toMatch(/; 2 rows with a code of an earlier row, used only for what that one leaves empty; /);
  });

  it('exports what csv-parse reads', async () => {
    const rows: readonly Readonly<Record<string, string>>[] = parse((await codes('export', '--type', 'remittance_advice_remark_code')).stdout, {
      columns: true,
    });
    expect(rows).toHaveLength(1_171);
    expect(rows.every(({ type }) => type === 'REMITTANCE_ADVICE_REMARK_CODE')).toBe(true);
  });
});

describe('clearloop codes', () => {
  it.each([
    [['search', 'x', '--type', 'procedur'], 'There is no type of codes procedur. Did you mean PROCEDURE?\n'],
    [['show', 'x', '--type', 'diagnoses'], 'There is no type of codes diagnoses. Did you mean DIAGNOSIS?\n'],
    [['export', '--type', 'dgr'], 'Did you mean DRG?'],
    [['search', 'x', '--type', 'carc'], 'There is no type of codes carc. Did you mean CLAIM_ADJUSTMENT_REASON_CODE?\n'],
    [['search', 'x', '--type', 'icd-10-cm'], 'Did you mean DIAGNOSIS?'],
    [['search', 'x', '--type', 'something else'], 'There is no type of codes something else. Allowed: CLAIM_ADJUSTMENT_GROUP_CODE, '],
    [['import', 'x.csv', '--type', 'procedur'], 'Did you mean PROCEDURE?'],
    [['search', '%'], 'query has no letter or digit'],
    [['search', 'a'.repeat(10_000)], 'query has 10000 characters'],
    [['search'], "missing required argument 'query'"],
    [['search', 'x', '--limit', '0'], 'Allowed: a whole number from 1 to 10000000.'],
    [['search', 'x', '--after-start', '2026-02-30'], 'Allowed: a day such as 2026-01-31.'],
    [['export'], 'Give a query, a type, or both'],
    [['import'], "missing required argument 'files'"],
    [['find', 'x'], 'unknown command'],
    [[], 'Usage'],
  ])('exits with 2 for wrong usage: %#', async (argv, message) => {
    const { exitCode, stdout, stderr } = await runCommand(['codes', ...argv], { environment: { CLEARLOOP_DATA_DIR: process.env['CLEARLOOP_DATA_DIR'] } });
    expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  });

  it('exits with 1 when the data folder cannot be made', async () => {
    const { exitCode, stderr } = await runCommand(['codes', 'sets'], { environment: { CLEARLOOP_DATA_DIR: '/dev/null/nothing' } });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('Set CLEARLOOP_DATA_DIR')]);
  });

  it('exits with 2 for the address of another database', async () => {
    const { exitCode, stderr } = await runCommand(['codes', 'sets'], { environment: { CLEARLOOP_DB_URL: 'mysql://x' } });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('CLEARLOOP_DB_URL')]);
  });
});
