import type { Issue } from '../common/issue';
import type { EdiSources } from '../io/edi-source';
import type { OutputParameters } from '../plugin/output.plugin';
import type { ConverterSchemas } from './converter-schemas';
import type { JsonSchema } from '../mapping/json-schema';

/** Options of a conversion, each with its default; see the operations of the interface document, 4.1 and 4.2. */
export interface ConversionOptions {
  /** Id of the output plugin: json, ndjson, csv. Default json. */
  readonly output?: string;
  /** Id of the input format, such as that of a plugin for text that is not X12. Default: recognised by the first bytes of each file. */
  readonly format?: string;
  /** Units (claims, payments, members) in a batch, at most: a batch also ends after some 2,000 segments. The default depends on the transaction set: 50, or 20 whole transactions. */
  readonly chunkSize?: number;
  /** Findings per file before the file ends with `Too Many Warnings`; -1 for no limit. Default 3000. */
  readonly maxWarnings?: number;
  /** Writes findings into the output as WARNING objects. Default false. */
  readonly warningsInResponse?: boolean;
  /** Adds descriptions to codes. Default true. */
  readonly descriptions?: boolean;
  /** Writes INTERCHANGE_CONTROL and FUNCTIONAL_GROUP objects; of other formats, the records of what encloses the others. Default false. */
  readonly convertControlSegments?: boolean;
  /** Writes TRANSACTION objects of their own, to which records refer by `transactionId`. Default false. */
  readonly transactionTopLevel?: boolean;
  /** Converts to the tree of segments instead of business objects. Default false. */
  readonly convertToSegments?: boolean;
  /**
   * Names of objects to convert in addition to the default ones, separated by commas, such as `status`; `all` for every name. Sets whose objects are only converted on request are
   * segment trees otherwise. Default none.
   */
  readonly objects?: string;
  /** Validates while converting and writes VALIDATION objects. Default false. */
  readonly validate?: boolean;
  /** Levels that are validated, such as `1-3,5` or `1-7`; then issues carry `ruleId` and `snipLevel`. Default 1, 2, 3 and 5, without them. */
  readonly levels?: string;
  /** Ids of rules to switch on, or off with a minus sign, separated by commas: `element-too-long,-code-invalid`. See docs/validation-rules.md. */
  readonly rules?: string;
  /** Parameters of the output in addition to records. */
  readonly outputParameters?: OutputParameters;
  /** False makes a batch of each whole transaction; the records are the same. Default true. */
  readonly splitTransactions?: boolean;
  /** Longest segment in bytes; default 10,000,000. */
  readonly maxSegmentBytes?: number;
  /** Segments of a transaction set; one that has more ends its file. Default 0, no limit. */
  readonly maxTransactionSegments?: number;
  /** Segments that are held for one record (a claim, a payment, a member, a record of a format); one that has more ends its file. Default 0, no limit. */
  readonly maxRecordSegments?: number;
  /**
   * Limit of bytes that are held for one record, including parts that it shares with others; a larger one ends its file. Default 16,000,000; 0 for no limit.
   */
  readonly maxRecordBytes?: number;
  /**
   * Called when the record being read takes more than 1 MB, for callers that divide memory among many conversions: reading continues when the promise resolves,
   * and calls its result when the record was written. A rejection ends the file. Default: reading continues.
   */
  readonly admitLargeRecord?: () => Promise<() => void>;
  /** Limit of findings per file, whatever `maxWarnings` is, also if the file is only validated; more end it with `Too Many Warnings`. Default 0, no limit. */
  readonly maxIssues?: number;
  /** True to reuse the memory of a chunk once the next one is pulled: for callers that are done with a chunk by then. Default false. */
  readonly reusesChunks?: boolean;
  /**
   * Worker threads that convert at the same time. Files are given to them whole, large ones in parts; sources without a path are converted in
   * this thread. The output is the same. Default 0: all in this thread.
   */
  readonly workers?: number;
  /** Stops the work and closes the sources. */
  readonly signal?: AbortSignal;
  /** Receives every finding, with the name of its file, whether it is written to the output or not. */
  readonly onIssue?: (issue: Issue, fileName: string) => void;
}

/** Options of a validation without conversion. */
export type ValidationOptions = Pick<
  ConversionOptions,
  | 'output'
  | 'format'
  | 'chunkSize'
  | 'levels'
  | 'rules'
  | 'outputParameters'
  | 'maxSegmentBytes'
  | 'maxTransactionSegments'
  | 'maxRecordSegments'
  | 'maxRecordBytes'
  | 'admitLargeRecord'
  | 'maxIssues'
  | 'reusesChunks'
  | 'workers'
  | 'signal'
  | 'onIssue'
>;

/** Summary of a run, for logs and progress. */
export interface ConversionSummary {
  readonly files: number;
  readonly bytes: number;
  readonly segments: number;
  readonly transactions: number;
  readonly records: number;
  /** Findings, in-band errors included. */
  readonly issues: number;
  /** In-band ERROR objects. */
  readonly errors: number;
  /** Segments that are in no record, although their file was read. */
  readonly skippedSegments: number;
  /** Values that no field of a record shows: those that are not of the field's type, and those without a field. */
  readonly unreadValues: number;
}

/**
 * A conversion under way: output bytes to pull, and a running summary.
 *
 * Pulling the first chunk throws an EdiError when nothing could be converted (no record, only failures): nothing was
 * written then, so a service can still answer 400. After the first chunk nothing is thrown for bad input: failures are
 * in-band ERROR objects, and the other sources go on. Closing the iterator early (`return`) closes the source.
 */
export interface Conversion extends AsyncIterable<Buffer> {
  readonly contentType: string;
  readonly summary: ConversionSummary;
}

/** A piece of one of the files that a conversion writes. */
export interface FileChunk {
  /** Continues the name of the first file, which is '': `-Lines`. */
  readonly file: string;
  readonly bytes: Buffer;
}

/** As `Conversion`, of an output that may write several files: their pieces come as they are written, those of one file in order. */
export interface FilesConversion extends AsyncIterable<FileChunk> {
  readonly contentType: string;
  readonly summary: ConversionSummary;
}

/** Facts about an input format before anything is read. */
export interface FormatInfo {
  readonly id: string;
  /** Name for people. */
  readonly title: string;
  /** Key of the list of records in one JSON document. */
  readonly recordsKey: string;
  /** JSON Schema of a record. */
  recordSchema(): JsonSchema;
}

/** Converts sources one after the other into one output. A pure function of sources and options: no state remains between calls. */
export interface Converter {
  /** Throws EDI_BAD_PARAMETER for an unknown output or an option out of range, before anything is opened. */
  convert(sources: EdiSources, options?: ConversionOptions): Conversion;
  /** As `convert`, with all files that the output has. */
  convertToFiles(sources: EdiSources, options?: ConversionOptions): FilesConversion;
  /**
   * Validates sources into VALIDATION objects, and ERROR objects for unreadable input; with an output that takes segments, into the segments with their issues.
   * There is no limit of findings. Throws EDI_BAD_PARAMETER as `convert` does; pulling the first chunk throws when nothing could be read.
   */
  validate(sources: EdiSources, options?: ValidationOptions): Conversion;
  /** The input formats of plugins, in addition to X12. */
  formatList?(): readonly FormatInfo[];
  /** JSON Schemas of the records that can come, of the records inside them, and of the requests that EDI is generated from. */
  schemas?(): ConverterSchemas;
}
