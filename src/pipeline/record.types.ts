import type { Fragment } from '../common/fragment';
import type { Issue } from '../common/issue';
import type { LoopNode } from '../guide/loop-node';
import type { JsonRange } from '../kernel/json-run';
import type { WrittenRows } from '../kernel/row-cells';
import type { TableLayout } from '../mapping/columns/table';
import type { RecordContext } from '../mapping/encode-run';
import type { NamedRecord } from '../plugin/bound-transaction-set';
import type { FormatRecord } from '../plugin/format.plugin';
import type { Findings } from '../validation/findings';
import type { Segment } from '../x12/segment';
import type { UnitLook } from './unread/unit-look';
import type { UnreadSegment } from './unread/unread-segment';

/** Source of a record. */
export interface RecordSource {
  /** For errors. */
  readonly pluginId: string;
  /** Default number of records in a batch; undefined for that of the engine. */
  readonly chunkSize: number | undefined;
}

/** What records have in common, wherever they are read. */
interface AnyRecordItem {
  readonly kind: 'record';
  readonly plugin: RecordSource;
  /** Segments that were read for the record, about: batches are bounded by them too. */
  readonly weight: number;
  /** Bytes of the input that the record is made of, about, those that it shares with others included: its output is a multiple of them. */
  readonly bytes: number;
  /** What validation found in the record; undefined for nothing. */
  readonly findings?: Findings | undefined;
  /** Remaining work at the end of a large record, in steps: to be done before its findings, and its input without a field, are read. */
  readonly rest?: Iterable<void> | undefined;
  /** Says that nobody reads it any more, nor what was written before it; there where it is written already. */
  release?(): void;
}

/** The JSON of a record before and behind its issues, and the key that they have. */
export interface IssuesPlace {
  readonly key: Fragment;
  readonly before: JsonRange;
  readonly behind: JsonRange;
}

/** A record of a transaction set: its declaration, where to read it, and its context. Nothing is converted yet. */
export interface LoopRecordItem extends AnyRecordItem {
  readonly record: NamedRecord;
  readonly loop: LoopNode;
  readonly segment: Segment;
  readonly context: RecordContext;
  /** Input of the loop that reaches no field of the record; undefined or empty for none. */
  readonly unread?: readonly UnreadSegment[] | undefined;
  /** Finds that input after the record was written; undefined where it was found already. */
  readonly look?: UnitLook | undefined;
  /** The record as JSON, where it was written while it was read. */
  readonly json?: JsonRange | undefined;
  /** Where its issues belong in it, if it has some. */
  readonly issues?: IssuesPlace | undefined;
  /** The rows of the record, where they were written instead. */
  readonly rows?: WrittenRows | undefined;
}

/** A record of another format, which its plugin writes. */
export interface FormatRecordItem extends AnyRecordItem {
  readonly written: FormatRecord;
  /** How it is laid out as rows; undefined for a record without any. */
  readonly table: TableLayout | undefined;
  /** Key of the list of such records, where one object holds them all. */
  readonly listedAs: string;
  readonly fileName: string;
  /** Shows an issue as JSON does; there with findings. */
  readonly toJson?: (issue: Issue) => object;
}

export type RecordItem = LoopRecordItem | FormatRecordItem;
