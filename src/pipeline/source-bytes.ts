import { abortable } from './abortable';
import type { EdiSource } from './conversion.types';
import { pieces } from './pieces';

/** The bytes of a source in pieces of bounded size, counted. */
export async function* sourceBytes(
  source: EdiSource,
  counts: { bytes: number },
  signal: AbortSignal | undefined,
  size: { readonly pieceBytes: number },
): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of pieces(abortable(source.open(), signal), size)) {
    counts.bytes += piece.length;
    yield piece;
  }
}
