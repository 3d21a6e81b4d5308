import { createInflateRaw } from 'node:zlib';
import type { ChunkReader } from './chunk-reader';
import { crc32 } from '../common/crc32';
import { runInflater } from './run-inflater';

/** The first two bytes of gzip data; no EDI begins so. */
export const GZIP_MAGIC = [0x1f, 0x8b] as const;

/** Parts of a member (RFC 1952): magic, method, flags, time, extra flags and system; then optional parts; data; CRC-32 and length. */
const HEAD_BYTES = 10;
const TRAILER_BYTES = 8;
const METHOD_DEFLATE = 8;
const FLAG = { headerCrc: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const;

/** Gzip data is damaged or broken off; the code is that of zlib. */
export class GzipError extends Error {
  constructor(readonly code: 'Z_DATA_ERROR' | 'Z_BUF_ERROR') {
    super(code);
  }
}

export const startsWithMagic = (bytes: Uint8Array): boolean => GZIP_MAGIC.every((magic, index) => bytes[index] === magic);

/**
 * Inflates the members of gzip data up to the bytes after the last one, which are left. Node's own gunzip loses the end of a member that something else follows
 * in the same chunk. Throws GzipError and errors of zlib.
 */
export async function* inflateMembers(input: ChunkReader): AsyncGenerator<Buffer> {
  do {
    await skipHeader(input);
    let checksum = 0;
    let length = 0;
    for await (const bytes of runInflater(input, createInflateRaw())) {
      checksum = crc32(bytes, checksum);
      length += bytes.length;
      yield bytes;
    }
    const trailer = await takeAll(input, TRAILER_BYTES);
    if (trailer.readUInt32LE(0) !== checksum || trailer.readUInt32LE(4) !== length % 2 ** 32) throw new GzipError('Z_DATA_ERROR');
  } while (await isAtMember(input));
}

async function isAtMember(input: ChunkReader): Promise<boolean> {
  const head = await input.take(GZIP_MAGIC.length);
  input.untake(head);
  return startsWithMagic(head);
}

async function skipHeader(input: ChunkReader): Promise<void> {
  const head = await takeAll(input, HEAD_BYTES);
  const flags = head[3] ?? 0;
  if (!startsWithMagic(head) || head[2] !== METHOD_DEFLATE || (flags & FLAG.reserved) !== 0) throw new GzipError('Z_DATA_ERROR');
  if (flags & FLAG.extra) await takeAll(input, (await takeAll(input, 2)).readUInt16LE(0));
  if (flags & FLAG.name) await skipText(input);
  if (flags & FLAG.comment) await skipText(input);
  if (flags & FLAG.headerCrc) await takeAll(input, 2);
}

/** Text ends with a zero byte. */
async function skipText(input: ChunkReader): Promise<void> {
  await input.skipTo((byte) => byte === 0);
  await takeAll(input, 1);
}

async function takeAll(input: ChunkReader, count: number): Promise<Buffer> {
  const bytes = await input.take(count);
  if (bytes.length < count) throw new GzipError('Z_BUF_ERROR');
  return bytes;
}
