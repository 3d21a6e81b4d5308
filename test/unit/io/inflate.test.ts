import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
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
