import type { ByteWriter } from '../common/byte-writer';
import type { CodeDescriptions, MissingCodes } from './code-descriptions';
import type { RecordIds } from './record-ids';

/** The file that a transaction comes from (interface document, 2.5). */
export interface FileInfo {
  readonly name: string;
  readonly url?: string;
  /** ISO 8601 date and time in UTC. */
  readonly lastModifiedDateTime?: string;
  readonly fileType: 'EDI';
}

/** What is known of a transaction beside its segments; the same for all its records. */
export interface TransactionContext {
  /** Makes the ids of its records. */
  readonly ids: RecordIds;
  /** The id of the FUNCTIONAL_GROUP record; undefined outside a group. */
  readonly functionalGroupId: string | undefined;
  readonly fileName: string;
  /** What `fileInfo` shows of the file; its name alone when absent. */
  readonly fileInfo?: FileInfo | undefined;
  /** True when transactions are records of their own, to which others refer by `transactionId`. */
  readonly isTransactionTopLevel: boolean;
  /** True when control segments are converted, to which transactions refer by `functionalGroupId`. */
  readonly hasControlSegments: boolean;
  /** Descriptions of codes; undefined when they are off. */
  readonly descriptions: CodeDescriptions | undefined;
}

/** What is known of the record that is being read, beside its loop. The same for all fields of one record. */
export interface RecordContext {
  readonly transaction: TransactionContext;
  /** What validation found in the record, as the JSON objects that it shows; absent when nothing was found or looked for. */
  readonly validationIssues?: (() => Iterable<object>) | undefined;
}

/** A context and the bytes that are written to. */
export interface EncodeRun {
  readonly out: ByteWriter;
  readonly context: RecordContext;
  /** Collects codes that were written without a description because none is known yet. */
  readonly missing: MissingCodes | undefined;
  /** Keys of the members that are read: others may be left out. Absent for all. */
  readonly keys?: ReadonlySet<string> | undefined;
}
