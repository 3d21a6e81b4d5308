import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { EdiError } from '../common/edi-error';
import { continueWith, readHead } from './read-head';
import { systemErrorCode } from './system-error';

/** Compressions of HTTP (`Content-Encoding`); gzip is also that of `.gz` files. */
export type Compression = 'gzip' | 'deflate' | 'br';

/** The first two bytes of gzip data; no EDI begins so. */
const GZIP_MAGIC = [0x1f, 0x8b] as const;

/** Error codes of zlib and brotli; all other codes come from the source. */
const ZLIB_ERROR = /^(Z_|ERR__ERROR)/;

/** Low half of the first byte of zlib data (RFC 1950, CM = deflate). */
const ZLIB_METHOD = 8;

/** Inflates if the first bytes are those of gzip, otherwise returns the bytes unchanged. Closing it closes `bytes`. */
export async function* inflateIfGzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, rest } = await readHead(bytes, GZIP_MAGIC.length);
  const isGzip = GZIP_MAGIC.every((magic, index) => head[index] === magic);
  const whole = continueWith(head, rest);
  yield* isGzip ? inflate(copied(whole), 'gzip') : whole;
}

/** Buffers of their own: the inflater reads ahead. */
async function* copied(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) yield Uint8Array.from(chunk);
}

/**
 * Inflates while bytes arrive, never ahead of the reader. Closing it closes `bytes`. Throws EDI_SOURCE_UNREADABLE for damaged or truncated data, after the
 * bytes that were inflated before.
 */
export async function* inflate(bytes: AsyncIterable<Uint8Array>, compression: Compression): AsyncGenerator<Uint8Array> {
  const { head, rest } = await readHead(bytes, 1);
  const inflater = createInflater(compression, head);
  // The callback is there because pipeline demands one: a failure of either side also ends the loop below.
  pipeline(Readable.from(continueWith(head, rest)), inflater, () => undefined);
  try {
    // Leaving the loop early destroys the inflater, which closes the source.
    yield* inflater;
  } catch (error) {
    throw ZLIB_ERROR.test(systemErrorCode(error) ?? '') ? damaged(compression, error) : error;
  }
}

function createInflater(compression: Compression, head: Uint8Array): Transform {
  if (compression === 'gzip') return createGunzip();
  if (compression === 'br') return createBrotliDecompress();
  // RFC 9110 means zlib data by "deflate", many clients send it bare.
  return head.length > 0 && ((head[0] ?? 0) & 0x0f) === ZLIB_METHOD ? createInflate() : createInflateRaw();
}

function damaged(compression: Compression, cause: unknown): EdiError {
  return new EdiError('EDI_SOURCE_UNREADABLE', `The ${compression} data is damaged or broken off (${systemErrorCode(cause) ?? ''}). Is the file complete?`, {
    cause,
  });
}
