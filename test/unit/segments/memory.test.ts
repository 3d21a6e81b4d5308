import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const BYTES = 60_000_000;

/** What the child process prints. */
interface Measured {
  readonly bytes: number;
  /** Segments of the file, and segment objects in the output. */
  readonly segments: number;
  readonly objects: number;
  readonly records: number;
  /** Bytes of the largest piece of output. */
  readonly largest: number;
  readonly issues: number;
  readonly errors: number;
  readonly pieces: number;
  readonly mostHeldMegabytes: number;
}

/** The child is ours and prints just this. */
const asMeasured = (value: unknown): Measured => value as Measured;

describe('the tree of a transaction of 60 MB', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'large-tree-'));
    execFileSync(process.execPath, ['scripts/ensure-built.mjs'], { cwd: ROOT, stdio: 'inherit' });
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('is cut, loses no segment, and holds little of it at a time', () => {
    const args = [join(__dirname, 'large-tree.mjs'), join(folder, 'large.edi'), String(BYTES)];
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', ...args], { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) throw new Error(`The conversion failed: ${stderr}`);
    const measured = asMeasured(JSON.parse(stdout));
    expect(measured).toMatchObject({ issues: 0, errors: 0, objects: measured.segments });
    expect(measured.bytes).toBeGreaterThan(BYTES);
    expect(measured.records).toBeGreaterThan(100_000);
    expect(measured.largest).toBeLessThan(5_000_000);
    expect(measured.pieces).toBeGreaterThan(200);
    expect(measured.mostHeldMegabytes).toBeLessThan(120);
  });
});
