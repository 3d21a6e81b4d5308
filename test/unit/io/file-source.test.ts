import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { fileSource } from '../../../src/io/file-source';
import { streamSource } from '../../../src/io/stream-source';
import { firstOf, textOf } from './collect';

describe('fileSource', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-file-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reads a file under its base name and tells how many bytes', async () => {
    const path = join(folder, 'a.edi');
    writeFileSync(path, 'ISA*'.repeat(100_000));
    let read = 0;
    const source = fileSource(path, (count) => (read += count));
    expect(source.name).toBe('a.edi');
    expect(await textOf(source.open())).toHaveLength(400_000);
    expect(read).toBe(400_000);
  });

  it('inflates gzip data whatever the file is called', async () => {
    const path = join(folder, 'b.edi');
    writeFileSync(path, gzipSync('ISA*'));
    expect(await textOf(fileSource(path).open())).toBe('ISA*');
  });

  it.each([
    ['that is not there', 'nothing.edi', 'there is no such file'],
    ['that is a folder', '', 'it is a folder'],
  ])('fails a file %s in words', async (_what, name, words) => {
    await expect(textOf(fileSource(join(folder, name)).open())).rejects.toMatchObject({
      code: 'EDI_SOURCE_UNREADABLE',
      message: expect.stringContaining(words),
    });
  });
});

describe('streamSource', () => {
  it('destroys the stream when its reader stops', async () => {
    const stream = Readable.from([Buffer.from('ISA*'), Buffer.from('00*')]);
    await firstOf(streamSource('stdin', stream).open());
    expect(stream.destroyed).toBe(true);
  });
});
