import type { FileInfo } from '../mapping/encode-run';
import type { CodeDescriptions } from '../mapping/code-descriptions';
import type { Segment } from '../x12/segment';
import type { ControlRecords } from './control-record-binding';
import type { FileValidation } from './file-validation';

/** How large what a file holds may be; Infinity for no limit. */
export interface ReadingLimits {
  /** The default of the reader when absent. */
  readonly maxSegmentBytes: number | undefined;
  readonly maxTransactionSegments: number;
  readonly maxRecordSegments: number;
  readonly maxRecordBytes: number;
}

/** What reading an X12 file depends on. */
export interface FileReadingOptions {
  readonly fileName: string;
  /** What records show of the file; its name alone when absent. */
  readonly fileInfo?: FileInfo | undefined;
  readonly isTransactionTopLevel: boolean;
  /** True to give transaction sets that a table shows as records of their own, although their records hold them too. */
  readonly givesTransactionRows?: boolean;
  readonly hasControlSegments: boolean;
  readonly limits: ReadingLimits;
  readonly controlRecords: ControlRecords;
  /** True for the segments of every transaction set instead of the records of its plugin. */
  readonly asSegments: boolean;
  /** Names of the objects that are asked for beside those that are always given. */
  readonly objects: ReadonlySet<string>;
  /** Segments after which a transaction that is one record is cut, Infinity for never. */
  readonly splitAfter: number;
  /** Descriptions of codes; undefined when they are off. */
  readonly descriptions: CodeDescriptions | undefined;
  /** Validates what is read; absent when nobody asks for it. */
  readonly validation?: FileValidation | undefined;
  /** True to give the parts of the envelope as items of their own, each after what was found before it. */
  readonly givesEnvelope?: boolean;
  /** True to find what of the input reaches no field of the records. */
  readonly findsUnread?: boolean;
  /** Receives every segment, after it was read. */
  readonly onSegment?: ((segment: Segment) => void) | undefined;
}
