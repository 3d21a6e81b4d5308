import type { Fragment } from '../common/fragment';
import type { FormatLine } from '../plugin/format.plugin';
import type { RowPlan } from '../mapping/columns/row-reader';
import type { TableLayout } from '../mapping/columns/table';
import type { FileInfo } from '../mapping/encode-run';
import type { CodeDescriptions } from '../mapping/code-descriptions';
import type { Segment } from '../x12/segment';
import type { BoundTransactionSet } from '../plugin/bound-transaction-set';
import type { TransactionSet } from '../x12/envelope';
import type { ControlRecords } from './control-record-binding';
import type { FileValidation } from './file-validation';

/** Size limits of a file's parts; Infinity for no limit. */
export interface ReadingLimits {
  /** The default of the reader when absent. */
  readonly maxSegmentBytes: number | undefined;
  readonly maxTransactionSegments: number;
  readonly maxRecordSegments: number;
  readonly maxRecordBytes: number;
}

/** Returns the plans by which the rows of a table are read. */
export type RowPlansOf = (table: TableLayout) => readonly RowPlan[] | undefined;

/** What reading an X12 file depends on. */
export interface FileReadingOptions {
  readonly fileName: string;
  /** What records show of the file; its name alone when absent. */
  readonly fileInfo?: FileInfo | undefined;
  readonly isTransactionTopLevel: boolean;
  /** True to emit transaction sets with a table as records of their own, although their records contain them too. */
  readonly givesTransactionRows?: boolean;
  readonly hasControlSegments: boolean;
  readonly limits: ReadingLimits;
  readonly controlRecords: ControlRecords;
  /** True for the segments of every transaction set instead of the records of its plugin. */
  readonly asSegments: boolean;
  /** Names of the objects that are requested in addition to the default ones. */
  readonly objects: ReadonlySet<string>;
  /** Segments after which a transaction that is one record is cut, Infinity for never. */
  readonly splitAfter: number;
  /** Descriptions of codes; undefined when they are off. */
  readonly descriptions: CodeDescriptions | undefined;
  /** Validates the input; absent if not requested. */
  readonly validation?: FileValidation | undefined;
  /** True to emit the parts of the envelope as items of their own, each after the findings before it. */
  readonly givesEnvelope?: boolean;
  /** True to find input that reaches no field of the records. */
  readonly findsUnread?: boolean;
  /** True for a caller that asks for such input after it has written the records: nearly all of it needs no look then. */
  readonly findsUnreadLater?: boolean;
  /** True for a caller that writes records as JSON: most of them are written while they are read. */
  readonly writesEarly?: boolean;
  /** What such a caller writes between records, where it is the same between all. */
  readonly separator?: Fragment | undefined;
  /** Keys of the members that such a caller reads; absent for all of them. */
  readonly readsKeys?: ReadonlySet<string> | undefined;
  /** For a caller that reads rows and no JSON: the plans by which it reads those of a table; undefined for rows that are not written early. */
  readonly rowPlansOf?: RowPlansOf | undefined;
  /** Receives every segment, after it was read. */
  readonly onSegment?: ((segment: Segment) => void) | undefined;
  /** Receives the lines of a format that is not X12. */
  readonly onLine?: ((line: FormatLine) => void) | undefined;
  /** Receives each transaction set that a plugin reads, when its guide is known: at ST, or some segments later. */
  readonly onTransaction?: ((set: TransactionSet, bound: BoundTransactionSet) => void) | undefined;
}
