import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT } from '../built-process';

const SAMPLE = join(__dirname, '../../../samples/835.edi');

/** A call that blocks for ever is ended from outside; nothing that works takes so long. */
const HANGS_MILLISECONDS = 120_000;

// Node's recursive mkdir never returns there.
(existsSync('/proc/self') ? describe : describe.skip)('a file system that makes no folders', () => {
  it.each([
    [['convert', SAMPLE, '--out', '/proc/none/out.json'], '/', 4],
    [['keys', 'create', 'billing', '--file', '/proc/none/keys.json'], '/', 4],
    [['plugin', 'new', 'acme-orders'], '/proc/self', 1],
    [['plugin', 'new', 'acme-orders', '--set', '835'], '/proc/self', 1],
  ])('is refused: %j', (argv, cwd, exitCode) => {
    const { status, stderr } = spawnSync(process.execPath, [BUILT, ...argv], { cwd, timeout: HANGS_MILLISECONDS, killSignal: 'SIGKILL', encoding: 'utf8' });
    expect([status, stderr]).toEqual([exitCode, expect.stringMatching(/\bE(NOENT|ACCES|PERM|ROFS)\b/)]);
  });
});
