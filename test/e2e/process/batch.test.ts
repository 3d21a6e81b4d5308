import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { removePackages, writePackage } from '../../support/plugin-package';
import { until } from '../../support/until';
import { BUILT, outputOf } from '../built-process';
import { remittance } from '../edi-835';

const A_DAY = 86_400;

/** An output whose process dies with the 50th record. */
const DEADLY_OUTPUT = `
const { defineOutput } = require('clearloop/plugin/io');
exports.deadly = defineOutput({
  id: 'deadly',
  contentType: 'text/plain',
  extension: 'txt',
  open() {
    let count = 0;
    return {
      begin() {},
      record() { if (++count === 50) process.kill(process.pid, 'SIGKILL'); },
      notice() {},
      end(out) { out.text(count + ' records'); },
    };
  },
});
`;

interface Ended {
  readonly exitCode: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command with files of at most 1 MB: to write more fails, as it does on a full disk. */
const WITH_LITTLE_ROOM = ['sh', '-c', 'ulimit -f 2048; exec "$0" "$@"'] as const;

describe('clearloop batch', () => {
  let folder: string;
  let running: ChildProcess | undefined;
  const path = (name: string): string => join(folder, name);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-batches-'));
    mkdirSync(path('in/march'), { recursive: true });
  });
  afterEach(() => {
    running?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  afterAll(removePackages);

  /** Files that were not changed for a day, with so many claims. */
  const write = (files: Readonly<Record<string, number | string>>): void => {
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(path(name), typeof content === 'number' ? remittance(content, name.replaceAll(/\W/g, '')) : content);
      const yesterday = Date.now() / 1000 - A_DAY;
      utimesSync(path(name), yesterday, yesterday);
    }
  };
  const startAs = (command: string, ...argv: readonly string[]): ChildProcessByStdio<null, Readable, Readable> => {
    const env = { ...process.env, CLEARLOOP_DATA_DIR: path('data') };
    return spawn(command, argv, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  };
  const start = (...argv: readonly string[]): ChildProcessByStdio<null, Readable, Readable> => startAs(process.execPath, BUILT, ...argv);
  const clearloop = async (...argv: readonly string[]): Promise<Ended> => endOf(start(...argv));
  const endOf = async (child: ChildProcessByStdio<null, Readable, Readable>): Promise<Ended> => {
    const exit = once(child, 'exit');
    const [stdout, stderr] = await Promise.all([outputOf(child.stdout), outputOf(child.stderr)]);
    const [exitCode]: unknown[] = await exit;
    return { exitCode, stdout, stderr };
  };
  const filesBelow = (name: string): Readonly<Record<string, string>> => {
    const entries = readdirSync(path(name), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = entries.map(({ parentPath, name: base }) => join(parentPath, base)).sort();
    return Object.fromEntries(paths.map((one) => [one.slice(path(name).length + 1), readFileSync(one, 'utf8')]));
  };
  /** Names of outputs that anybody sees; what is written at the same time is hidden. */
  const visible = (): readonly string[] => {
    mkdirSync(path('out'), { recursive: true });
    return readdirSync(path('out')).filter((name) => !name.startsWith('.'));
  };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a report has no type
  const reportOf = (name: string): any => JSON.parse(readFileSync(path(name), 'utf8'));

  it('converts as convert does, in several processes, and skips what is done the second time', async () => {
    write({ 'in/a.835': 3, 'in/march/b.835': 2, 'in/c.835': 1, 'in/notes.pdf': 'x' });
    await clearloop('convert', 'in', '-r', '--out', 'alone/');
    const first = await clearloop('batch', 'run', 'in', '-r', '--out', 'out', '--jobs', '2', '--report', 'run.json');
    expect([first.exitCode, first.stderr]).toEqual([0, expect.stringContaining('done: 3 files (3 done), 6 records')]);
    expect(filesBelow('out')).toEqual(filesBelow('alone'));
    const { id, totals, files } = reportOf('run.json');
    expect(totals).toMatchObject({ files: 3, records: 6, errors: 0, states: { done: 3 } });
    expect(files).toHaveLength(3);
    const second = await clearloop('batch', 'run', 'in', '-r', '--out', 'out', '--jobs', '2');
    expect(second.stderr).toContain('done: 3 files (3 skipped), 0 records');
    const status = await clearloop('batch', 'status', id);
    expect(status.stdout).toContain(`Batch ${id} done: 3 files (3 done)`);
    const csv = await clearloop('batch', 'report', id, '--format', 'csv');
    expect(csv.stdout.split('\n').slice(0, 2)).toEqual([expect.stringMatching(/^file,state,/), expect.stringMatching(/^a\.835,done,\d+,3,0,0,/)]);
    expect((await clearloop('batch', 'status')).stdout.split('\n')).toHaveLength(4);
  });

  it('continues after its processes were killed, and leaves every output as a single run does', async () => {
    write(Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`in/f${index}.835`, 2000])));
    const argv = ['batch', 'run', 'in', '--out', 'out', '--to', 'ndjson', '--jobs', '2'] as const;
    running = start(...argv);
    const exit = once(running, 'exit');
    await until(() => visible().length >= 3);
    running.kill('SIGKILL');
    await exit;
    expect(visible().length).toBeLessThan(12);
    const second = await clearloop(...argv, '--report', 'run.json');
    expect([second.exitCode, second.stderr]).toEqual([0, expect.stringContaining('done: 12 files (12 done), 24,000 records')]);
    await clearloop('convert', 'in', '--to', 'ndjson', '--out', 'alone/');
    expect(filesBelow('out')).toEqual(filesBelow('alone'));
    // Those that were in work were begun twice, the others once.
    const attempts: number[] = reportOf('run.json').files.map((file: { readonly attempts: number }) => file.attempts);
    expect(attempts.filter((count) => count === 1).length).toBeGreaterThanOrEqual(10);
    expect(Math.max(...attempts)).toBeLessThanOrEqual(2);
  });

