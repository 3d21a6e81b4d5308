import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { checkTemporaryFolder, SpoolFile } from '../../../src/io/spool-file';
import { textOf } from './collect';

describe('a spool file', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(os.tmpdir(), 'spool-'));
    jest.spyOn(os, 'tmpdir').mockReturnValue(folder);
  });

  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  });

  it('reads back what was appended, in order and in bounded chunks', async () => {
    const file = await SpoolFile.open();
    const text = 'claim '.repeat(20_000);
    await file.append(Buffer.from(text.slice(0, 7)));
    await file.append(Buffer.from(text.slice(7)));
    const sizes: number[] = [];
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of file.bytes()) {
        sizes.push(chunk.length);
        yield chunk;
      }
    };
    expect(await textOf(counted())).toBe(text);
    expect(Math.max(...sizes)).toBe(65_536);
    await file.close();
  });

  it('has no name while it is open', async () => {
    const file = await SpoolFile.open();
    expect(readdirSync(folder)).toEqual([]);
    await file.close();
  });

  it('throws EDI_OUTPUT_FAILED that names the folder when it cannot be made', async () => {
    rmSync(folder, { recursive: true });
    await expect(checkTemporaryFolder()).rejects.toMatchObject({ code: 'EDI_OUTPUT_FAILED', message: expect.stringContaining(folder) });
  });
});
