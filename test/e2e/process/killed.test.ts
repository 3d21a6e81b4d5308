import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../support/until';
import { BUILT } from '../built-process';
import { remittance } from '../edi-835';

const PARTIAL = /^\..+\.partial-[0-9a-f]{8}-\d+$/;

describe('a conversion that is killed (SIGKILL) in the middle', () => {
  let folder: string;
  let child: ChildProcess | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-killed-'));
    writeFileSync(join(folder, 'in.835'), remittance(20));
  });
  afterEach(() => {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  const namesIn = (path = folder): string[] => readdirSync(path).filter((name) => name !== 'in.835');
  const partialsIn = (path = folder): string[] => namesIn(path).filter((name) => PARTIAL.test(name));

  /** Starts a conversion whose input never ends, and kills it when some of its output is on the disk. */
  const killInTheMiddle = async (argv: readonly string[], outFolder = folder, files = 1, claims = 3000): Promise<void> => {
    child = spawn(process.execPath, [BUILT, ...argv], { stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin?.on('error', () => undefined);
    child.stdin?.write(remittance(claims).slice(0, -500));
    await until(() => partialsIn(outFolder).filter((name) => statSync(join(outFolder, name)).size > 10_000).length >= files);
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    expect(await exit).toEqual([null, 'SIGKILL']);
  };
  const run = async (...argv: readonly string[]): Promise<void> => {
    const exit = once(spawn(process.execPath, [BUILT, ...argv], { stdio: 'ignore' }), 'exit');
    expect(await exit).toEqual([0, null]);
  };

  it('leaves no output file, only a hidden one of another name, which the next run removes', async () => {
    await killInTheMiddle(['convert', '-', '--out', join(folder, 'out.ndjson')]);
    expect(namesIn()).toEqual([expect.stringMatching(PARTIAL)]);
    await run('convert', join(folder, 'in.835'), '--out', join(folder, 'out.ndjson'));
    expect(namesIn()).toEqual(['out.ndjson']);
    expect(readFileSync(join(folder, 'out.ndjson'), 'utf8').match(/\n/g)).toHaveLength(20);
  });

  it('leaves the output of an earlier run as it was', async () => {
    writeFileSync(join(folder, 'out.ndjson'), 'whole');
    await killInTheMiddle(['convert', '-', '--out', join(folder, 'out.ndjson')]);
    expect(readFileSync(join(folder, 'out.ndjson'), 'utf8')).toBe('whole');
  });

  it('leaves none of several files', async () => {
    await killInTheMiddle(['convert', '-', '--out', join(folder, 'out.csv')], folder, 2);
    expect(namesIn().filter((name) => !PARTIAL.test(name))).toEqual([]);
    expect(partialsIn().length).toBeGreaterThan(1);
    await run('convert', join(folder, 'in.835'), '--out', join(folder, 'other.csv'));
    expect(namesIn().filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it.each(['parquet', 'xlsx'])('leaves no file under the name of an output: %s', async (format) => {
    const out = join(folder, `out.${format}`);
    await killInTheMiddle(['convert', '-', '--out', out], folder, 1, 150_000);
    expect(namesIn().filter((name) => !PARTIAL.test(name))).toEqual([]);
    await run('convert', join(folder, 'in.835'), '--out', out);
    expect(namesIn()).toContain(`out.${format}`);
    expect(namesIn().filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('is not taken for input by the next run over the folder', async () => {
    const out = join(folder, 'out');
    mkdirSync(out);
    await killInTheMiddle(['convert', '-', '--out', `${out}/`], out);
    await run('convert', folder, '--recurse', '--out', `${out}/`);
    expect(namesIn(out)).toEqual(['in.835.json']);
  });

  it('is cleaned up after by nobody while it runs', async () => {
    child = spawn(process.execPath, [BUILT, 'convert', '-', '--out', join(folder, 'out.ndjson')], { stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin?.write(remittance(3000).slice(0, -500));
    await until(() => partialsIn().length === 1);
    await run('convert', join(folder, 'in.835'), '--out', join(folder, 'other.ndjson'));
    expect(partialsIn()).toHaveLength(1);
    const exit = once(child, 'exit');
    child.stdin?.end(remittance(3000).slice(-500));
    expect(await exit).toEqual([0, null]);
    expect(namesIn().sort()).toEqual(['other.ndjson', 'out.ndjson']);
  });
});
