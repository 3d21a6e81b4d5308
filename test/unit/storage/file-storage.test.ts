import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Storages } from '../../../src/storage/storages';
import { textOf } from '../io/collect';
import { expectRanges, firstFile, foundBy, put } from './storage-subjects';

describe('paths as addresses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-files-'));
  const path = (name: string): string => join(folder, name);
  const storages = new Storages({ environment: {} });
  beforeAll(() => {
    mkdirSync(path('in/march'), { recursive: true });
    for (const name of ['in/b.835', 'in/a [1].835', 'in/.hidden.835', 'in/march/c.835']) writeFileSync(path(name), name);
    symlinkSync('..', path('in/march/up'));
    symlinkSync('b.835', path('in/same.835'));
    symlinkSync('nowhere', path('in/z.835'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('list the files of a folder, each once', async () => {
    // What cannot be examined is found, and fails where it is read.
    const links = ['same.835: the same file as another input', 'z.835'];
    await expect(foundBy(storages, path('in'))).resolves.toEqual(['a [1].835', 'b.835', 'march: a folder; --recurse looks into it', ...links]);
    await expect(foundBy(storages, path('in'), { recurse: true })).resolves.toEqual(['a [1].835', 'b.835', 'march/c.835', ...links]);
  });

  it('name files by patterns, and a file whose name looks like one by itself', async () => {
    await expect(foundBy(storages, path('in/?.835'))).resolves.toEqual(['b.835', 'z.835']);
    await expect(foundBy(storages, path('in/m*/*.835'))).resolves.toEqual(['march/c.835']);
    await expect(foundBy(storages, path('in/a [1].835'))).resolves.toEqual(['a [1].835']);
  });

  it('do not read a file to the end that is written to', async () => {
    writeFileSync(path('growing.835'), 'ISA*');
    const file = await firstFile(storages, path('growing.835'));
    appendFileSync(path('growing.835'), '00*');
    await expect(textOf(storages.read(file))).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE', message: expect.stringContaining('changed') });
  });

  it('read ranges of a file, and remove it', async () => {
    writeFileSync(path('ranges.835'), 'ISA*00*01');
    await expectRanges(storages, path('ranges.835'), 'ISA*00*01');
    writeFileSync(path('ranges.835'), 'ISA*00*01');
    const file = await firstFile(storages, path('ranges.835'));
    appendFileSync(path('ranges.835'), '00*');
    await expect(textOf(storages.read(file, { start: 1, end: 3 }))).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE' });
  });

  it('report a folder that is not there', async () => {
    await expect(foundBy(storages, path('nothing'))).rejects.toMatchObject({
      code: 'EDI_SOURCE_UNREADABLE',
      message: expect.stringContaining('no such file or folder'),
    });
  });

  it('report what is neither a file nor a folder', async () => {
    await expect(foundBy(storages, '/dev/null')).rejects.toMatchObject({ message: expect.stringContaining('it is no regular file') });
  });

  it('write files that appear whole', async () => {
    await put(storages, path('out/a.json'), '[', ']');
    expect(readFileSync(path('out/a.json'), 'utf8')).toBe('[]');
  });
});
