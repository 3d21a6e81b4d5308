import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { newOwner } from '../../../src/batch/owner';
import { Leftovers, partialPathOf } from '../../../src/io/partial-file';

describe('partial files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-partial-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const endedProcess = spawnSync(process.execPath, ['-e', '']).pid;
  const own = basename(partialPathOf(join(folder, 'a.json')));

  it('are removed after their process of this machine ended, and never those of other containers of one host name', async () => {
    const left = own.replace(/\d+$/, String(endedProcess));
    const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
    const ofContainer = `.a.json.partial-${host}-${endedProcess}`;
    for (const name of [own, left, ofContainer]) writeFileSync(join(folder, name), '');
    await new Leftovers().removeFrom(folder);
    expect(readdirSync(folder).sort()).toEqual([own, ...(process.platform === 'linux' ? [ofContainer] : [])].sort());
  });

  it('name the machine as owners of files of a batch do', () => {
    expect(own).toMatch(new RegExp(`^\\.a\\.json\\.partial-${newOwner().slice(0, 8)}-${process.pid}$`));
  });
});
