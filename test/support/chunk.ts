import { Chunk } from '../../src/x12/segment';
import { DEFAULT_DELIMITERS } from '../../src/x12/delimiters';

/** Bytes that may be read past the end of a chunk. */
const SLACK = 16;

/** A text as the bytes of a chunk, and where it ends. */
export function chunkOf(text: string, encoding: BufferEncoding = 'utf8'): { readonly chunk: Chunk; readonly end: number } {
  const bytes = Buffer.from(text, encoding);
  const chunk = new Chunk(Buffer.concat([bytes, Buffer.alloc(SLACK)]), DEFAULT_DELIMITERS, 0, undefined);
  chunk.complete({ marks: new Int32Array(0), isAscii: bytes.every((byte) => byte < 0x80), isPlain: false });
  return { chunk, end: bytes.length };
}
