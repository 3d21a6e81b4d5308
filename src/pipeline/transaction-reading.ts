import type { Issue, IssueListener } from '../common/issue';
import type { LoopDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import { LoopWalker, type WalkListener } from '../guide/loop-walker';
import type { TransactionContext } from '../mapping/encode-run';
import type { BoundTransactionSet, NamedRecord } from '../plugin/bound-transaction-set';
import type { TransactionSet } from '../x12/envelope';
import type { TransactionWatch } from '../validation/transaction-watch';
import type { Segment, SegmentList } from '../x12/segment';
import { completedLater, completedNow, completedWithLook, isLarge } from './completed-record';
import type { EnvelopeRecords } from './envelope-records';
import type { HeldBytes, ItemQueue } from './item-queue';
import type { FileReadingOptions } from './reading-options';
import { openPlainReading, type PlainReading } from './plain-reading';
import { markSkipped, type MarkedIssue, mayMeanSkipped } from './unread/skipped-segments';
import { issuesOfUnread } from './unread/unread-issues';
import { UnreadWatch } from './unread/unread-watch';
import { openWholeReading, WholeReading } from './whole-reading';

/** What a transaction set needs from its file. */
export interface TransactionFile {
  readonly options: FileReadingOptions;
  readonly queue: ItemQueue;
  readonly envelope: EnvelopeRecords;
  /** Segments so far. */
  readonly counts: { segments: number };
  /** Takes an issue; `isOfWalk` is true for one of the segment that is being placed. */
  readonly report: (issue: Issue, isOfWalk: boolean) => void;
  /** True for the segment that ends the transaction set, if there is nothing to report about it. */
  readonly endsWith: (segment: Segment) => boolean;
}

/** Reads one transaction set: places its segments in the loops of its guide and queues its units as records. */
export class TransactionReading implements WalkListener {
  readonly observer: TransactionWatch | undefined;
  readonly held: HeldBytes;
  private readonly walker: LoopWalker;
  private readonly context: TransactionContext;
  /** Finds what reaches no field; undefined for trees, which have every segment, and where nobody asks. */
  private readonly unread: UnreadWatch | undefined;
  /** Reads without objects; undefined where records need them. */
  private readonly plain: PlainReading | WholeReading | undefined;
  /** What the walk has reported of the segment that it places, where that may mean that it is skipped. */
  private walkIssue: MarkedIssue | undefined;
  private records = 0;
  /** False until the record of the transaction itself was added; true where it has none. */
  private isGiven: boolean;

  constructor(
    private readonly bound: BoundTransactionSet,
    set: TransactionSet,
    private readonly file: TransactionFile,
  ) {
    const { options, queue, envelope } = file;
    this.held = queue.held;
    this.observer = options.validation?.open(bound, set);
    const isTree = bound.whole?.bound.tree !== undefined;
    // Only the record of a tree can be made of a part of it.
    const splitAfter = isTree ? options.splitAfter : Number.POSITIVE_INFINITY;
    // An object that begins with others gets a shape of its own from V8, each time, which stays until all old objects are collected.
    this.walker = new LoopWalker(bound.guide, { splitAfter, ...bound.plan }, this, set.st);
    this.context = envelope.contextIn(set.group, bound.recordLoops);
    this.isGiven = !isRecord(bound, options);
    this.unread = options.findsUnread === true && !isTree ? new UnreadWatch(bound) : undefined;
    this.plain = bound.whole === undefined ? this.openPlain() : this.openWhole();
    envelope.addFor(bound);
  }

  /** The name that the guide has for the count of segments in SE. */
  get countName(): string | undefined {
    const closing = this.bound.guide.root.children.at(-1);
    return closing?.kind === 'segment' && closing.id === 'SE' ? closing.elements[0]?.name : undefined;
  }

  private openPlain(): PlainReading | undefined {
    const { bound, walker, context, unread, file } = this;
    const { options, queue, counts, endsWith } = file;
    if (options.writesEarly !== true || options.onSegment !== undefined || unread === undefined) return undefined;
    const { readsKeys: keys, rowPlansOf, separator } = options;
    const plain = this.observer?.plain;
    // Rows of records with findings are not written early.
    if (options.validation !== undefined && (plain === undefined || rowPlansOf !== undefined)) return undefined;
    const validation = options.validation && plain && { plain, file: options.validation };
    const { onRecord } = this;
    return openPlainReading({ bound, walker, context, queue, unread, counts, keys, rowPlansOf, separator, validation, onRecord, endsWith });
  }

  private openWhole(): WholeReading | undefined {
    const { bound, walker, context, file, onRecord } = this;
    const { options, queue, counts, endsWith } = file;
    const { writesEarly, onSegment, validation, readsKeys, rowPlansOf, separator, splitAfter: maxSegments } = options;
    if (writesEarly !== true || onSegment !== undefined || validation !== undefined || readsKeys !== undefined || rowPlansOf !== undefined) return undefined;
    return openWholeReading({ bound, walker, context, queue, counts, separator, maxSegments, onRecord, endsWith });
  }

  private readonly onRecord = (): void => {
    this.addTransaction();
    this.records++;
  };

  /** Reads segments of a list without objects, from an index on, as far as that can be done. Returns the index after them; see `PlainReading`. */
  readPlain(list: SegmentList, from: number, mayWait: boolean): number {
    return this.plain === undefined ? from : this.plain.read(list, from, mayWait);
  }

  /** True where the rest of a list is to be read with what follows it. */
  get waits(): boolean {
    return this.plain?.waits === true;
  }

  place(segment: Segment): void {
    this.walker.place(segment);
    this.unread?.onSegment(segment, this.findSkipped(segment), this.walker.waits);
    this.file.options.validation?.release();
  }

  /** What reading the rest depends on, as text; undefined where a text cannot say it. */
  get state(): string | undefined {
    const { bound, walker, unread, records, isGiven, walkIssue } = this;
    const walk = walkIssue === undefined ? walker.state(bound.recordLoops) : undefined;
    return walk && JSON.stringify([bound.pluginId, records > 0, isGiven, unread?.state, walk]);
  }

  /** The transaction set has ended; `se` is undefined for one that breaks off. */
  end(se: Segment | undefined): void {
    if (!(this.plain instanceof WholeReading && this.plain.isWritten)) this.walker.end(se);
    this.file.options.validation?.close();
    this.addTransaction();
    if (this.records === 0) this.reportMissingUnit();
    if (this.unread !== undefined) this.reportUnread(this.unread, this.walker.root);
  }

  private reportUnread(unread: UnreadWatch, root: LoopNode): void {
    const isInTransaction = this.records === 0 && isRecord(this.bound, this.file.options);
    const ofTransaction = isInTransaction ? unread.inTransaction(root).flatMap(issuesOfUnread) : [];
    for (const issue of [unread.endOfWalk(), ...ofTransaction, unread.end(root)]) if (issue !== undefined) this.file.report(issue, false);
  }

  /** Called by the walk only. */
  readonly onIssue: IssueListener = (reported) => {
    this.file.report(mayMeanSkipped(reported) ? (this.walkIssue = { ...reported }) : reported, true);
  };

  onSettled(segment: Segment): void {
    this.unread?.onSettled(this.findSkipped(segment));
    this.file.options.validation?.release();
  }

  onUnit(unit: LoopNode): void {
    const record = this.bound.unitRecords.get(unit.def) ?? this.bound.whole;
    const first = unit.firstSegment;
    if (record && first) this.addRecord(record, unit, first);
  }

  onUnitSegment(segment: Segment, loop: LoopNode): void {
    const record = this.bound.segmentRecords.get(segment.slot) ?? this.bound.whole;
    if (record) this.addRecord(record, loop, segment);
  }

  /** A segment that has no place after the walk is skipped. Gives the number of the segment that was reported. */
  private findSkipped({ slot, segmentNumber }: Segment): number | undefined {
    const issue = this.walkIssue;
    this.walkIssue = undefined;
    if (issue !== undefined && (slot < 0 || issue.place?.segmentNumber !== segmentNumber)) markSkipped(issue);
    return issue?.place?.segmentNumber;
  }

  private addRecord(record: NamedRecord, loop: LoopNode, segment: Segment): void {
    this.addTransaction();
    const { bound, context, unread } = this;
    const { queue, options } = this.file;
    const { validation } = options;
    this.records++;
    const found = validation?.takeUnit();
    const isDoneLater = unread !== undefined && isLarge({ bytes: queue.bytesOf(loop), findings: found });
    const isLookedAtLater = options.findsUnreadLater === true && validation === undefined;
    const complete = isDoneLater ? completedLater : isLookedAtLater ? completedWithLook : completedNow;
    const completed = complete({ place: { record, loop, segment }, unread, found, validation });
    const { findings } = completed;
    const validationIssues = findings && validation && ((): Iterable<object> => validation.jsonOf(findings));
    const { unread: left, look, rest } = completed;
    queue.addRecord({ plugin: bound, record, loop, segment, context: { transaction: context, validationIssues }, findings, unread: left, look, rest });
    if (record === bound.whole) queue.within = loop;
  }

  /** A TRANSACTION record stands before the records of its transaction. */
  private addTransaction(): void {
    if (this.isGiven) return;
    this.isGiven = true;
    const { bound, context, walker } = this;
    const loop = walker.root;
    const [segment] = loop.segments;
    if (segment === undefined || bound.transaction === undefined) return;
    this.file.queue.addHead({ plugin: bound, record: bound.transaction, loop, segment, context: { transaction: context } });
  }

  /** Reports a transaction without records whose guide requires the loop that records are made of. */
  private reportMissingUnit(): void {
    const expected = [...this.bound.plan.unitLoops].find(isExpected);
    const [st] = this.walker.root.segments;
    if (expected === undefined || st === undefined) return;
    const { id, name, trigger } = expected;
    const message = `No loop ${id} (${name}) stands in the transaction, which gives no record`;
    const missing = { segment: trigger.id, loop: id };
    this.file.report({ issueType: 'REQUIRED', ruleId: 'transaction-empty', message, missing, place: st.place, loop: id, segment: trigger.id }, false);
  }
}

/** True for transaction sets that are records of their own. */
function isRecord({ transaction }: BoundTransactionSet, { isTransactionTopLevel, givesTransactionRows = false }: FileReadingOptions): boolean {
  return transaction !== undefined && (isTransactionTopLevel || (givesTransactionRows && transaction.table !== undefined));
}

/** True for a loop that stands in one that the guide requires in every transaction: something is missing without it. */
function isExpected(loop: LoopDef): boolean {
  let outermost = loop;
  while (outermost.parent?.parent !== undefined) outermost = outermost.parent;
  return outermost.usage === 'R';
}
