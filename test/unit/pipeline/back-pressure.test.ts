import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeSegments } from '../../support/edi-text';
import { claim, remittanceSegments } from '../../support/remittance';
import { converter } from '../../support/conversion';

const ROOT = join(__dirname, '../../..');

/** What the child process prints. */
interface Measured {
  readonly bytes: number;
  readonly records: number;
  readonly issues: number;
  readonly errors: number;
  /** Most bytes that the source had given and the conversion had not begun to read. */
  readonly mostBytesAhead: number;
  /** Megabytes that are held after each twentieth of the input. */
  readonly heldAfterParts: readonly number[];
  readonly isClosed: boolean;
}

/** Runs the built engine in a process of its own, so that memory is its own. */
function measure(...args: readonly string[]): Measured {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', join(__dirname, 'slow-reader.mjs'), ...args], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The slow reader failed: ${stderr}`);
  const measured: unknown = JSON.parse(stdout);
  return asMeasured(measured);
}

/** The child is ours and prints just this. */
const asMeasured = (value: unknown): Measured => value as Measured;

describe('back-pressure', () => {
  it('asks for no more bytes while the reader takes its time', async () => {
    const [head = '', tail = ''] = writeSegments(remittanceSegments({ claims: [['@']] })).split('@~');
    let taken = 0;
    const source = {
      name: 'slow.edi',
      open: async function* () {
        yield Buffer.from(head);
        for (; taken < 100; taken++) yield Buffer.from(writeSegments(claim(taken)).repeat(500));
        yield Buffer.from(tail);
      },
    };
    const seen: number[] = [];
    for await (const _chunk of converter().convert([source], { output: 'ndjson' })) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.push(taken);
      if (seen.length >= 50) break;
    }
    // 500 claims are ten batches: five buffers were needed for fifty of them.
    expect(seen.at(-1)).toBeLessThanOrEqual(5);
  });

  describe('of a slow reader', () => {
    beforeAll(() => {
      execFileSync(process.execPath, ['scripts/ensure-built.mjs'], { cwd: ROOT, stdio: 'inherit' });
    });

    it('holds as little at the end of 200 MB in a single transaction as at their beginning', () => {
      const measured = measure('200000000');
      expect(measured).toMatchObject({ issues: 0, errors: 0, isClosed: true });
      expect(measured.bytes).toBeGreaterThan(200_000_000);
      expect(measured.records).toBeGreaterThan(1_000_000);
      expect(measured.mostBytesAhead).toBeLessThanOrEqual(2 * 65_536);
      const [early = 0, ...later] = measured.heldAfterParts;
      expect(later.length).toBeGreaterThan(15);
      expect(early).toBeLessThan(50);
      expect(Math.max(...later) - early).toBeLessThan(40);
    });

    it('closes the source at once when the reader goes away after a tenth', () => {
      const measured = measure('200000000', '0.1');
      expect(measured.isClosed).toBe(true);
      expect(measured.bytes).toBeLessThan(21_000_000);
      expect(measured.mostBytesAhead).toBeLessThanOrEqual(2 * 65_536);
    });
  });
});
