import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { CodeSearch } from '../../../src/codes/code-search';
import { listCodeSets } from '../../../src/codes/code-sets';
import { type CodeStore, openCodeStore } from '../../../src/codes/code-store';
import { until } from '../../support/until';

const BUILT = join(__dirname, '../../../dist/bundle/cli.js');

/** Codes of the file that an import is killed on: enough for a second or two of work. */
const CODES = 30_000;

/** The log of a database to which so much was written is that of an import in its middle. */
const BYTES_OF_THE_MIDDLE = 2_000_000;

interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** Starts the built command line as a process of its own, on a data folder. */
function start(folder: string, ...argv: readonly string[]): Child {
  if (!existsSync(BUILT)) throw new Error(`${BUILT} is missing: run npm run build`);
  return spawn(process.execPath, [BUILT, ...argv], { env: { ...process.env, CLEARLOOP_DATA_DIR: folder }, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function ended(child: Child): Promise<Ended> {
  const textOf = async (stream: Readable): Promise<string> => Buffer.concat(await stream.toArray()).toString();
  const [[exitCode, signal], stdout, stderr] = await Promise.all([once(child, 'exit'), textOf(child.stdout), textOf(child.stderr)]);
  return { exitCode, signal, stdout, stderr };
}

/** Writes a CSV of procedures; later ones repeat nothing of earlier ones. */
async function writeCodes(path: string, count: number): Promise<void> {
  const file = createWriteStream(path);
  file.write('code,desc,type,subType\n');
  for (let from = 0; from < count; from += 10_000) {
    const lines = Array.from({ length: Math.min(10_000, count - from) }, (_, i) => `K${from + i},Killed import of procedure ${from + i},PROCEDURE,LOCAL\n`);
    if (!file.write(lines.join(''))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}

const setsOf = async (store: CodeStore): Promise<readonly string[]> => (await listCodeSets(store)).map(({ name, rowCount }) => `${name} ${rowCount}`);
const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0);

describe('codes in several processes', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-processes-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const withStore = async <T>(use: (store: CodeStore) => Promise<T>): Promise<T> => {
    const store = await openCodeStore({ CLEARLOOP_DATA_DIR: join(folder, 'data') });
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  };

  it('leaves nothing half loaded when an import is killed in its middle', async () => {
    const csv = join(folder, 'codes.csv');
    await writeCodes(csv, CODES);
    let before: readonly string[] = [];
    const killInTheMiddle = async (): Promise<boolean> => {
      rmSync(join(folder, 'data'), { recursive: true, force: true });
      before = await withStore(setsOf);
      const child = start(join(folder, 'data'), 'codes', 'import', csv);
      const end = ended(child);
      while (child.exitCode === null && sizeOf(join(folder, 'data/codes.sqlite-wal')) < BYTES_OF_THE_MIDDLE) await wait(5);
      child.kill('SIGKILL');
      const { exitCode, signal } = await end;
      expect([0, null]).toContain(exitCode);
      return signal === 'SIGKILL';
    };
    // A test that had to wait for the processor may find the import done: then another one is killed.
    await until(killInTheMiddle);

    await withStore(async (store) => {
      expect(await setsOf(store)).toEqual(before);
      expect(await new CodeSearch(store).search('killed import', {}, 10)).toEqual([]);
      expect(await new CodeSearch(store).search('K1', { types: ['PROCEDURE'] }, 10)).toEqual([]);
      expect(await store.database.query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    });
    await writeCodes(csv, 1_000);
    expect(await ended(start(join(folder, 'data'), 'codes', 'import', csv))).toMatchObject({
      exitCode: 0,
      stderr: 'PROCEDURE/LOCAL: 1,000 codes added, 0 changed, 0 ended; 1,000 codes now\n',
    });
  });

  it('opens an empty data folder in several processes at once', async () => {
    const data = join(folder, 'new/data');
    const answers = await Promise.all(
      Array.from({ length: 3 }, async () => ended(start(data, 'codes', 'show', '45', '--type', 'claim_adjustment_reason_code'))),
    );
    for (const { exitCode, stdout, stderr } of answers) {
      expect([exitCode, stderr]).toEqual([0, '']);
      expect(JSON.parse(stdout)).toMatchObject({ subType: 'CARC', code: '45' });
    }
    expect(statSync(data).mode & 0o777).toBe(0o700);
  });
});
