import type { EdiSources } from '../../io/edi-source';
import type { ConversionSummary } from '../conversion.types';

/** Options of a scrubbing. */
export interface ScrubOptions {
  /** Secret of the pseudonyms: the same secret gives the same pseudonyms in every file and run. Absent: random, so that nobody can repeat it. */
  readonly key?: Uint8Array;
  /** A longer segment throws EDI_SEGMENT_TOO_LARGE. Default 10,000,000 bytes. */
  readonly maxSegmentBytes?: number;
  readonly signal?: AbortSignal;
}

/** A scrubbing that is not read yet: pieces of the scrubbed text. */
export interface Scrubbing extends AsyncIterable<Buffer> {
  /** Files and bytes so far; nothing else is counted. */
  readonly summary: ConversionSummary;
}

/** Scrubs files. */
export interface Scrubber {
  /**
   * Replaces everything that identifies a person; see docs/scrub.md. Sources are written one after the other. Iterating throws errors of reading (EDI_NOT_EDI,
   * EDI_EMPTY_INPUT, EDI_SEGMENT_TOO_LARGE, EDI_SOURCE_UNREADABLE), and EDI_BAD_PARAMETER for a format that cannot be scrubbed.
   */
  scrub(sources: EdiSources, options?: ScrubOptions): Scrubbing;
}
