import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remittance } from '../edi-835';

const PACKAGE = join(__dirname, '../../..');

describe('npm run clearloop', () => {
  it('takes paths from the folder where npm was called', () => {
    const folder = mkdtempSync(join(tmpdir(), 'clearloop-npm-'));
    try {
      writeFileSync(join(folder, 'a.835'), remittance(1));
      const { INIT_CWD: _outer, ...env } = process.env;
      const argv = ['--prefix', PACKAGE, 'run', '-s', 'clearloop', '--', 'convert', 'a.835', '--to', 'ndjson', '--quiet'];
      const { stdout, status } = spawnSync('npm', argv, { cwd: folder, env, encoding: 'utf8' });
      expect([status, stdout.match(/\n/g)?.length]).toEqual([0, 1]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
