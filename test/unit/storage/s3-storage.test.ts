import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Storages } from '../../../src/storage/storages';
import { isLong } from '../../support/fuzz';
import { MAX_KEYS, type S3Server, startS3Server } from '../../support/s3-server';
import { until } from '../../support/until';
import { textOf } from '../io/collect';
import { expectRanges, firstFile, foundBy, isThere, NO_WAIT, put, textAt } from './storage-subjects';

const MEGABYTE = 1024 * 1024;

describe('s3:// addresses', () => {
  let server: S3Server;
  let storages: Storages;
  const open = (environment = server.environment): Storages => new Storages({ environment, retries: NO_WAIT });
  const at = (key: string): string => `s3://${server.bucket}/${key}`;
  beforeAll(async () => {
    server = await startS3Server();
    storages = open();
    for (const key of ['in/b.835', 'in/a 1%+.835', 'in/.hidden.835', 'in/march/c.835', 'in/march/d.txt']) await put(storages, at(key), key);
  });
  afterAll(async () => {
    await storages.close();
    await server.close();
  });

  it('list the files of a prefix, as a folder', async () => {
    const skipped = 'march/: a folder; --recurse looks into it';
    await expect(foundBy(storages, at('in/'))).resolves.toEqual(['a 1%+.835', 'b.835', skipped]);
    await expect(foundBy(storages, at('in'))).resolves.toEqual(['a 1%+.835', 'b.835', skipped]);
    await expect(foundBy(storages, at('in'), { recurse: true })).resolves.toEqual(['a 1%+.835', 'b.835', 'march/c.835', 'march/d.txt']);
  });

  it('say what is not wanted, and why', async () => {
    const whyNot = (name: string): string | undefined => (name.endsWith('.txt') ? 'no EDI' : undefined);
    await expect(foundBy(storages, at('in/march/'), { recurse: false, whyNot })).resolves.toEqual(['c.835', 'd.txt: no EDI']);
  });

  it('name files by patterns', async () => {
    await expect(foundBy(storages, at('in/*.835'))).resolves.toEqual(['a 1%+.835', 'b.835']);
    await expect(foundBy(storages, at('in/**/*.{835,txt}'))).resolves.toEqual(['a 1%+.835', 'b.835', 'march/c.835', 'march/d.txt']);
  });

  it('leave out names that would lead out of the folder of the outputs', async () => {
    for (const key of ['odd/a.835', 'odd/..\\..\\b.835', 'odd/x\\y.835']) await put(storages, at(key), 'x');
    await expect(foundBy(storages, at('odd/'), { recurse: true })).resolves.toEqual(['a.835']);
  });

  it('name one file, with size, ETag and time', async () => {
    const file = await firstFile(storages, at('in/b.835'));
    expect(file).toMatchObject({ below: 'b.835', bytes: 8, version: expect.stringMatching(/^"[0-9a-f]{32}"$/) });
    expect(Date.parse(file.modifiedAt ?? '')).not.toBeNaN();
    await expect(textAt(storages, at('in/b.835'))).resolves.toBe('in/b.835');
    await expect(textAt(storages, at('in/a 1%+.835'))).resolves.toBe('in/a 1%+.835');
  });

  it('list more files than one answer has', async () => {
    const keys = Array.from({ length: 2 * MAX_KEYS + 5 }, (_, index) => `many/${String(index).padStart(4, '0')}.835`);
    await Promise.all(keys.map((key) => put(storages, at(key), 'x')));
    await expect(foundBy(storages, at('many/'))).resolves.toEqual(keys.map((key) => key.slice('many/'.length)));
  });

  it('give gzip data inflated, without .gz in the name', async () => {
    await put(storages, at('packed/x.835.gz'), gzipSync('ISA*'));
    const file = await firstFile(storages, at('packed/x.835.gz'));
    let bytes = 0;
    const source = storages.source(file, file.below, (count) => (bytes += count));
    expect(source).toMatchObject({ name: 'x.835', url: at('packed/x.835.gz'), lastModifiedDateTime: file.modifiedAt });
    await expect(textOf(source.open())).resolves.toBe('ISA*');
    expect(bytes).toBe(file.bytes);
  });

  it('show an output of several parts when the last one was sent', async () => {
    const bytes = randomBytes(17 * MEGABYTE + 7);
    const target = await storages.create(at('out/big.json'));
    const chunk = Buffer.alloc(MEGABYTE);
    for (let start = 0; start < bytes.length; start += MEGABYTE) {
      const length = bytes.copy(chunk, 0, start);
      await target.write(chunk.subarray(0, length));
    }
    await target.settle();
    await expect(isThere(storages, at('out/big.json'))).resolves.toBe(false);
    await target.commit();
    const digest = createHash('sha256');
    for await (const piece of storages.read(await firstFile(storages, at('out/big.json')))) digest.update(piece);
    expect(digest.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it.each([0, 8 * MEGABYTE, 8 * MEGABYTE + 1, ...(isLong ? [16 * MEGABYTE, 17 * MEGABYTE] : [])])('write an output of %d bytes as it is', async (count) => {
    const bytes = randomBytes(count);
    await put(storages, at('out/exact.json'), bytes.subarray(0, 5), bytes.subarray(5));
    const digest = createHash('sha256');
    for await (const piece of storages.read(await firstFile(storages, at('out/exact.json')))) digest.update(piece);
    expect(digest.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(server.unfinishedUploads()).toBe(0);
  });

  it('report a store that goes away in the middle of an output', async () => {
    const other = await startS3Server();
    const { environment, bucket } = other;
    const leaving = new Storages({ environment, retries: { ...NO_WAIT, attempts: 1 } });
    const target = await leaving.create(`s3://${bucket}/out/lost.json`);
    await target.write(Buffer.alloc(9 * MEGABYTE));
    await other.close();
    const writeAll = async (): Promise<void> => {
      for (let count = 0; count < 40; count++) await target.write(Buffer.alloc(MEGABYTE));
      await target.commit();
    };
    await expect(writeAll()).rejects.toMatchObject({ code: 'EDI_OUTPUT_FAILED' });
    await expect(target.discard()).rejects.toMatchObject({ code: 'EDI_OUTPUT_FAILED' });
    await leaving.close();
  });

  it('keep nothing of an output that is discarded', async () => {
    const target = await storages.create(at('out/half.json'));
    for (let count = 0; count < 20; count++) await target.write(Buffer.alloc(MEGABYTE));
    await until(() => server.unfinishedUploads() > 0);
    await target.discard();
    await expect(isThere(storages, at('out/half.json'))).resolves.toBe(false);
    expect(server.unfinishedUploads()).toBe(0);
  });

  it('read ranges of a file, and remove it', async () => {
    await put(storages, at('in3/a.835'), 'ISA*00*01');
    await expectRanges(storages, at('in3/a.835'), 'ISA*00*01');
  });

  it('do not read a file that was replaced since it was found', async () => {
    await put(storages, at('in2/a.835'), 'first version');
    const file = await firstFile(storages, at('in2/a.835'));
    await put(storages, at('in2/a.835'), 'other version');
    await expect(textOf(storages.read(file))).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE', message: expect.stringContaining('changed') });
  });

  it('report wrong credentials and missing buckets without what was sent', async () => {
    const wrong = open({ ...server.environment, AWS_ACCESS_KEY_ID: 'unknown', AWS_SECRET_ACCESS_KEY: 'wrong-secret' });
    await expect(foundBy(wrong, at('in/'))).rejects.toMatchObject({
      code: 'EDI_SOURCE_UNREADABLE',
      message: expect.stringMatching(/not known there \(status 403\)\.$/),
    });
    await expect(put(wrong, at('out/x.json'), 'x')).rejects.toMatchObject({ code: 'EDI_OUTPUT_FAILED' });
    await wrong.close();
    await expect(foundBy(storages, 's3://nobody-has-it/in/')).rejects.toMatchObject({ message: expect.stringContaining('there is no such bucket') });
  });

  it('report that no region is set', async () => {
    const strange = open({ AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'y' });
    await expect(foundBy(strange, at('in/'))).rejects.toMatchObject({ message: expect.stringContaining('there is no region; set AWS_REGION') });
    await strange.close();
  });

  it('report a store that does not answer', async () => {
    const gone = open({ ...server.environment, AWS_ENDPOINT_URL: 'http://127.0.0.1:1' });
    await expect(foundBy(gone, at('in/'))).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE' });
    await gone.close();
  });
});
