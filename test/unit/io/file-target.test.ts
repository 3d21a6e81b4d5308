import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileTarget } from '../../../src/io/file-target';

describe('openFileTarget', () => {
  it('makes the folders that are missing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clearloop-target-'));
    try {
      const path = join(folder, 'a', 'b', 'out.json');
      const target = await openFileTarget(path);
      await target.write(Buffer.from('[]'));
      await target.commit();
      expect(readFileSync(path, 'utf8')).toBe('[]');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('writes a file of the longest name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clearloop-target-'));
    const name = `${'n'.repeat(250)}.json`;
    const target = await openFileTarget(join(folder, name));
    await target.write(Buffer.from('[]'));
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\..{64}\.partial-/)]);
    await target.commit();
    expect(readdirSync(folder)).toEqual([name]);
    rmSync(folder, { recursive: true });
  });
});
