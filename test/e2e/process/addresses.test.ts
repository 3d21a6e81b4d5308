import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { Storages } from '../../../src/storage/storages';
import type { StorageEnvironment } from '../../../src/storage/storage';
import { type S3Server, startS3Server } from '../../support/s3-server';
import { hasSshd, type SftpServer, startSftpServer } from '../../support/sftp-server';
import { until } from '../../support/until';
import { BUILT, outputOf } from '../built-process';
import { remittance } from '../edi-835';

/** A place that the built command reads and writes. */
interface Place {
  readonly environment: StorageEnvironment;
  at(path: string): string;
  /** True once an output that nobody sees is on the server. */
  hasPartial(): boolean;
  /** Names of what anybody sees in a folder. */
  visible(folder: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

const MEGABYTE = 1_000_000;

/** MB of the large file: what a command that held it would exceed the bound by. */
const LARGE = Number(process.env['CLEARLOOP_TEST_LARGE_MB'] ?? 250);

const PLACES = { 's3://': openS3, ...(hasSshd() ? { 'sftp://': openSftp } : {}) };

describe.each(Object.entries(PLACES))('the built command with %s', (_scheme, open) => {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-built-'));
  let place: Place;
  let storages: Storages;
  beforeAll(async () => {
    place = await open();
    storages = new Storages({ environment: place.environment });
  });
  afterAll(async () => {
    await storages.close();
    await place.close();
    rmSync(folder, { recursive: true });
  });

  const start = (...argv: readonly string[]): ChildProcessByStdio<Writable, Readable, Readable> =>
    spawn(process.execPath, [BUILT, ...argv], {
      cwd: folder,
      env: { ...process.env, ...place.environment, CLEARLOOP_DATA_DIR: join(folder, 'data'), EDI_DESCRIPTIONS: 'false' },
    });
  const clearloop = async (...argv: readonly string[]): Promise<{ readonly exitCode: unknown; readonly stderr: string }> => {
    const child = start(...argv);
    child.stdin.end();
    child.stdout.resume();
    const exit = once(child, 'exit');
    const stderr = await outputOf(child.stderr);
    const [exitCode]: unknown[] = await exit;
    return { exitCode, stderr };
  };
  const put = async (path: string, pieces: Iterable<string>): Promise<void> => {
    const target = await storages.create(place.at(path));
    for (const piece of pieces) await target.write(Buffer.from(piece));
    await target.commit();
  };

  it('converts from there and to there, as one file and as a batch', async () => {
    await put('in/a.835', [remittance(3)]);
    await put('in/b.835', [remittance(2)]);
    expect(await clearloop('convert', place.at('in/*.835'), '--out', place.at('all.ndjson'))).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('2 files, 5 records'),
    });
    const batch = ['batch', 'run', place.at('in/'), '--out', place.at('out/'), '--settle-seconds', '0', '--jobs', '1'];
    expect(await clearloop(...batch)).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('2 files (2 done), 5 records') });
    expect(await clearloop(...batch)).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('2 files (2 skipped)') });
    await expect(place.visible('out')).resolves.toEqual(['a.835.json', 'b.835.json']);
  });

  it('leaves nothing that anybody sees when it is killed (SIGKILL) in the middle of an output', async () => {
    const child = start('convert', '-', '--to', 'ndjson', '--out', place.at('killed/out.ndjson'));
    child.stdin.on('error', () => undefined);
    const claims = remittance(100_000).slice(0, -500);
    const writing = (async () => {
      while (!child.stdin.destroyed && !place.hasPartial()) {
        // A process that is killed breaks its pipe.
        if (!child.stdin.write(claims)) await Promise.race([once(child.stdin, 'drain').catch(() => undefined), once(child, 'exit')]);
      }
    })();
    await until(() => place.hasPartial());
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await Promise.all([exit, writing]);
    await expect(place.visible('killed')).resolves.toEqual([]);
  });

  it('takes more than its memory, both ways', async () => {
    const one = remittance(200_000).split('~\n').slice(2, -3).join('~\n');
    const head = remittance(1).split('~\n').slice(0, 2).join('~\n');
    const tail = remittance(1).split('~\n').slice(-3).join('~\n');
    function* claims(megabytes: number): Generator<string> {
      yield `${head}~\n`;
      for (let bytes = 0; bytes < megabytes * MEGABYTE; bytes += one.length) yield `${one}~\n`;
      yield tail;
    }
    // What is read is large and what is written is not; then the other way round.
    await put('large/read.835', claims(LARGE));
    const read = await peakOf(
      'convert',
      place.at('large/read.835'),
      '--to',
      'csv',
      '--schema-name',
      'provider-adjustments-only',
      '--out',
      place.at('large/read.csv'),
    );
    await put('large/write.835', claims(LARGE / 8));
    const written = await peakOf('convert', place.at('large/write.835'), '--to', 'ndjson', '--out', place.at('large/write.ndjson'));
    console.log(`peak memory in MB: reading ${LARGE} MB ${read}, writing as much ${written}`);
    expect((await storages.find(place.at('large/write.ndjson')))?.bytes).toBeGreaterThan(0.7 * LARGE * MEGABYTE);
    expect(Math.max(read, written)).toBeLessThan(200);
  }, 1_200_000);

  /** Runs a command and returns the peak of its memory in MB, as Linux has it. */
  async function peakOf(...argv: readonly string[]): Promise<number> {
    const child = start(...argv, '--quiet');
    child.stdin.end();
    child.stdout.resume();
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(peak, peakNow(child.pid ?? 0));
    }, 100);
    const exit = once(child, 'exit');
    const stderr = await outputOf(child.stderr);
    const [exitCode]: unknown[] = await exit;
    clearInterval(timer);
    // Sets that were cut together say wrong counts, as findings.
    expect({ isConverted: exitCode === 0 || exitCode === 3, exitCode, stderr: stderr.slice(-1000) }).toMatchObject({ isConverted: true });
    return peak;
  }
});

function peakNow(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}

async function openS3(): Promise<Place> {
  const server: S3Server = await startS3Server();
  const storages = new Storages({ environment: server.environment });
  const at = (path: string): string => `s3://${server.bucket}/${path}`;
  return {
    environment: server.environment,
    at,
    hasPartial: () => server.unfinishedUploads() > 0,
    visible: async (folder) => {
      const names: string[] = [];
      for await (const { file } of storages.search(at(`${folder}/`), { recurse: true })) names.push(file.below);
      return names;
    },
    close: async () => {
      await storages.close();
      await server.close();
    },
  };
}

async function openSftp(): Promise<Place> {
  const server: SftpServer = await startSftpServer();
  writeFileSync(join(server.folder, 'keep'), '');
  const namesIn = (folder: string): readonly string[] => readdirSync(join(server.folder, folder), { encoding: 'utf8' }).sort();
  return {
    environment: server.environment,
    at: (path) => server.url(path),
    hasPartial: () => readdirSync(server.folder, { recursive: true, encoding: 'utf8' }).some((name) => name.startsWith('killed/.out.ndjson.partial-')),
    visible: async (folder) => namesIn(folder).filter((name) => !name.startsWith('.')),
    close: () => server.close(),
  };
}
