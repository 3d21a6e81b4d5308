import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { EXIT } from '../../../src/cli/exit-codes';
import { Storages } from '../../../src/storage/storages';
import { remittance } from '../../e2e/edi-835';
import { type S3Server, startS3Server } from '../../support/s3-server';
import { put, textAt } from '../storage/storage-subjects';
import { type Outcome, runCommand } from './fake-io';

describe('addresses as inputs and outputs of commands', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-addresses-'));
  const path = (name: string): string => join(folder, name);
  let server: S3Server;
  let storages: Storages;
  const at = (key: string): string => `s3://${server.bucket}/${key}`;
  const command = (...argv: readonly string[]): Promise<Outcome> => runCommand(argv, { environment: { ...server.environment } });
  beforeAll(async () => {
    server = await startS3Server();
    storages = new Storages({ environment: server.environment });
    writeFileSync(path('a.835'), remittance(2, 'A'));
    await put(storages, at('in/a.835'), remittance(2, 'A'));
    await put(storages, at('in/march/b.835.gz'), gzipSync(remittance(1, 'B')));
    await put(storages, at('in/notes.pdf'), 'x');
  });
  afterAll(async () => {
    await storages.close();
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('convert a bucket into a folder, byte for byte as files', async () => {
    const { exitCode, stderr } = await command('convert', at('in/'), '-r', '--out', path('out/'));
    expect([exitCode, stderr]).toEqual([EXIT.ok, expect.stringContaining('2 files, 3 records')]);
    expect(stderr).toContain('notes.pdf: .pdf is no extension of EDI files');
    expect(readdirSync(path('out'), { recursive: true, encoding: 'utf8' }).sort()).toEqual(['a.835.json', 'march', 'march/b.835.json']);
    await runCommand(['convert', path('a.835'), '--out', path('local.json')]);
    const withoutFile = (text: string): string => text.replace(/"fileInfo":\{[^}]*\}/g, '');
    expect(withoutFile(readFileSync(path('out/a.835.json'), 'utf8'))).toBe(withoutFile(readFileSync(path('local.json'), 'utf8')));
  });

  it('convert a file into a bucket: one file, several tables, a file for each input', async () => {
    expect(await command('convert', path('a.835'), '--out', at('one.ndjson'))).toMatchObject({ exitCode: EXIT.ok });
    await expect(textAt(storages, at('one.ndjson'))).resolves.toMatch(/^(\{.*\}\n){2}$/);
    const { stderr } = await command('convert', at('in/a.835'), '--out', at('tables/remit.csv'));
    expect(stderr).toContain(`Wrote ${at('tables/remit.csv')}, ${at('tables/remit-Lines.csv')}`);
    expect(await command('convert', at('in/**/*.gz'), path('a.835'), '--out', at('each/'))).toMatchObject({ exitCode: EXIT.ok });
    await expect(textAt(storages, at('each/march/b.835.json'))).resolves.toMatch(/^\[/);
    await expect(textAt(storages, at('each/a.835.json'))).resolves.toMatch(/^\[/);
  });

  it('validate and acknowledge what is in a bucket', async () => {
    expect(await command('validate', at('in/a.835'))).toMatchObject({ exitCode: EXIT.findings, stdout: expect.stringContaining('a.835') });
    expect(await command('ack', at('in/a.835'), '--out', at('acks/'))).toMatchObject({ exitCode: EXIT.ok });
    await expect(textAt(storages, at('acks/a.835.999'))).resolves.toMatch(/^ISA/);
  });

  it('do not replace an input', async () => {
    await put(storages, at('same.json'), remittance(1));
    const { exitCode, stderr } = await command('convert', at('same.json'), '--out', at('same.json'));
    expect([exitCode, stderr]).toEqual([EXIT.usage, expect.stringContaining('is an input')]);
  });

  it('report an archive, what is not there, and an address with a password', async () => {
    await put(storages, at('archives/a.zip'), 'PK');
    expect(await command('convert', at('archives/'))).toMatchObject({
      exitCode: EXIT.failed,
      stderr: expect.stringContaining('A zip archive is read from a folder'),
    });
    expect(await command('convert', at('nothing/'))).toMatchObject({ exitCode: EXIT.usage, stderr: expect.stringContaining('No EDI files in') });
    const secret = await command('convert', 'sftp://ann:s3cret@host/in');
    expect([secret.exitCode, secret.stderr]).toEqual([EXIT.usage, expect.not.stringContaining('s3cret')]);
  });
});
