import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remittance } from '../../e2e/edi-835';
import { EXIT } from '../../../src/cli/exit-codes';
import { type Outcome, runCommand } from './fake-io';

describe('clearloop batch', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-batch-cli-'));
  const command = (...argv: readonly string[]): Promise<Outcome> => runCommand(['batch', ...argv], { environment: { CLEARLOOP_DATA_DIR: folder } });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['standard input', ['-', '--out', 'out'], 'reads files'],
    ['an empty source', ['', '--out', 'out'], 'A source is empty'],
    ['an empty target', ['in', '--out', ''], '--out is empty'],
    ['a web address with a query', ['https://h/a.835?sig=s3cret', '--out', 'out'], 'has no query'],
    ['a password', ['sftp://ann:s3cret@h/in', '--out', 'out'], 'takes no password'],
    ['a target that is read only', ['in', '--out', 'https://h/out'], 'read only'],
    ['an unknown format', ['in', '--out', 'out', '--to', 'xml'], 'no format'],
    ['an option that CSV does not have', ['in', '--out', 'out', '--to', 'csv', '--validate'], 'no meaning for CSV'],
    ['a level that does not exist', ['in', '--out', 'out', '--levels', '9'], 'levels'],
    ['a report of an unknown extension', ['in', '--out', 'out', '--report', 'run.pdf'], 'no report is written as .pdf. Name a file that ends with .json, .csv'],
  ])('refuses %s, and stores nothing', async (_what, argv, message) => {
    const { exitCode, stderr } = await command('run', ...argv);
    expect([exitCode, stderr]).toEqual([EXIT.usage, expect.stringContaining(message)]);
    expect(stderr).not.toContain('s3cret');
    expect((await command('status')).stderr).toBe('There is no batch in this ledger.\n');
  });

  it('refuses a report of an unknown extension for all commands that write one', async () => {
    for (const name of ['resume', 'retry', 'watch']) {
      const { exitCode, stderr } = await command(name, 'nobody', '--report', 'run.PDF');
      expect([exitCode, stderr]).toEqual([EXIT.usage, expect.stringContaining('--report: no report is written as .pdf')]);
    }
  });

  it('reports an unknown batch', async () => {
    for (const name of ['status', 'report', 'cancel', 'retry', 'resume'])
      expect(await command(name, 'nobody')).toMatchObject({ exitCode: EXIT.failed, stderr: expect.stringContaining('There is no batch nobody') });
  });

  it('reports a source that is not there, and keeps the batch', async () => {
    const { exitCode, stderr } = await command('run', join(folder, 'nothing'), '--out', join(folder, 'out'));
    expect([exitCode, stderr]).toEqual([EXIT.failed, expect.stringContaining('no such file or folder')]);
    expect((await command('status')).stdout).toContain('running');
    const [{ id, failure }] = JSON.parse((await command('status', '--json')).stdout);
    expect(failure).toMatchObject({ code: 'EDI_SOURCE_UNREADABLE' });
    expect((await command('status', id)).stdout).toMatch(/\nERROR .*nothing cannot be read: there is no such file or folder/);
    expect((await command('status', id)).stdout).toMatch(/\nNo process runs it\. It is continued by: clearloop batch resume \S+\n$/);
    expect((await command('report', id)).stdout).toMatch(/\nERROR EDI_SOURCE_UNREADABLE .*nothing cannot be read/);
    mkdirSync(join(folder, 'nothing'));
    writeFileSync(join(folder, 'nothing/a.835'), remittance(1, 'a'));
    expect((await command('resume', id, '--settle-seconds', '0')).exitCode).toBe(EXIT.ok);
    expect((await command('status', id)).stdout).not.toMatch(/ERROR|No process/);
  });

  it('lists what it skipped in folders, except with --quiet', async () => {
    mkdirSync(join(folder, 'in/march'), { recursive: true });
    for (let number = 0; number < 11; number++) writeFileSync(join(folder, `in/n${number}.pdf`), 'x');
    const argv = ['run', join(folder, 'in'), '--out', join(folder, 'out')];
    const { exitCode, stderr } = await command(...argv);
    expect(exitCode).toBe(EXIT.failed);
    const nothing = `ERROR No EDI files in ${join(folder, 'in')}. Subfolders are searched with the option recurse.`;
    const lines = [nothing, '12 files skipped:', '  march: a folder; --recurse looks into it', '  n0.pdf: .pdf is no extension of EDI files'];
    expect(stderr).toContain(lines.join('\n'));
    expect(stderr).toMatch(/ {2}and 2 more\n$/);
    expect((await command(...argv, '--quiet')).stderr).toBe(`${nothing}\n`);
  });

  it('reports patterns without files, and fails where no source has a file', async () => {
    mkdirSync(join(folder, 'some'));
    writeFileSync(join(folder, 'some/a.835'), remittance(1, 'a'));
    const nothing = join(folder, 'some/*.837');
    const argv = ['--out', join(folder, 'some-out'), '--settle-seconds', '0', '--recurse'];
    const { exitCode, stderr } = await command('run', nothing, ...argv);
    expect([exitCode, stderr]).toEqual([EXIT.failed, expect.stringContaining(`ERROR No EDI files in ${nothing}.\n`)]);
    const [{ id, state, failure }] = JSON.parse((await command('status', '--json')).stdout);
    expect([state, failure]).toEqual(['failed', { code: 'EDI_NO_FILES', message: `No EDI files in ${nothing}.` }]);
    const watched = await command('watch', id);
    expect([watched.exitCode, watched.stderr.split('\n').filter((line) => line.startsWith('ERROR'))]).toEqual([
      EXIT.failed,
      [`ERROR No EDI files in ${nothing}.`],
    ]);
    expect((await command('report', id)).stdout).toContain(`\nERROR EDI_NO_FILES No EDI files in ${nothing}.\n`);
    const both = await command('run', nothing, join(folder, 'some'), ...argv);
    expect([both.exitCode, both.stderr]).toEqual([EXIT.ok, expect.stringContaining(`\nNo EDI files in ${nothing}.\n`)]);
    // What was converted before is no empty source.
    expect((await command('run', join(folder, 'some'), ...argv)).exitCode).toBe(EXIT.ok);
  });

  it('cancels an unfinished batch that no process runs when --again begins a new one', async () => {
    const argv = ['run', join(folder, 'absent'), '--out', join(folder, 'absent-out')];
    expect((await command(...argv)).exitCode).toBe(EXIT.failed);
    const [{ id }] = JSON.parse((await command('status', '--json')).stdout);
    const { stderr } = await command(...argv, '--again');
    expect(stderr).toContain(`Batch ${id} was not finished, and no process runs it. It is cancelled, because --again begins a new one.\n`);
    const batches = JSON.parse((await command('status', '--json')).stdout);
    expect(batches.slice(0, 2)).toMatchObject([{ state: 'running' }, { id, state: 'cancelled' }]);
  });

  it('shows control characters in names of files as escapes', async () => {
    mkdirSync(join(folder, 'names'));
    writeFileSync(join(folder, 'names/a\nERROR b\u001b[2J.835'), 'no EDI');
    writeFileSync(join(folder, 'names/c\nd.pdf'), 'x');
    const shown = 'a\\nERROR b\\x1b[2J.835';
    const { stderr } = await command('run', join(folder, 'names'), '--out', join(folder, 'names-out'), '--settle-seconds', '0');
    expect(stderr.split('\n')).toEqual(expect.arrayContaining([expect.stringContaining(`ERROR ${shown}: `), '  c\\nd.pdf: .pdf is no extension of EDI files']));
    const [{ id }] = JSON.parse((await command('status', '--json')).stdout);
    expect((await command('report', id)).stdout.split('\n')).toContainEqual(expect.stringContaining(`FAILED ${shown}: EDI_NOT_EDI`));
    const missing = await command('run', join(folder, 'no\nthing'), '--out', join(folder, 'names-out'));
    expect(missing.stderr).toContain('no\\nthing cannot be read');
  });

  it('names the setting of the ledger whose value is no address of PostgreSQL', async () => {
    for (const setting of ['CLEARLOOP_LEDGER_URL', 'CLEARLOOP_DB_URL']) {
      const { exitCode, stderr } = await runCommand(['batch', 'status'], { environment: { [setting]: 'mysql://ann:s3cret@host/ledger' } });
      expect([exitCode, stderr]).toEqual([EXIT.usage, expect.stringContaining(`The setting ${setting} is not a postgres:// address.`)]);
    }
  });

  it('reports a ledger that cannot be opened, without its password', async () => {
    const environment = { CLEARLOOP_LEDGER_URL: 'postgres://ann:s3cret@127.0.0.1:1/ledger' };
    const { exitCode, stderr } = await runCommand(['batch', 'status'], { environment });
    expect([exitCode, stderr]).toEqual([EXIT.failed, expect.stringContaining('The ledger of batches in PostgreSQL on 127.0.0.1:1 cannot be opened')]);
    expect(stderr).not.toContain('s3cret');
  });
});
