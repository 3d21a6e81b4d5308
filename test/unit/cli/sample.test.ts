import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT } from '../../../src/cli/exit-codes';
import { sample } from '../../../src';
import { runCommand } from './fake-io';

describe('clearloop sample', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-sample-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('lists samples and their faults', async () => {
    const { exitCode, stdout } = await runCommand(['sample']);
    expect(exitCode).toBe(EXIT.ok);
    expect(stdout).toMatch(/^837p +Professional claims +claims +claim-charge .*npi/m);
    expect(stdout).toMatch(/^ncpdp +/m);
  });

  it('writes to standard output what the library yields', async () => {
    const { exitCode, stdout } = await runCommand(['sample', '837P', '--claims', '3', '--seed', '5', '--faults', 'npi']);
    const pieces: Buffer[] = [];
    for await (const piece of sample('837p', { records: 3, seed: 5, faults: 'npi' })) pieces.push(piece);
    expect({ exitCode, stdout }).toEqual({ exitCode: EXIT.ok, stdout: Buffer.concat(pieces).toString() });
    expect(stdout.match(/CLM\*/g)).toHaveLength(3);
  });

  it('writes several files into a folder, and reports what is in them', async () => {
    const { exitCode, stderr } = await runCommand(['sample', '837p', '835', '--size', '20kB', '--out', folder]);
    expect(exitCode).toBe(EXIT.ok);
    expect(readdirSync(folder).sort()).toEqual(['835.edi', '837p.edi']);
    expect(readFileSync(join(folder, '835.edi')).length).toBeGreaterThanOrEqual(20_000);
    expect(stderr).toMatch(/837p\.edi: \d+ records, 20\.\d kB\n.*835\.edi: \d+ records, 20\.\d kB\n$/);
  });

  it.each([
    [['837p', '835'], '--out: name a folder'],
    [['837x'], 'There is no sample 837x'],
    [['837p', '--size', '5 parsecs'], 'Allowed: a size'],
    [['820', '--faults', 'npi', '--out', 'FILE'], '--faults npi has no place'],
  ])('refuses %p, and leaves no file', async (argv, message) => {
    const { exitCode, stderr } = await runCommand(['sample', ...argv.map((one) => (one === 'FILE' ? join(folder, 'x.820') : one))]);
    expect({ exitCode, stderr }).toEqual({ exitCode: EXIT.usage, stderr: expect.stringContaining(message) as string });
    expect(readdirSync(folder)).toEqual([]);
  });
});
