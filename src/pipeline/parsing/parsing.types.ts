import type { AcknowledgmentRequest } from '../acknowledgment/acknowledgment.types';
import type { ConversionOptions, ConversionSummary } from '../conversion.types';
import type { EdiSources } from '../../io/edi-source';

/** Options of parsing in memory (interface document, 4.6). */
export type ParsingOptions = Pick<
  ConversionOptions,
  'descriptions' | 'objects' | 'levels' | 'rules' | 'maxSegmentBytes' | 'maxRecordSegments' | 'maxRecordBytes' | 'admitLargeRecord' | 'signal' | 'onIssue'
> &
  Pick<AcknowledgmentRequest, 'now' | 'newControlNumber'> & {
    /** Returns the segments of every transaction set instead of its records. Default false. */
    readonly asSegments?: boolean;
    /** Acknowledges the input, in `ackEdi`. Default false. */
    readonly acknowledges?: boolean;
    /** Bytes of JSON that the answer may have; more throw EDI_BODY_TOO_LARGE. Default: no limit. */
    readonly maxAnswerBytes?: number;
  };

/** A problem of the input that is in none of its records (interface document, 2.12). */
export interface ParsingIssue {
  readonly severity: 'ERROR';
  readonly message: string;
  readonly lineNumber?: number;
  readonly segmentNumber?: number;
  readonly loop?: string;
  readonly ediString?: string;
}

/**
 * A whole input as one object: a list of each kind of record that plugins name (`claims`, `payments`, `coverages`, `statuses` ...), empty for none; `segments`,
 * if there are any; acknowledgment and issues.
 */
export interface ParsedEdi {
  /** Records of plugins that name no list. */
  readonly records?: readonly object[];
  /** ISA with its contents; input without ISA begins with its first segment. */
  readonly segments?: object;
  readonly ackEdi?: string;
  readonly parsingIssues: readonly ParsingIssue[];
  readonly [list: string]: unknown;
}

/** A parsing that is not read yet. */
export interface Parsing {
  readonly summary: ConversionSummary;
  /** Reads all; called once. Throws the errors of the sources, and the reason if no part of them is EDI. */
  read(): Promise<ParsedEdi>;
  /** As `read`, as the pieces of one JSON object: a fraction of the memory. */
  readJson(): Promise<Iterable<string | Buffer>>;
}

/** Parses in memory. */
export interface Parser {
  /** Throws EDI_BAD_PARAMETER for options that are not allowed, before anything is opened. */
  parse(sources: EdiSources, options?: ParsingOptions): Parsing;
}
