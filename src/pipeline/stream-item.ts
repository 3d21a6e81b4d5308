import type { Issue } from '../common/issue';
import type { LoopNode } from '../guide/loop-node';
import type { NamedRecord } from '../plugin/bound-transaction-set';
import type { JsonRange } from '../kernel/json-run';
import type { WrittenRows } from '../kernel/row-cells';
import type { TableLayout } from '../mapping/columns/table';
import type { FormatRecord } from '../plugin/format.plugin';
import type { Findings } from '../validation/findings';
import type { FunctionalGroup, Interchange, TransactionSet } from '../x12/envelope';
import type { Segment } from '../x12/segment';
import { inTurns, type Share } from './event-loop-share';
import { issuesOfUnread } from './unread/unread-issues';
import type { UnitLook } from './unread/unit-look';
import type { UnreadSegment } from './unread/unread-segment';
import type { RecordContext } from '../mapping/encode-run';
import type { WrittenRun } from './written-run';

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

/** A record, or some that follow one another. */
export type RecordEntry = RecordItem | WrittenRun;

/** What validation found around the records, at its place among them. */
export interface FindingsItem {
  readonly kind: 'findings';
  readonly findings: Findings;
  /** The object that they are in, where an object is a whole transaction set or a part of one that was cut; it comes before them. */
  readonly within?: LoopNode | undefined;
}

/** A finding, at its place among the records. */
export interface IssueItem {
  readonly kind: 'issue';
  readonly issue: Issue;
}

/** The end of a transaction set. */
export interface TransactionEndItem {
  readonly kind: 'transaction end';
  /** Undefined for a transaction set that breaks off. */
  readonly se: Segment | undefined;
}

/** A part of the envelope, at its place among findings. Emitted only on request. */
export interface EnvelopeItem {
  readonly kind: 'envelope';
  readonly part:
    | { readonly opens: 'interchange'; readonly interchange: Interchange }
    | { readonly opens: 'group'; readonly group: FunctionalGroup }
    | { readonly opens: 'transaction'; readonly transaction: TransactionSet }
    | { readonly acknowledgment: Segment }
    | { readonly closes: 'group' | 'interchange'; readonly segment: Segment };
}

/** Result of reading a file, in the order of the input. */
export type StreamItem = RecordEntry | IssueItem | FindingsItem | TransactionEndItem | EnvelopeItem;

export const isRecord = (item: StreamItem): item is RecordItem => item.kind === 'record';

export const hasRecords = (item: StreamItem): item is RecordEntry => item.kind === 'record' || item.kind === 'run';

/** The issues that an item brings. */
export function issuesOf(item: StreamItem): readonly Issue[] {
  switch (item.kind) {
    case 'issue':
      return [item.issue];
    case 'record':
      return [...(item.findings?.issues ?? []), ...unreadOf(item)];
    case 'findings':
      return item.findings.issues;
    default:
      return [];
  }
}

/** Does the remaining work of large records, in turns with other work. */
export async function finish(items: readonly StreamItem[], share: Share): Promise<void> {
  for (const item of items) if (item.kind === 'record' && item.rest !== undefined) for await (const _step of inTurns(item.rest, share));
}

/** True if something of a record's loop reaches no field of it, or may: `rest` finds out. */
export const hasUnread = (item: RecordItem): boolean =>
  !('written' in item) &&
  (item.look === undefined ? item.unread !== undefined && (item.unread.length > 0 || item.rest !== undefined) : item.look.unread.length > 0);

/** The issues of input that reaches no field, created one by one: a large record may have many. */
export function* unreadOf(item: RecordItem): Generator<Issue, void, undefined> {
  if ('written' in item) return;
  for (const segment of item.look?.unread ?? item.unread ?? []) yield* issuesOfUnread(segment);
}
