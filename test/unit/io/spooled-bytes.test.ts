import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SpooledBytes } from '../../../src/io/spooled-bytes';
import { ediErrorOf } from '../../support/conversion';

const read = (spooled: SpooledBytes): string => Array.from(spooled.bytes(), (piece) => piece.toString()).join('');

describe('bytes that wait', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-spool-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([0, 5, 12, 1_000_000])('come back in their order with %s bytes of memory', (memory) => {
    const spooled = new SpooledBytes(memory, folder);
    for (const text of ['first ', 'second ', 'third ', 'x'.repeat(200_000)]) spooled.append(Buffer.from(text));
    expect(read(spooled)).toBe(`first second third ${'x'.repeat(200_000)}`);
    expect(read(spooled)).toHaveLength(200_019);
    spooled.close();
    spooled.close();
  });

  it('have no name on the disk', () => {
    const spooled = new SpooledBytes(0, folder);
    spooled.append(Buffer.from('text'));
    expect(readdirSync(folder)).toEqual([]);
    spooled.close();
  });

  it('are a copy of what was given', () => {
    const spooled = new SpooledBytes();
    const bytes = Buffer.from('one');
    spooled.append(bytes);
    bytes.fill(0);
    expect(read(spooled)).toBe('one');
  });

  it('report a folder that cannot be written', async () => {
    const error = await ediErrorOf(() => new SpooledBytes(0, join(folder, 'absent')).append(Buffer.from('text')));
    expect(error).toMatchObject({ code: 'EDI_OUTPUT_FAILED', message: expect.stringContaining('absent cannot be written (ENOENT)') });
  });
});
