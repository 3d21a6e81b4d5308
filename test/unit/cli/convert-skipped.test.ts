import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claim, remittance } from '../../support/remittance';
import { EXIT } from '../../../src/cli/exit-codes';
import { runCommand } from './fake-io';

describe('what is in no record', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-skipped-'));
    path = join(folder, 'a.edi');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const unreadable = (number: number): string[] => claim(number).map((text) => text.replace('*100*80*20*12*', '*1O0*80*20*12*'));

  it('is told with its place on standard error, whatever the output', async () => {
    writeFileSync(path, remittance({ claims: [unreadable(1)] }));
    for (const format of ['json', 'ndjson', 'csv']) {
      const { exitCode, stderr } = await runCommand(['convert', path, '--to', format, '--out', join(folder, `out.${format}`)]);
      expect(exitCode).toBe(EXIT.findings);
      expect(stderr).toContain('WARNING a.edi: CLP03 of loop 2100 is no number and reaches no field (line ');
      expect(stderr).toContain('1 value in no field');
    }
  });

  it('is told ten times for each file, and counted', async () => {
    writeFileSync(path, remittance({ claims: Array.from({ length: 15 }, (_, i) => [...unreadable(i), 'ZZZ*1']) }));
    const { stderr } = await runCommand(['convert', path, '--out', join(folder, 'out.ndjson')]);
    expect(stderr.match(/^WARNING/gm)).toHaveLength(11);
    expect(stderr).toContain('15 segments skipped, 15 values in no field');
  });
});
