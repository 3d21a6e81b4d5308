import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { crc32, tableCrc32 } from '../../../src/common/crc32';
import { inflate, inflateIfGzip } from '../../../src/io/inflate';
import { endlessBytes, firstOf, inChunks, textOf } from './collect';
import { budget } from '../../support/fuzz';
import { until } from '../../support/until';

const TEXT = 'ISA*00*          *'.repeat(2000);

describe('inflate', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ] as const)('inflates %s in chunks of any size', async (compression, compress) => {
    for (const size of [1, 7, 100_000]) expect(await textOf(inflate(inChunks(compress(TEXT), size), compression))).toBe(TEXT);
  });

  it.each([
    ['breaks off', gzipSync(TEXT).subarray(0, 60)],
    ['is damaged', Buffer.concat([gzipSync(TEXT).subarray(0, 20), Buffer.alloc(50, 0xff)])],
    ['is followed by something else', Buffer.concat([gzipSync(TEXT), Buffer.from('something else')])],
  ])('throws EDI_SOURCE_UNREADABLE for gzip data that %s', async (_how, bytes) => {
    await expect(textOf(inflate(inChunks(bytes, 10), 'gzip'))).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE' });
  });

  describe('bytes after the compressed data', () => {
    const COMPRESSED = [
      ['gzip', gzipSync(TEXT)],
      ['gzip', Buffer.concat([gzipSync(TEXT.slice(0, 9)), gzipSync(TEXT.slice(9))])],
      ['deflate', deflateSync(TEXT)],
      ['br', brotliCompressSync(TEXT)],
    ] as const;
    const SIZES = [1, 7, 1_000_000];

    it.each(COMPRESSED)('should be ignored where they are zero: %s', async (compression, data) => {
      for (const size of SIZES) expect(await textOf(inflate(inChunks(Buffer.concat([data, Buffer.alloc(1000)]), size), compression))).toBe(TEXT);
    });

    it.each(COMPRESSED)('should be an error after all data where they are not: %s', async (compression, data) => {
      for (const after of [Buffer.from('x'), Buffer.from('\n--boundary--\n'), Buffer.concat([Buffer.alloc(600), gzipSync('more')])]) {
        for (const size of SIZES) {
          let text = '';
          const reading = (async () => {
            for await (const chunk of inflate(inChunks(Buffer.concat([data, after]), size), compression)) text += Buffer.from(chunk).toString('latin1');
          })();
          await expect(reading).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE', message: expect.stringContaining('other bytes follow') });
          expect(text).toBe(TEXT);
        }
      }
    });
  });

  it('should skip the optional parts of a gzip header, and check the sum and the length', async () => {
    const [plain, data] = [gzipSync(TEXT), gzipSync(TEXT).subarray(10)];
    const extra = Buffer.from([3, 0, 1, 2, 3]);
    const member = Buffer.concat([plain.subarray(0, 3), Buffer.of(2 + 4 + 8 + 16), plain.subarray(4, 10), extra, Buffer.from('name\0comment\0cc'), data]);
    for (const size of [1, 7, 1_000_000]) expect(await textOf(inflate(inChunks(member, size), 'gzip'))).toBe(TEXT);
    for (const at of [plain.length - 1, plain.length - 5, 0, 2, 3]) {
      const damaged = Buffer.from(plain);
      damaged[at] = (damaged[at] ?? 0) ^ 0x80;
      await expect(textOf(inflate(inChunks(damaged, 100), 'gzip'))).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE' });
    }
    for (let end = 1; end < 60; end++) {
      await expect(textOf(inflate(inChunks(member.subarray(0, end), 7), 'gzip'))).rejects.toMatchObject({ code: 'EDI_SOURCE_UNREADABLE' });
    }
  });

  it('should know the sum of bytes without the help of Node', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.nat(), (bytes, before) => expect(tableCrc32(bytes, before)).toBe(crc32(bytes, before))),
      budget(50),
    );
  });

  it('passes on the failure of its source', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield gzipSync(TEXT).subarray(0, 30);
      throw new Error('the disk is gone');
    }
    await expect(textOf(inflate(failing(), 'gzip'))).rejects.toThrow('the disk is gone');
  });
});

describe('inflateIfGzip', () => {
  it('gives bytes that are not gzip data as they are, in any chunks', async () => {
    const property = fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 1, max: 9 }), async (bytes, size) => {
      fc.pre(bytes[0] !== 0x1f || bytes[1] !== 0x8b);
      expect(await textOf(inflateIfGzip(inChunks(bytes, size)))).toBe(Buffer.from(bytes).toString('latin1'));
    });
    await fc.assert(property, budget(50));
  });

  it('inflates all members of gzip data whose chunks split the magic bytes', async () => {
    const bytes = Buffer.concat([gzipSync('ISA'), gzipSync('*00')]);
    expect(await textOf(inflateIfGzip(inChunks(bytes, 1)))).toBe('ISA*00');
  });

  it.each([
    ['plain', Buffer.from('ISA*')],
    ['gzip', gzipSync('ISA*'.repeat(100_000), { level: 0 }).subarray(0, 100_000)],
  ])('closes %s bytes when its reader stops', async (_kind, chunk) => {
    const { bytes, state } = endlessBytes(chunk);
    await firstOf(inflateIfGzip(bytes));
    // The stream inside is destroyed at once and closes its source a moment later.
    await until(() => state.isClosed);
  });
});
