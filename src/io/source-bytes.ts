import { EdiError } from '../common/edi-error';
import { abortable } from './abortable';
import type { EdiSource, OpenOptions } from './edi-source';
import { pieces } from './pieces';

/** The bytes of a source in pieces of bounded size, counted. */
export async function* sourceBytes(
  source: EdiSource,
  counts: { bytes: number },
  signal: AbortSignal | undefined,
  size: { readonly pieceBytes: number },
  options?: OpenOptions,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of pieces(abortable(readable(source, options), signal), size)) {
    counts.bytes += piece.length;
    yield piece;
  }
}

/** An error of the source itself becomes EDI_SOURCE_UNREADABLE with that error as cause. Its text may hold data, so it is not repeated. */
async function* readable(source: EdiSource, options: OpenOptions | undefined): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* source.open(options);
  } catch (cause) {
    if (cause instanceof EdiError) throw cause;
    throw new EdiError('EDI_SOURCE_UNREADABLE', 'The source of the input failed while it was read. The cause of this error says why.', { cause });
  }
}