  it('quarantines a file that kills its process three times, and goes on', async () => {
    write({ 'in/a.835': 3, 'in/poison.835': 60, 'in/z.835': 2 });
    const plugin = writePackage({ 'index.js': DEADLY_OUTPUT });
    const { exitCode, stderr } = await clearloop(
      'batch',
      'run',
      'in',
      '--out',
      'out',
      '--to',
      'deadly',
      '--plugin',
      plugin,
      '--jobs',
      '1',
      '--report',
      'run.json',
    );
    expect(exitCode).toBe(1);
    expect(stderr).toContain('ERROR poison.835: quarantined. What converted the file ended without an answer, 3 times.');
    expect(filesBelow('out')).toEqual({ 'a.835.txt': '3 records', 'z.835.txt': '2 records' });
    expect(reportOf('run.json').files).toMatchObject([{ state: 'done' }, { state: 'quarantined', attempts: 3, code: 'EDI_WORKER_DIED' }, { state: 'done' }]);
  });

  it('is interrupted by SIGINT, and resumed by its id', async () => {
    write(Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`in/f${index}.835`, 3000])));
    running = start('batch', 'run', 'in', '--out', 'out', '--jobs', '1');
    const exit = once(running, 'exit');
    await until(() => visible().length >= 1);
    running.kill('SIGINT');
    expect(await exit).toEqual([130, null]);
    expect(Object.keys(filesBelow('out')).filter((name) => name.startsWith('.'))).toEqual([]);
    const [{ id, totals }] = JSON.parse((await clearloop('batch', 'status', '--json')).stdout);
    expect(totals.states).toMatchObject({ running: 0, publishing: 0 });
    expect(totals.states.waiting).toBeGreaterThan(0);
    expect(await clearloop('batch', 'resume', id)).toMatchObject({ exitCode: 0 });
    expect(Object.keys(filesBelow('out'))).toHaveLength(8);
  });

  it('is cancelled by another process', async () => {
    write({ 'in/a.835': 2 });
    running = start('batch', 'run', 'in', '--out', 'out', '--jobs', '1', '--watch', '--poll-seconds', '1');
    const exit = once(running, 'exit');
    await until(() => visible().length === 1);
    const [{ id, state }] = JSON.parse((await clearloop('batch', 'status', '--json')).stdout);
    expect(state).toBe('running');
    expect(await clearloop('batch', 'cancel', id)).toMatchObject({ exitCode: 0 });
    expect(await exit).toEqual([1, null]);
    expect(await clearloop('batch', 'cancel', id)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('has ended: cancelled') });
  });

  it('tries a damaged archive once', async () => {
    writeFileSync(path('in/a.835.gz'), gzipSync(remittance(50, 'a')).subarray(0, -20));
    const ended = await clearloop('batch', 'run', 'in', '--out', 'out', '--jobs', '1', '--settle-seconds', '0', '--report', 'run.json');
    expect(ended).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('ERROR a.835: The gzip data is damaged or broken off') });
    expect(reportOf('run.json').files).toMatchObject([{ state: 'failed', attempts: 1, code: 'EDI_SOURCE_UNREADABLE' }]);
  });

  it('fails a file for which there is no room, leaves nothing of it, and converts it when it is retried', async () => {
    write({ 'in/large.835': 3000, 'in/small.835': 2 });
    const ended = await endOf(startAs(...WITH_LITTLE_ROOM, process.execPath, BUILT, 'batch', 'run', 'in', '--out', 'out', '--jobs', '1'));
    expect(ended).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/large\.835\.json cannot be written \(\w+\)\. Check that there is space/) });
    expect(Object.keys(filesBelow('out'))).toEqual(['small.835.json']);
    const [{ id, state, totals }] = JSON.parse((await clearloop('batch', 'status', '--json')).stdout);
    expect([state, totals.states]).toMatchObject(['failed', { done: 1, failed: 1 }]);
    expect(await clearloop('batch', 'retry', id)).toMatchObject({ exitCode: 0 });
    const { stdout } = await clearloop('convert', 'in/large.835');
    expect(filesBelow('out')['large.835.json'] === stdout).toBe(true);
  });
});
