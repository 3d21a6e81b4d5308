import { spawnSync } from 'node:child_process';
import { isGone, newOwner } from '../../../src/batch/owner';

describe('isGone', () => {
  const withProcess = (id: number): string => newOwner().replace(/-\d+-/, `-${id}-`);

  it('knows processes of this machine that have ended', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    expect(isGone(withProcess(pid))).toBe(true);
  });

  it('judges neither itself, nor processes that run, nor those of other machines', () => {
    expect(isGone(newOwner())).toBe(false);
    expect(isGone(withProcess(process.ppid))).toBe(false);
    expect(isGone('0123abcd-1-00000000')).toBe(false);
    expect(isGone('anything')).toBe(false);
  });
});
