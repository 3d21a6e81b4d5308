import type { Issue } from '../common/issue';
import type { LoopNode } from '../guide/loop-node';
import type { Findings } from '../validation/findings';
import type { FunctionalGroup, Interchange, TransactionSet } from '../x12/envelope';
import type { Segment } from '../x12/segment';
import { inTurns, type Share } from './event-loop-share';
import type { RecordItem } from './record.types';
import { issuesOfUnread } from './unread/unread-issues';
import type { WrittenRun } from './written-run';

/** A record, or some that follow one another. */
export type RecordEntry = RecordItem | WrittenRun;

/** How many records they are. */
export const lengthOf = (entry: RecordEntry): number => (entry.kind === 'run' ? entry.length : 1);

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
