import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { NO_SHEDDING } from '../built-process';

const ROOT = join(__dirname, '../../..');

/** Runs the load test, smaller, and gives what it measured. */
function load(...argv: readonly string[]): { readonly status: number | null; readonly summary: Readonly<Record<string, number>>; readonly complaints: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['test/load/run.mjs', '--json', ...argv], {
    cwd: ROOT,
    env: { ...process.env, ...NO_SHEDDING },
    encoding: 'utf8',
  });
  return { status, summary: JSON.parse(stdout || '{}'), complaints: stderr };
}

describe('many conversions at once', () => {
  it('give what each of them gives alone, without an error and in bounded memory', () => {
    // As many clients as there are slots: all are busy, and none waits.
    const { status, summary, complaints } = load('--small', '20', '--large', '12', '--large-size', '2MB', '--small-size', '8KB', '--rounds', '3');
    expect([status, complaints]).toEqual([0, '']);
    expect(summary).toMatchObject({ failures: 0, smallAnswers: 60, largeAnswers: 12 });
    expect(summary['peakMegabytes'] ?? 0).toBeLessThan(500);
  });
});
