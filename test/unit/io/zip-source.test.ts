import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSources } from '../../../src/io/zip-source';
import { textOf } from './collect';
import { type ZipEntry, zipOf } from './zip-file';

describe('zipSources', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-zip-'));
  const path = join(folder, 'in.zip');
  afterAll(() => rmSync(folder, { recursive: true }));

  async function read(archive: Buffer): Promise<readonly string[]> {
    writeFileSync(path, archive);
    const texts: string[] = [];
    for await (const source of zipSources(path)) texts.push(`${source.name}=${await textOf(source.open())}`);
    return texts;
  }

  it('gives each file of the archive in order, and inflates .gz entries', async () => {
    const entries = [
      { name: 'b.edi', content: 'ISA*b' },
      { name: 'sub/', content: '' },
      { name: 'sub/a.edi', content: 'ISA*a' },
      { name: 'c.edi.gz', content: gzipSync('ISA*c') },
      { name: '__MACOSX/._b.edi', content: 'notes' },
    ];
    expect(await read(zipOf(entries))).toEqual(['in.zip/b.edi=ISA*b', 'in.zip/sub/a.edi=ISA*a', 'in.zip/c.edi=ISA*c']);
  });

  it.each<[string, ZipEntry, string]>([
    ['whose checksum differs', { name: 'a.edi', content: 'ISA*a', checksum: 1 }, 'cannot be read: the checksum of the entry differs'],
    ['that is encrypted', { name: 'a.edi', content: 'ISA*a', isEncrypted: true }, 'The entry is encrypted. Unpack the archive with its password'],
  ])('fails an entry %s', async (_how, entry, message) => {
    await expect(read(zipOf([entry]))).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE', message: expect.stringContaining(message) });
  });

  it('reads the entries after one that fails', async () => {
    writeFileSync(
      path,
      zipOf([
        { name: 'a.edi', content: 'ISA*a', checksum: 1 },
        { name: 'b.edi', content: 'ISA*b' },
      ]),
    );
    const results: string[] = [];
    for await (const source of zipSources(path)) results.push(await textOf(source.open()).catch(() => 'failed'));
    expect(results).toEqual(['failed', 'ISA*b']);
  });

  it.each(['../b.edi', '/b.edi', 'c:/b.edi'])('reads the entries after one called %s', async (odd) => {
    writeFileSync(path, zipOf(['a.edi', odd, 'c.edi'].map((name) => ({ name, content: `ISA*${name}` }))));
    const results: string[] = [];
    for await (const source of zipSources(path)) results.push(`${source.name}=${await textOf(source.open()).catch((error: unknown) => String(error))}`);
    expect(results).toEqual([
      'in.zip/a.edi=ISA*a.edi',
      expect.stringMatching(/^in\.zip=EdiError: An entry .* is not read: .*b\.edi/),
      'in.zip/c.edi=ISA*c.edi',
    ]);
  });

  it.each([
    ['is no archive', Buffer.from('Dear Sir')],
    ['breaks off', zipOf([{ name: 'a.edi', content: 'ISA*a' }]).subarray(0, 50)],
  ])('gives one failing source for a file that %s', async (_how, bytes) => {
    writeFileSync(path, bytes);
    for await (const source of zipSources(path)) {
      expect(source.name).toBe('in.zip');
      await expect(textOf(source.open())).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE' });
    }
    expect.assertions(2);
  });

  it('tells how many stored bytes were read', async () => {
    const content = 'ISA*00*'.repeat(5000);
    writeFileSync(path, zipOf([{ name: 'a.edi', content }]));
    let stored = 0;
    for await (const source of zipSources(path, (count) => (stored += count))) await textOf(source.open());
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(content.length / 10);
  });
});
