import type { OutputFile } from '../io/output-set';
import type { ConversionOptions } from '../pipeline/conversion.types';
import type { Counts } from '../pipeline/counts';
import type { FilePart } from '../pipeline/workers/file-part';
import type { StoredPartResult } from '../pipeline/workers/stored-parts';

/** What a batch does with every file. It is stored as JSON: no functions, no credentials. */
export interface BatchOptions {
  /** Options of the conversion; `output` is the id of the format. */
  readonly conversion: Omit<ConversionOptions, 'signal' | 'onIssue' | 'admitLargeRecord' | 'reusesChunks'>;
  /** Extension of outputs, without the dot. */
  readonly extension: string;
  /** True for records that name files without folders. Default false. */
  readonly hasBareNames?: boolean;
  /** Plugins beside those of the product: folders, or names of installed packages, which every worker must have. */
  readonly plugins?: readonly string[];
}

/** Larger files are divided. */
export const DEFAULT_PART_BYTES = 256_000_000;

/** A batch as it is asked for. */
export interface BatchRequest {
  /** Paths and addresses: files, folders, prefixes, patterns. */
  readonly sources: readonly string[];
  /** Folder, prefix or directory for the outputs; one or more for each file. */
  readonly target: string;
  readonly options: BatchOptions;
  /** True for the subfolders of sources, too. Default false. */
  readonly recurse?: boolean;
  /** True converts what was converted before with the same options, too. Default false. */
  readonly again?: boolean;
  /** True for a batch that stays open for files that come later. Default false. */
  readonly watches?: boolean;
  /** Seconds between looks for them. Default 10. */
  readonly pollSeconds?: number;
  /** Folders and prefixes outside of which no worker reads or writes for this batch; absent for no such limit. */
  readonly roots?: readonly string[];
  /** Files that are larger are converted in parts of about so many bytes; 0 for none. Default DEFAULT_PART_BYTES. */
  readonly partBytes?: number;
}

/** States of a batch: it is running until every file has ended, and a watched batch until it is cancelled. */
export type BatchState = 'running' | 'done' | 'failed' | 'cancelled';

/**
 * States of a file. `waiting` and `running` go on; `divided` is a large file whose parts are converted, and which waits again when they are done;
 * `publishing` is the moment in which outputs become visible. `skipped` was converted before, or a newer version of it
 * is in the batch; `quarantined` ended its workers too often.
 */
export const FILE_STATES = ['waiting', 'running', 'divided', 'publishing', 'done', 'skipped', 'failed', 'quarantined', 'cancelled'] as const;
export type FileState = (typeof FILE_STATES)[number];

/** Formats of reports. */
export const REPORT_FORMATS = ['text', 'json', 'csv'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** One file of a batch, for its converter: references only. */
export interface FileReference {
  /** Address or path of the source. */
  readonly source: string;
  /** Name for records and messages. */
  readonly name: string;
  /** Address of the output without extension; an archive is a folder of that name. */
  readonly output: string;
  /** As the source had it when it was found; a file that has another version is not read. */
  readonly bytes: number | undefined;
  readonly version: string | undefined;
  /** Folders and prefixes outside of which nothing is read or written for it. */
  readonly roots?: readonly string[];
}

/** What became of one file that was converted and published. */
export interface FileResult {
  readonly outputs: readonly string[];
  readonly counts: Counts;
  /** First error that the output has in-band. */
  readonly error?: FileFailure;
}

/** Why a file failed. */
export interface FileFailure {
  /** Of the error catalogue. */
  readonly code: string;
  /** Holds no element value. */
  readonly message: string;
}

/** What a conversion needs from its runner. */
export interface ConversionHooks {
  readonly signal: AbortSignal;
  /** Stored bytes that were read, for progress. */
  readonly onBytes?: (count: number) => void;
  /** Asked when all outputs are whole and before the first is visible; false discards them. Called once. */
  readonly mayPublish: (outputs: readonly OutputFile[]) => Promise<boolean>;
}

/** Thrown when outputs were discarded because `mayPublish` said so: another worker has the file by now, or its batch was cancelled. */
export class NotPublished extends Error {
  override readonly name = 'NotPublished';
}

/** Thrown when what converted a file ended without an answer: its process was killed, or ran out of memory. */
export class ConverterDied extends Error {
  override readonly name = 'ConverterDied';
}

/**
 * Converts files one by one and publishes their outputs. The one thing that a batch knows of conversions: processes, threads and a function in this process stand behind it.
 */
export interface FileConverter {
  /** Files that can be converted at a time. */
  readonly slots: number;
  /** Throws an EdiError for a file that failed, NotPublished, ConverterDied, and the reason of an aborted signal. Nothing is visible then. */
  convertFile(reference: FileReference, options: BatchOptions, hooks: ConversionHooks): Promise<FileResult>;
  /** Absent for a converter that only converts whole files. */
  readonly parts?: PartConverter;
  close(): Promise<void>;
}

/** A part of a file that is converted by itself. The output of its reference is hidden, and of this attempt alone. */
export interface PartReference extends FileReference {
  readonly part: FilePart;
}

/** A part whose output is stored. */
export interface PartResult extends StoredPartResult {
  /** What continues the name of the first file, and the address of each file of the output. */
  readonly outputs: readonly (readonly [file: string, address: string])[];
  /** First error that its output has in-band. */
  readonly error?: FileFailure;
}

/** Converts large files in parts. The methods throw as `convertFile` does. */
export interface PartConverter {
  /** Cuts a file; undefined for one that has to be converted whole. */
  divide(reference: FileReference, partBytes: number, options: BatchOptions, signal: AbortSignal): Promise<readonly FilePart[] | undefined>;
  /** Converts a part, and stores its output. */
  convert(reference: PartReference, options: BatchOptions, signal: AbortSignal): Promise<PartResult>;
  /** Joins the outputs of all parts and publishes them; undefined if the parts do not fit together: the file has to be converted whole. */
  join(reference: FileReference, parts: readonly PartResult[], options: BatchOptions, hooks: ConversionHooks): Promise<FileResult | undefined>;
}
