import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** Runs the load test, smaller, and gives what it measured. */
function load(...argv: readonly string[]): { readonly status: number | null; readonly summary: Readonly<Record<string, number>>; readonly complaints: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['test/load/run.mjs', '--json', ...argv], { cwd: ROOT, encoding: 'utf8' });
  return { status, summary: JSON.parse(stdout || '{}'), complaints: stderr };
}

describe('many conversions at once', () => {
  it('give what each of them gives alone, without an error and in bounded memory', () => {
    const { status, summary, complaints } = load('--small', '20', '--large', '2', '--large-size', '2MB', '--small-size', '8KB', '--rounds', '3');
    expect([status, complaints]).toEqual([0, '']);
    expect(summary).toMatchObject({ failures: 0, smallAnswers: 60, largeAnswers: 2 });
    expect(summary['peakMegabytes'] ?? 0).toBeLessThan(500);
  });
});
