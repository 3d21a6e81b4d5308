import { createBrotliDecompress, createInflate, createInflateRaw } from 'node:zlib';
import { DamagedInput } from '../common/damaged-input';
import { ChunkReader } from './chunk-reader';
import { GZIP_MAGIC, inflateMembers, startsWithMagic } from './gzip-members';
import { continueWith, readHead } from './read-head';
import { type Inflater, runInflater } from './run-inflater';
import { systemErrorCode } from './system-error';

/** Compressions of HTTP (`Content-Encoding`); gzip is also that of `.gz` files. */
export type Compression = 'gzip' | 'deflate' | 'br';

/** Error codes of zlib and brotli; all other codes come from the source. */
const ZLIB_ERROR = /^(Z_|ERR__ERROR)/;

/** Low half of the first byte of zlib data (RFC 1950, CM = deflate). */
const ZLIB_METHOD = 8;

/** Inflates if the first bytes are those of gzip, otherwise returns the bytes unchanged. Closing it closes `bytes`. */
export async function* inflateIfGzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, rest } = await readHead(bytes, GZIP_MAGIC.length);
  const whole = continueWith(head, rest);
  yield* startsWithMagic(head) ? inflate(whole, 'gzip') : whole;
}

/**
 * Inflates while bytes arrive, never ahead of the reader. Closing it closes `bytes`. Zero bytes after the data are padding. Throws EDI_SOURCE_UNREADABLE for
 * damaged or truncated data and for other bytes after it, when all that was inflated before was taken.
 */
export async function* inflate(bytes: AsyncIterable<Uint8Array>, compression: Compression): AsyncGenerator<Uint8Array> {
  const { head, rest } = await readHead(bytes, 1);
  const input = new ChunkReader(continueWith(head, rest));
  try {
    yield* compression === 'gzip' ? inflateMembers(input) : runInflater(input, createInflater(compression, head));
    if (await input.skipTo((byte) => byte !== 0)) throw followed(compression, input.position);
  } catch (error) {
    throw ZLIB_ERROR.test(systemErrorCode(error) ?? '') ? damaged(compression, error) : error;
  } finally {
    await input.close();
  }
}

function createInflater(compression: 'deflate' | 'br', head: Uint8Array): Inflater {
  if (compression === 'br') return createBrotliDecompress();
  // RFC 9110 means zlib data by "deflate", many clients send it bare.
  return head.length > 0 && ((head[0] ?? 0) & 0x0f) === ZLIB_METHOD ? createInflate() : createInflateRaw();
}

function damaged(compression: Compression, cause: unknown): DamagedInput {
  return new DamagedInput(`The ${compression} data is damaged or broken off (${systemErrorCode(cause) ?? ''}). Is the file complete?`, { cause });
}

function followed(compression: Compression, position: number): DamagedInput {
  const message = `The ${compression} data ends at byte ${position}, and other bytes follow. They were not read; the data before them was.`;
  return new DamagedInput(message);
}
