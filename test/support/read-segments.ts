import { EdiError } from '../../src/common/edi-error';
import type { Issue, SourcePlace } from '../../src/common/issue';
import type { Segment } from '../../src/x12/segment';
import { SegmentReader, type SegmentReaderOptions } from '../../src/x12/segment-reader';
import { inPieces } from './pieces';

/** What a segment shows to its users. */
export interface SegmentFacts {
  readonly id: string;
  /** Element 0 is the id as it stands in the input. */
  readonly elements: readonly string[];
  readonly place: SourcePlace;
}

/** What reading some bytes gives. */
export interface Reading {
  readonly segments: readonly SegmentFacts[];
  readonly issues: readonly Issue[];
  /** Code of the EdiError that ended the reading. */
  readonly error?: string;
  readonly message?: string;
}

export function factsOf(segment: Segment): SegmentFacts {
  const elements = Array.from({ length: segment.elementCount + 1 }, (_, i) => segment.element(i));
  return { id: segment.id, elements, place: segment.place };
}

type Limits = Pick<SegmentReaderOptions, 'maxSegmentBytes'>;

/** Reads pieces of an input and gives the segments themselves. */
export function segmentsOf(input: string | Buffer): Segment[] {
  const segments: Segment[] = [];
  const reader = new SegmentReader({ onSegments: (found) => segments.push(...found) });
  reader.write(typeof input === 'string' ? Buffer.from(input) : input);
  reader.end();
  return segments;
}

/**
 * Reads the pieces of an input. Facts are taken after the whole input was read and the pieces were overwritten, because
 * segments stay valid and the caller of `write` may use its buffer again.
 */
export function readPieces(pieces: readonly Buffer[], limits: Limits = {}): Reading {
  const segments: Segment[] = [];
  const issues: Issue[] = [];
  const reader = new SegmentReader({ ...limits, onSegments: (found) => segments.push(...found), onIssue: (issue) => issues.push(issue) });
  try {
    for (const piece of pieces) {
      const lent = Buffer.from(piece);
      reader.write(lent);
      lent.fill('?');
    }
    reader.end();
  } catch (error) {
    if (!(error instanceof EdiError)) throw error;
    return { segments: segments.map(factsOf), issues, error: error.code, message: error.message };
  }
  return { segments: segments.map(factsOf), issues };
}

const PIECE_SIZES = [1, 2, 3, 7, 80, 105, 106, 107];

/** Reads an input whole and in pieces of many sizes, demands the same answer of all, and gives it. */
export function readEveryWay(input: string | Buffer, limits: Limits = {}): Reading {
  const bytes = typeof input === 'string' ? Buffer.from(input) : input;
  const whole = readPieces([bytes], limits);
  for (const size of PIECE_SIZES) expect({ size, ...readPieces(inPieces(bytes, size), limits) }).toEqual({ size, ...whole });
  return whole;
}

/** The segments of a reading as text in the usual characters. */
export const textsOf = ({ segments }: Reading): string[] => segments.map(({ elements }) => elements.join('*'));

/** The ids of a reading. */
export const idsOf = ({ segments }: Reading): string => segments.map(({ id }) => id).join(' ');
