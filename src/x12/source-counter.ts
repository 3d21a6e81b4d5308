import { BYTE } from '../common/bytes';

/**
 * Where reading stands in the input. LF, CR, and CR LF end one line each, also when the two stand in different buffers.
 */
export class SourceCounter {
  /** Line of the next byte, the first is 1. */
  lineNumber = 1;
  /** Segments read so far. */
  segmentNumber = 0;
  /** True where the consumed bytes end with a CR. */
  endedWithCr = false;

  /** Counts the line break that stands at `position` of `bytes`. */
  countLine(bytes: Uint8Array, position: number): void {
    const followsCr = position > 0 ? (bytes[position - 1] ?? 0) === BYTE.CR : this.endedWithCr;
    if ((bytes[position] ?? 0) === BYTE.CR || !followsCr) this.lineNumber++;
  }

  /** Remembers how the consumed bytes end, for a LF that may begin the next ones. */
  endAt(bytes: Uint8Array, position: number): void {
    if (position > 0) this.endedWithCr = (bytes[position - 1] ?? 0) === BYTE.CR;
  }
}
