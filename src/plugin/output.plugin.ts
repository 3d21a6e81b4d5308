import type { ByteWriter } from '../common/byte-writer';
import type { EdiError } from '../common/edi-error';
import type { Fragment } from '../common/fragment';
import type { SourcePlace } from '../common/issue';
import type { RowPlan, RowSink } from '../mapping/columns/row-reader';
import type { TableLayout } from '../mapping/columns/table';

/** Options of an output plugin. Read once, at start. */
export interface OutputOptions {
  /** Unique among all output plugins; the value of `--to` and of `output`. */
  readonly id: string;
  /** Of the answer of the service, such as application/xml. */
  readonly contentType: string;
  /** Extension of output files, such as json. */
  readonly extension: string;
  /** False for a format that never shows the descriptions of codes: they are not looked up. */
  readonly showsDescriptions?: false;
  /** Input of the output: records, or the segments of the input with their issues. Default records. */
  readonly takes?: 'records' | 'segments';
  /** True for an output whose sessions can write a part of the records, and join parts: see `OutputSession.part`. */
  readonly joins?: true;
  /** True for an output of which a batch may write one for each part of a large file, side by side: for formats that cannot be joined. */
  readonly splits?: true;
  /** True for an output that takes every object that has to be requested by name (the option `objects`), unless some are requested. */
  readonly takesAllObjects?: boolean;
  /**
   * The parameters of the output by name, each with its type; an empty object for an output without any. The engine refuses others, and values of another type,
   * with EDI_BAD_PARAMETER. Absent: the output gets whatever the caller passes, and refuses unknown parameters itself.
   */
  readonly parameters?: Readonly<Record<string, OutputParameterType>>;
}

/** Type of the value of a parameter. */
export type OutputParameterType = 'string' | 'number' | 'boolean';

/** Source of a record. */
export interface RecordOrigin {
  readonly fileName: string;
  /** ST01, such as 835. */
  readonly transactionSet: string;
}

/** Parameters of an output, by name: those that it declares (`OutputOptions.parameters`), or any. */
export type OutputParameters = Readonly<Record<string, unknown>>;

/** A segment of the input, with its issues. */
export interface AnnotatedSegment {
  /** Counts the segments of the file from 1. */
  readonly segmentNumber: number;
  /** The segment with its terminator, unless that is a line break. */
  readonly text: string;
  /** VALIDATION notices, and ERROR notices for data that is lost. A notice that was found late may be about an earlier segment. */
  readonly notices: readonly Notice[];
}

/** A batch of records in the order of the input. It is valid during the call that hands it over only. */
export interface RecordBatch {
  readonly size: number;
  /** The record as an object, built on request; an ERROR notice if its plugin failed. */
  record(index: number): Readonly<Record<string, unknown>>;
  /** Writes the record as one line of JSON, straight from the input's bytes. */
  encodeJson(index: number, out: ByteWriter): void;
  /** Writes all records as `encodeJson` does, with a separator between them, also behind the last if asked; faster with that of the session, see `OutputSession`. */
  encodeAll(separator: Fragment, out: ByteWriter, isBehindLast?: boolean): void;
  /** The layout of the record as rows; undefined for a record that its plugin lays out as none. */
  table(index: number): TableLayout | undefined;
  /** Reads the rows of the record, by a plan for its table. Returns a failure of its plugin: the sink has received only a part of the record then. */
  readRows(index: number, plan: RowPlan, sink: RowSink): Notice | undefined;
  /** True for a record whose rows are many: the engine does other work while it is read in parts. */
  isLarge(index: number): boolean;
  /** As `readRows`; pauses between the rows. */
  readRowsInParts(index: number, plan: RowPlan, sink: RowSink): Generator<void, Notice | undefined, undefined>;
  origin(index: number): RecordOrigin;
  /** Where the record begins. */
  place(index: number): SourcePlace;
}

/** A file of schemas that a plugin package brings. */
export interface SchemaFile {
  /** Absolute. */
  readonly path: string;
  /** Those of the tables of the package: its schemas are for them alone. */
  readonly transactionTypes: readonly string[];
}

/** What was counted so far in all inputs of an output. */
export interface OutputCounts {
  readonly files: number;
  readonly segments: number;
  readonly transactions: number;
  readonly records: number;
  /** Findings, those that lost data included. */
  readonly issues: number;
  /** Failures: data that is missing in the output. */
  readonly errors: number;
}

/** What an output is opened with. */
export interface OutputContext {
  /** Parameters of the output by name, from the caller. For what the declared types do not exclude, an output throws EDI_BAD_PARAMETER. */
  readonly parameters: OutputParameters;
  /** The tables of all plugins. */
  readonly tables: readonly TableLayout[];
  /** Files of schemas that plugin packages bring for their tables. */
  readonly schemaFiles: readonly SchemaFile[];
  /** True when the caller takes several files; else only bytes in `out` are used. */
  readonly hasFiles: boolean;
  /** Returns the writer of a further file, by a name that continues that of the first, such as `-Lines`. The same name returns the same file. */
  file(name: string): ByteWriter;
  /** True for a session that writes a part of an output, which another session joins to others. */
  readonly isPart: boolean;
  /** Grows while the output is written; complete in `end`. */
  readonly counts: OutputCounts;
  /** Counts and reports an error of the output, and returns it as a notice to write in place of the record. */
  fail(error: EdiError, fileName: string): Notice;
  /** Counts and reports what the output leaves out by its own limits; returns a notice if warnings are written. */
  warn(message: string, fileName: string): Notice | undefined;
}

