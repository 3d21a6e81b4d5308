import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { remittance } from '../../e2e/edi-835';
import { zipOf } from '../io/zip-file';
import { EXIT } from '../../../src/cli/exit-codes';
import { runCommand } from './fake-io';

describe('outputs of clearloop convert', () => {
  let folder: string;
  const path = (name: string): string => join(folder, name);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-out-'));
    mkdirSync(path('in/sub'), { recursive: true });
    writeFileSync(path('in/a.edi'), remittance(1));
    writeFileSync(path('in/sub/a.edi'), remittance(2));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const lengthOf = (name: string): number => JSON.parse(readFileSync(path(name), 'utf8')).length;

  it('writes one array for all inputs into a file', async () => {
    expect((await runCommand(['convert', path('in'), '-r', '--out', path('all.json')])).exitCode).toBe(0);
    expect(lengthOf('all.json')).toBe(3);
  });

  it('writes a new file for its owner alone, and keeps the mode of one that it replaces', async () => {
    writeFileSync(path('shared.json'), '', { mode: 0o600 });
    chmodSync(path('shared.json'), 0o664);
    for (const name of ['new.json', 'shared.json']) await runCommand(['convert', path('in/a.edi'), '--out', path(name)]);
    expect(['new.json', 'shared.json'].map((name) => statSync(path(name)).mode & 0o777)).toEqual([0o600, 0o664]);
    expect(lengthOf('shared.json')).toBe(1);
  });

  it('takes the format from the extension of the file', async () => {
    await runCommand(['convert', path('in'), '-r', '--out', path('all.ndjson')]);
    expect(readFileSync(path('all.ndjson'), 'utf8').match(/\n/g)).toHaveLength(3);
  });

  it('writes a file for each input into a folder, in the same subfolders', async () => {
    expect((await runCommand(['convert', path('in'), '-r', '--out', `${path('new')}/`])).exitCode).toBe(0);
    expect(lengthOf('new/a.edi.json')).toBe(1);
    expect(lengthOf('new/sub/a.edi.json')).toBe(2);
  });

  it('numbers outputs of the same name', async () => {
    writeFileSync(
      path('in.zip'),
      zipOf([
        { name: 'x/a.edi', content: remittance(3) },
        { name: 'y/a.edi', content: remittance(4) },
      ]),
    );
    mkdirSync(path('out'));
    await runCommand(['convert', path('in/a.edi'), path('in.zip'), '--to', 'ndjson', '--out', path('out')]);
    expect(readdirSync(path('out')).sort()).toEqual(['a.edi-2.ndjson', 'a.edi-3.ndjson', 'a.edi.ndjson']);
  });

  it('converts the other inputs of a folder when one fails, and leaves no file for it', async () => {
    writeFileSync(path('in/b.edi'), 'Dear Sir');
    const { exitCode, stderr } = await runCommand(['convert', path('in'), '--out', `${path('out')}/`, '--quiet']);
    expect(exitCode).toBe(1);
    expect(readdirSync(path('out'))).toEqual(['a.edi.json']);
    expect(stderr).toMatch(/^ERROR b\.edi: The input is not EDI.*\n$/);
  });

  it('shows an output file only when it is whole', async () => {
    writeFileSync(path('all.json'), 'old');
    const states: string[] = [];
    const interruption = new AbortController();
    const watched = Object.assign(new Writable({ write: (_chunk, _encoding, done) => done() }), { isTTY: false });
    const work = runCommand(['convert', '-', '--out', path('all.json')], { input: remittance(3000), signal: interruption.signal, stdout: watched });
    while (!readdirSync(folder).some((name) => /^\.all\.json\.partial-[0-9a-f]{8}-\d+$/.test(name))) await new Promise(setImmediate);
    states.push(readFileSync(path('all.json'), 'utf8'));
    await work;
    expect(states).toEqual(['old']);
    expect(lengthOf('all.json')).toBe(3000);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('removes the unfinished file and exits with 130 when it is interrupted', async () => {
    const interruption = new AbortController();
    const unended = new PassThrough();
    unended.write(remittance(500));
    const work = runCommand(['convert', '-', '--out', path('all.json')], { input: unended, signal: interruption.signal });
    while (!readdirSync(folder).some((name) => name.includes('partial'))) await new Promise(setImmediate);
    interruption.abort();
    expect((await work).exitCode).toBe(130);
    expect(readdirSync(folder)).toEqual(['in']);
  });

  it('replaces the file behind a symbolic link, not the link', async () => {
    writeFileSync(path('real.json'), 'old');
    symlinkSync(path('real.json'), path('link.json'));
    await runCommand(['convert', path('in/a.edi'), '--out', path('link.json')]);
    expect(lengthOf('real.json')).toBe(1);
  });

  it('writes devices directly', async () => {
    expect((await runCommand(['convert', path('in/a.edi'), '--out', '/dev/null'])).exitCode).toBe(0);
    expect(existsSync('/dev/.null.partial')).toBe(false);
  });

  it('refuses to replace an input', async () => {
    const { exitCode } = await runCommand(['convert', path('in/a.edi'), '--out', path('in/../in/a.edi')]);
    expect(exitCode).toBe(2);
    expect(readFileSync(path('in/a.edi'), 'utf8')).toBe(remittance(1));
  });

  it('tells that an output cannot be written', async () => {
    const { exitCode, stderr } = await runCommand(['convert', path('in/a.edi'), '--out', path('in/a.edi/below.json')]);
    expect(exitCode).toBe(EXIT.unwritable);
    expect(stderr).toMatch(/below\.json cannot be written \(E(NOTDIR|EXIST)\)/);
  });

  it('ends quietly when the reader of standard output goes away', async () => {
    const gone = new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error('gone'), { code: 'EPIPE' })) });
    expect(await runCommand(['convert', path('in/a.edi')], { stdout: gone })).toMatchObject({ exitCode: 0, stderr: '' });
  });
});
