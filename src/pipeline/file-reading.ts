import { Fragment } from '../common/fragment';
import type { Issue } from '../common/issue';
import type { LoopNode } from '../guide/loop-node';
import { LoopWalker, type WalkListener } from '../guide/loop-walker';
import { recordIdOf, type TransactionContext } from '../mapping/field';
import type { BoundTransactionSet, NamedRecord } from '../plugin/bound-transaction-set';
import { type EnvelopeListener, EnvelopeTracker, type FunctionalGroup, type Interchange, type TransactionSet } from '../x12/envelope';
import type { Segment } from '../x12/segment';
import { SegmentReader } from '../x12/segment-reader';
import type { ControlRecords } from './control-record-binding';
import { groupPrefix, interchangePrefix, transactionPrefix } from './record-ids';
import type { StreamItem } from './stream-item';
import type { TransactionSets } from './transaction-sets';

/** What reading a file depends on. */
export interface FileReadingOptions {
  readonly fileName: string;
  readonly isTransactionTopLevel: boolean;
  readonly hasControlSegments: boolean;
  readonly maxSegmentBytes: number | undefined;
  readonly controlRecords: ControlRecords;
}

/** The transaction set that is being read. */
interface OpenTransaction {
  readonly bound: BoundTransactionSet;
  readonly walker: LoopWalker;
  readonly context: TransactionContext;
  records: number;
  /** False until its own record was given, when transactions are records. */
  isGiven: boolean;
}

/**
 * Reads one file: bytes go in, records to be made and findings come out in stream order.
 * Bytes to segments, segments to envelope, segments of a transaction to its walker, units to record items.
 */
export class FileReading implements EnvelopeListener, WalkListener {
  private readonly reader: SegmentReader;
  private readonly envelope = new EnvelopeTracker(this);
  private items: StreamItem[] = [];
  private transaction: OpenTransaction | undefined;
  private groupId = '';
  private readonly unsupported = new Set<string>();
  /** Counts for the summary. */
  readonly counts = { segments: 0, transactions: 0 };

  constructor(
    private readonly sets: TransactionSets,
    private readonly options: FileReadingOptions,
  ) {
    const { maxSegmentBytes } = options;
    this.reader = new SegmentReader({
      onSegments: (segments) => {
        for (const segment of segments) this.envelope.accept(segment);
        this.counts.segments += segments.length;
      },
      onIssue: this.onIssue,
      ...(maxSegmentBytes === undefined ? {} : { maxSegmentBytes }),
    });
  }

  /** Reads the next bytes and gives what they completed. */
  write(data: Buffer): StreamItem[] {
    this.reader.write(data);
    return this.takeItems();
  }

  /** Says that the file has ended; gives what that completed. */
  end(): StreamItem[] {
    this.reader.end();
    this.envelope.end();
    return this.takeItems();
  }

  /** Gives what is there: after an error of `write` or `end`, what had been read before it. */
  takeItems(): StreamItem[] {
    const { items } = this;
    this.items = [];
    return items;
  }

  readonly onIssue = (issue: Issue): void => {
    this.items.push({ kind: 'issue', issue });
  };

  onInterchange(interchange: Interchange): void {
    const { isa } = interchange;
    if (!this.options.hasControlSegments || isa === undefined) return;
    this.addControlRecord(this.options.controlRecords.interchange, isa, this.contextOf(interchangePrefix(this.options.fileName, interchange)));
  }

  onGroup(group: FunctionalGroup): void {
    const context = this.contextOf(groupPrefix(this.options.fileName, group));
    this.groupId = recordIdOf({ transaction: context, ordinal: 0 });
    if (this.options.hasControlSegments && group.gs) this.addControlRecord(this.options.controlRecords.group, group.gs, context);
  }

  onTransaction(transaction: TransactionSet): void {
    this.counts.transactions++;
    const bound = this.sets.find(transaction, this.onIssue);
    if (bound === undefined) {
      this.reportUnsupported(transaction);
      return;
    }
    this.transaction = {
      bound,
      walker: new LoopWalker(bound.guide, bound.plan, this, transaction.st),
      context: this.contextOf(transactionPrefix(this.options.fileName, transaction)),
      records: 0,
      isGiven: !this.options.isTransactionTopLevel,
    };
  }

  onSegment(segment: Segment): void {
    this.transaction?.walker.place(segment);
  }

  onTransactionEnd(se: Segment | undefined): void {
    const { transaction } = this;
    transaction?.walker.end(se);
    if (transaction) this.giveTransaction(transaction);
    this.transaction = undefined;
    this.items.push({ kind: 'transaction end' });
  }

  onUnit(unit: LoopNode): void {
    const { transaction } = this;
    const record = transaction?.bound.unitRecords.get(unit.def);
    const [trigger] = unit.segments;
    if (transaction && record && trigger) this.addRecord(transaction, record, unit, trigger);
  }

  onUnitSegment(segment: Segment, loop: LoopNode): void {
    const { transaction } = this;
    const record = transaction?.bound.segmentRecords.get(segment.slot);
    if (transaction && record) this.addRecord(transaction, record, loop, segment);
  }

  private addRecord(transaction: OpenTransaction, record: NamedRecord, loop: LoopNode, segment: Segment): void {
    this.giveTransaction(transaction);
    const { bound } = transaction;
    const context = { transaction: transaction.context, ordinal: ++transaction.records };
    this.items.push({ kind: 'record', plugin: bound, record, loop, segment, context });
  }

  /** A TRANSACTION record stands before the records of its transaction. */
  private giveTransaction(transaction: OpenTransaction): void {
    if (transaction.isGiven) return;
    transaction.isGiven = true;
    const { bound, context, walker } = transaction;
    const loop = walker.transactionLoop;
    const [segment] = loop.segments;
    if (segment === undefined) return;
    this.items.push({ kind: 'record', plugin: bound, record: bound.transaction, loop, segment, context: { transaction: context, ordinal: 0 } });
  }

  private addControlRecord(record: NamedRecord, segment: Segment, transaction: TransactionContext): void {
    const { controlRecords } = this.options;
    this.items.push({ kind: 'record', plugin: controlRecords, record, loop: controlRecords.loopOf(segment), segment, context: { transaction, ordinal: 0 } });
  }

  private contextOf(idPrefix: string): TransactionContext {
    const { fileName, isTransactionTopLevel, hasControlSegments } = this.options;
    return { idPrefix: new Fragment(idPrefix), functionalGroupId: this.groupId, fileName, isTransactionTopLevel, hasControlSegments };
  }

  private reportUnsupported({ id, st, group }: TransactionSet): void {
    const version = group.gs?.element(8) ?? '';
    if (this.unsupported.has(id)) return;
    this.unsupported.add(id);
    const message = `No plugin reads transaction set ${id} ${version}; its transactions are skipped`;
    const place = { place: st.place, loop: '0000', segment: 'ST', element: 'ST01' };
    this.onIssue({ issueType: 'INVALID', message, ...place, dataLoss: true, errorCode: 'EDI_UNSUPPORTED_SET' });
  }
}