/** An object of the output between records: an in-band failure, a warning, or a validation issue. */
export interface Notice {
  readonly objectType: 'ERROR' | 'WARNING' | 'VALIDATION';
  readonly message: string;
  /** Absent in VALIDATION, which has it in `sourceLocation`. */
  readonly fileName?: string;
  readonly [key: string]: unknown;
}

/**
 * One output being written. Hooks are called in this order: `begin` once, then `record` (or `write`, or `segment`) and `notice` in the order
 * of the input, then `end` once, then `close`. `end` is called after failures too, so that what was begun is closed; it is not called
 * when the reader of the output went away. What is written to `out` is taken after each call.
 *
 * When `record`, `write` or `segment` throws, the bytes of that call are removed: an ERROR notice with EDI_PLUGIN_FAILED, plugin, hook and place takes their
 * place, and the output continues. A session that counts or separates changes its own state last. A throw of `begin`, `notice` or `end`, and an EdiError from
 * any hook, ends the output.
 */
export interface OutputSession {
  /** True for an output that shows transaction sets as rows: those with a table become records of their own, before the others. */
  readonly wantsTransactions?: boolean;
  /** True to get TRANSACTION objects as records of their own, and records that refer to them, as the option `transactionTopLevel` does. */
  readonly wantsTopLevelTransactions?: boolean;
  /** True to look up the descriptions of codes although `showsDescriptions` is false: for an output that shows them on request. */
  readonly wantsDescriptions?: boolean;
  /** True for an output that reads rows and no JSON: that of large records is not written beforehand. */
  readonly readsRowsOnly?: boolean;
  /** What the session passes to `encodeAll`, at most four bytes: records are then written with it while they are read. */
  readonly separator?: Fragment;
  /**
   * Keys of the members that the output reads, at any depth of a record; absent for an output that reads all. Records may have only these members then, in JSON and
   * as objects, which takes less time. An object that has no such member is still there.
   */
  readonly readsKeys?: ReadonlySet<string>;
  /**
   * The plans by which the output will read the rows of records with a table: the kernel may write those rows while it reads, which takes less time. Undefined as
   * long as that is not known, and for a table that the output leaves out. Asked for again and again.
   */
  rowPlansOf?(table: TableLayout): readonly RowPlan[] | undefined;
  begin?(out: ByteWriter): void;
  /** Called for each record. An output of records has this or `write`. */
  record?(record: Readonly<Record<string, unknown>>, out: ByteWriter, origin: RecordOrigin): void;
  /**
   * Called for each batch instead of `record`: for outputs that take records as JSON bytes or rows, without objects. A throw leaves the whole batch out. A
   * generator pauses at each yield, while the engine does other work: for batches with large records.
   */
  write?(batch: RecordBatch, out: ByteWriter): void | Iterable<void>;
  /** Called for notices between records: in-band failures, warnings, validation issues. */
  notice(notice: Notice, out: ByteWriter): void;
  /** Called for each segment, by outputs that take segments. */
  segment?(segment: AnnotatedSegment, out: ByteWriter): void;
  /**
   * Called instead of `end` in a session of a part. Such a session writes neither a beginning nor an end, and a separator before each element, the first too.
   * Returns what the session that joins the part must know; undefined if the part cannot be joined: then all of it is written again by that session.
   */
  part?(): OutputPart | undefined;
  /** Writes what comes before a part that has bytes, such as a header; returns how many bytes of the part's first file are left out, such as a separator; undefined as `part` does. */
  join?(part: OutputPart, out: ByteWriter): number | undefined;
  /** Called with the parts of a source when all of them were joined. */
  joined?(parts: readonly OutputPart[]): void;
  /** Called once, after everything else. What a generator wrote is taken at each `yield`, so that an output with much left to write stays small in memory. */
  end?(out: ByteWriter): void | Iterable<void>;
  /** Releases what the session holds outside of memory. Called once, last, also when the reader of the output went away. */
  close?(): void;
}

/** What a session of a part says to the one that joins it: plain values, since parts are written in other threads. */
export type OutputPart = Readonly<Record<string, string | number | boolean | readonly (readonly [string, number])[]>>;

/** Writes records in one format. `open` is called once for each output; sessions share nothing. */
export interface OutputPlugin {
  open(context: OutputContext): OutputSession;
  /** For formats with columns: the tables that an output with these parameters has. Throws EDI_BAD_PARAMETER for an unknown transaction type. */
  describe?(context: OutputContext, request: DescribeRequest): readonly DescribedTable[];
  /** For formats with columns: the schemas that these parameters can name. */
  schemas?(context: OutputContext): readonly DescribedSchema[];
}

/** A schema that chooses the columns of an output. */
export interface DescribedSchema {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly transactionTypes: readonly string[];
  /** The schema that it changes. */
  readonly baseName?: string;
}

/** Context of the tables of an output, in addition to its parameters. */
export interface DescribeRequest {
  /** What `TableLayout` calls the conversion, such as 837P; upper and lower case count alike. */
  readonly transactionType: string;
}

/** A table of an output. */
export interface DescribedTable {
  /** Such as Lines. */
  readonly name: string;
  /** Continues the name of the first file. */
  readonly fileSuffix: string;
  readonly columns: readonly string[];
}
