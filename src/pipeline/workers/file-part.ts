import type { EnvelopeCounts } from '../../x12/envelope';
import type { InterchangeStart, ReadPosition } from '../../x12/segment-reader';

/** Bytes of a file from a position on. */
export interface FileSpan {
  readonly from: ReadPosition;
  /** Offset of the first byte after it. */
  readonly to: number;
}

/** What a reading has to know of the file before a part: it is read again, and its results are dropped. */
export interface PartContext {
  readonly interchange: InterchangeStart;
  /** ISA, GS, ST, the head, the loops around the unit before the part, that unit, and the segments that begin the next one. */
  readonly spans: readonly FileSpan[];
  readonly envelope: EnvelopeCounts;
}

/** A part of a file. Each begins after the segments that open a transaction set or a unit. */
export interface FilePart {
  /** Undefined for the part that the file begins with. */
  readonly context: PartContext | undefined;
  readonly from: ReadPosition;
  /** Undefined for the end of the file. */
  readonly to: number | undefined;
}

/** What the reading of a part leaves for those that join it. */
export interface PartLog {
  readonly part: FilePart;
  /** Reads bytes of the file. */
  readonly read: (start: number, end: number) => Buffer;
  /** States of the reading where the part begins and ends: that of the end is that of the beginning of the next part, or the parts do not fit. */
  begin?: string | undefined;
  end?: string | undefined;
  /** Findings that count for the limit of a file. */
  findings: number;
  /** Findings about input that reaches no field. */
  unread: number;
  /** True if the part was not read to its end. */
  hasFailed: boolean;
}
