import { spawnSync } from 'node:child_process';
import { ROOT } from './project-files';

describe('the settings in docs/service.md', () => {
  it('are current', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/settings.mjs', '--check'], { cwd: ROOT, encoding: 'utf8' });
    expect(status === 0 ? '' : stderr).toBe('');
  });
});
