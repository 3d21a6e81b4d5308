import type { Issue } from '../common/issue';
import type { LoopDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import { LoopWalker, type WalkListener } from '../guide/loop-walker';
import type { WalkObserver } from '../guide/walk-observer';
import type { CodeDescriptions } from '../mapping/code-descriptions';
import { hashEnvelope, idText, RecordIds } from '../mapping/record-ids';
import type { BoundTransactionSet, NamedRecord } from '../plugin/bound-transaction-set';
import { type EnvelopeListener, EnvelopeTracker, type FunctionalGroup, type Interchange, type TransactionSet } from '../x12/envelope';
import type { Segment } from '../x12/segment';
import { SegmentReader } from '../x12/segment-reader';
import type { ControlRecords } from './control-record-binding';
import type { FileValidation } from './file-validation';
import type { HeldBytes } from './held-bytes';
import type { InputReading } from './formats/input-reading';
import { completedLater, completedNow, isLarge } from './completed-record';
import { type CompleteRecord, ItemQueue, tooLarge } from './item-queue';
import type { EnvelopeItem, RecordSource, StreamItem } from './stream-item';
import type { GuideChoice, GuideName } from './guide-choice';
import type { TransactionSets } from './transaction-sets';
import { markSkipped, type MarkedIssue, mayMeanSkipped } from './unread/skipped-segments';
import { UnreadWatch } from './unread/unread-watch';
import type { FileInfo, TransactionContext } from '../mapping/encode-run';

/** ST01 and GS08 as the standard has them: what else stands there may be a name, and is not repeated in a message. */
const TRANSACTION_SET = /^[0-9A-Z]{3}$/i;
const VERSION = /^00[0-9A-Z]{4,10}$/i;

const NO_LOOPS: ReadonlySet<LoopDef> = new Set();

/** How large what a file holds may be; Infinity for no limit. */
export interface ReadingLimits {
  /** The default of the reader when absent. */
  readonly maxSegmentBytes: number | undefined;
  readonly maxTransactionSegments: number;
  readonly maxRecordSegments: number;
  readonly maxRecordBytes: number;
}

/** What reading a file depends on. */
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

/** An ISA or GS that is open. */
interface OpenSegment {
  readonly segment: Segment;
  readonly context: TransactionContext;
  /** Who gives it as a record, once it was given. */
  record?: { readonly plugin: RecordSource; readonly record: NamedRecord };
}

/** The transaction set that is being read. */
interface OpenTransaction {
  readonly bound: BoundTransactionSet;
  readonly walker: LoopWalker;
  readonly context: TransactionContext;
  records: number;
  /** The last object, where objects are whole transaction sets or parts of one. */
  whole?: LoopNode;
  /** False until its own record was given, when transactions are records. */
  isGiven: boolean;
  /** Finds what reaches no field; undefined where every segment is in the output, or nobody asks. */
  readonly unread: UnreadWatch | undefined;
}

/**
 * Reads one file: bytes go in, records to be made and findings come out in stream order.
 * Bytes to segments, segments to envelope, segments of a transaction to its walker, units to record items.
 */
export class FileReading implements InputReading, EnvelopeListener, WalkListener {
  private readonly reader: SegmentReader;
  private readonly envelope = new EnvelopeTracker(this);
  private readonly queue: ItemQueue;
  readonly held: HeldBytes;
  private transaction: OpenTransaction | undefined;
  /** Watches the walk of a transaction that is validated. */
  observer: WalkObserver | undefined;
  private isWalking = false;
  /** What the walk has reported of the segment that it places, where that may mean that it is skipped. */
  private walkIssue: MarkedIssue | undefined;
  /** A transaction whose guide is chosen by the segments after ST, and those that came so far. */
  private undecided: { readonly transaction: TransactionSet; readonly segments: Segment[]; readonly choice: GuideChoice } | undefined;
  /** ISA and GS that are open, and whether they were given as records. */
  private readonly open: { interchange?: OpenSegment; group?: OpenSegment } = {};
  private groupId: string | undefined;
  private readonly unsupported = new Set<string>();
  /** Segments read when the transaction began. */
  private begun = 0;
  private readonly limits: ReadingLimits;
  /** Counts for the summary. */
  readonly counts = { segments: 0, transactions: 0 };

  constructor(
    private readonly sets: TransactionSets,
    private readonly options: FileReadingOptions,
  ) {
    this.limits = options.limits;
    const { maxSegmentBytes, maxRecordBytes } = this.limits;
    this.queue = new ItemQueue({ counts: this.counts, maxRecordBytes, validation: options.validation });
    this.held = this.queue.held;
    this.reader = new SegmentReader({
      onSegments: (segments) => {
        for (const segment of segments) {
          this.counts.segments++;
          this.envelope.accept(segment);
          this.options.onSegment?.(segment);
        }
      },
      onIssue: this.onIssue,
      ...(maxSegmentBytes === undefined ? {} : { maxSegmentBytes }),
    });
  }

  /** Reads the next bytes and gives what they completed. */
  write(data: Buffer): StreamItem[] {
    this.reader.write(data);
    this.queue.checkBytes();
    return this.takeItems();
  }

  /** Says that the file has ended; gives what that completed. */
  end(): StreamItem[] {
    this.reader.end();
    this.envelope.end();
    this.options.validation?.end();
    this.giveFindings();
    return this.takeItems();
  }

  get heldBytes(): number {
    return this.reader.heldBytes + this.held.bytes;
  }

  /** Gives what is there: after an error of `write` or `end`, what had been read before it. */
  takeItems(): StreamItem[] {
    return this.queue.take(this.transaction?.whole);
  }

  readonly onIssue = (reported: Issue): void => {
    const { validation } = this.options;
    const issue = this.isWalking && mayMeanSkipped(reported) ? (this.walkIssue = { ...reported }) : reported;
    if (validation === undefined || issue.dataLoss === true) this.queue.add({ kind: 'issue', issue });
    else validation.take(issue, this.isWalking);
  };

  /** What was found so far is about what stands before the part. */
  private giveEnvelopePart(part: EnvelopeItem['part']): void {
    if (this.options.givesEnvelope !== true) return;
    this.giveFindings();
    this.queue.add({ kind: 'envelope', part });
  }

  private giveFindings(): void {
    this.queue.addFindings(this.transaction?.whole);
  }

  onInterchange(interchange: Interchange): void {
    const { isa } = interchange;
    this.giveEnvelopePart({ opens: 'interchange', interchange });
    this.options.validation?.onInterchange(interchange);
    this.groupId = undefined;
    if (isa === undefined) return;
    const context = this.contextOf(new RecordIds(hashEnvelope(isa), NO_LOOPS));
    this.open.interchange = { segment: isa, context };
    if (this.options.asSegments) return this.giveAnyEnvelope();
    if (!this.options.hasControlSegments) return;
    this.addControlRecord(this.options.controlRecords.interchange, isa, context);
  }

  onGroup(group: FunctionalGroup): void {
    this.options.validation?.beginGroup(group);
    this.giveEnvelopePart({ opens: 'group', group });
    this.options.validation?.onGroup(group);
    const { gs, interchange } = group;
    if (gs === undefined) return;
    const ids = new RecordIds(hashEnvelope(interchange.isa, gs), NO_LOOPS);
    this.groupId = idText(ids.ofRecord(this.options.controlRecords.loopOf(gs), gs));
    const context = this.contextOf(ids);
    this.open.group = { segment: gs, context };
    if (this.options.asSegments) return this.giveAnyEnvelope();
    if (this.options.hasControlSegments) this.addControlRecord(this.options.controlRecords.group, gs, context);
  }

  /** TA1 is no part of a transaction: it is given with its interchange, as segments are. */
  onAcknowledgment(ta1: Segment): void {
    const { interchange } = this.open;
    if (interchange === undefined) {
      const message = 'Skipped TA1, which stands in no interchange';
      this.onIssue({ issueType: 'NOT_ALLOWED', ruleId: 'envelope-strays', message, place: ta1.place, loop: '0000', segment: 'TA1', dataLoss: true });
      return;
    }
    this.giveEnvelopePart({ acknowledgment: ta1 });
    this.options.validation?.onEnvelopeSegment(ta1);
    this.giveAnyEnvelope();
    this.addEnvelopeRecord(interchange, ta1);
  }

  /** Given with its interchange, as segments are. */
  onInterchangeService(segment: Segment): void {
    const { interchange } = this.open;
    this.giveAnyEnvelope();
    if (interchange) this.addEnvelopeRecord(interchange, segment);
  }

  onGroupEnd(ge: Segment): void {
    this.options.validation?.onEnvelopeSegment(ge);
    this.giveEnvelopePart({ closes: 'group', segment: ge });
    this.giveClosing(this.open.group, ge);
    delete this.open.group;
    this.groupId = undefined;
  }

  onInterchangeEnd(iea: Segment): void {
    this.options.validation?.onEnvelopeSegment(iea);
    this.giveEnvelopePart({ closes: 'interchange', segment: iea });
    this.giveClosing(this.open.interchange, iea);
    delete this.open.interchange;
    delete this.open.group;
  }

  onTransaction(transaction: TransactionSet): void {
    this.counts.transactions++;
    this.begun = this.counts.segments;
    this.queue.releaseHeld();
    this.giveEnvelopePart({ opens: 'transaction', transaction });
    const undecided = { transaction, segments: [], choice: this.sets.choiceFor(transaction, this.options) };
    const named = undecided.choice.accept();
    if (named === undefined) this.undecided = undecided;
    else this.openTransaction(transaction, named);
  }

  /** Opens a transaction that waited for its guide, and places the segments that came meanwhile. */
  private decide({ transaction, segments }: NonNullable<typeof this.undecided>, named: GuideName): void {
    this.undecided = undefined;
    this.openTransaction(transaction, named);
    for (const segment of segments) this.place(segment);
  }

  private openTransaction(transaction: TransactionSet, named: GuideName): void {
    const { asSegments, objects } = this.options;
    const bound = this.sets.find(transaction, { asSegments, objects, named }, this.onIssue);
    if (bound === undefined) {
      this.reportUnsupported(transaction);
      return;
    }
    this.observer = this.options.validation?.open(bound, transaction);
    const { gs, interchange } = transaction.group;
    this.transaction = {
      bound,
      walker: new LoopWalker(bound.guide, { ...bound.plan, splitAfter: this.options.splitAfter }, this, transaction.st),
      context: this.contextOf(new RecordIds(hashEnvelope(interchange.isa, gs), bound.recordLoops)),
      records: 0,
      isGiven: !this.givesTransaction(bound),
      unread: this.options.findsUnread === true && bound.whole === undefined ? new UnreadWatch(bound) : undefined,
    };
    if (bound.envelope) this.giveEnvelope(bound, bound.envelope);
  }

  /** ISA and GS as segments, whatever transactions they hold. */
  private giveAnyEnvelope(): void {
    const plugin = this.sets.anySet;
    if (plugin?.envelope) this.giveEnvelope(plugin, plugin.envelope);
  }

  /** ISA and GS are given before the first transaction of a plugin that has a record for them. */
  private giveEnvelope(plugin: RecordSource, record: NamedRecord): void {
    for (const one of [this.open.interchange, this.open.group]) {
      if (one === undefined || one.record !== undefined) continue;
      one.record = { plugin, record };
      this.addEnvelopeRecord(one, one.segment);
    }
  }

  /** GE and IEA are given when what they close was. */
  private giveClosing(opened: OpenSegment | undefined, closing: Segment): void {
    if (opened?.record !== undefined) this.addEnvelopeRecord(opened, closing);
  }

  private addEnvelopeRecord(opened: OpenSegment, segment: Segment): void {
    if (opened.record === undefined) return;
    const loop = this.options.controlRecords.loopOf(segment);
    this.addItem({ ...opened.record, loop, segment, context: { transaction: opened.context } });
  }

  onSegment(segment: Segment): void {
    this.checkSize();
    if (this.undecided === undefined) return this.place(segment);
    this.undecided.segments.push(segment);
    this.held.hold(segment);
    const named = this.undecided.choice.accept(segment);
    if (named !== undefined) this.decide(this.undecided, named);
  }

  private place(segment: Segment): void {
    this.options.validation?.onSegment(segment);
    if (this.transaction === undefined) return;
    this.isWalking = true;
    this.transaction.walker.place(segment);
    this.isWalking = false;
    this.transaction.unread?.onSegment(segment, this.findSkipped(segment));
    this.options.validation?.release();
  }

  /** A segment that has no place after the walk is skipped. Gives the number of the segment that was reported. */
  private findSkipped({ slot, segmentNumber }: Segment): number | undefined {
    const issue = this.walkIssue;
    this.walkIssue = undefined;
    if (issue !== undefined && (slot < 0 || issue.place?.segmentNumber !== segmentNumber)) markSkipped(issue);
    return issue?.place?.segmentNumber;
  }

  /** What a record is made of is held in memory until it is complete. */
  private checkSize(): void {
    const { maxTransactionSegments, maxRecordSegments } = this.limits;
    const { segments } = this.counts;
    if (segments - this.begun > maxTransactionSegments) throw tooLarge('The transaction set', `${maxTransactionSegments} segments`);
    if (this.transaction && segments - Math.max(this.begun, this.queue.weighed) > maxRecordSegments) {
      throw tooLarge('One claim, payment or member of the transaction set', `${maxRecordSegments} segments`);
    }
  }

  onSettled(segment: Segment): void {
    this.transaction?.unread?.onSettled(this.findSkipped(segment));
    this.options.validation?.release();
  }

  countName(): string | undefined {
    const closing = this.transaction?.bound.guide.root.children.at(-1);
    return closing?.kind === 'segment' && closing.id === 'SE' ? closing.elements[0]?.name : undefined;
  }

  onTransactionEnd(se: Segment | undefined): void {
    if (this.undecided) this.decide(this.undecided, this.undecided.choice.soFar);
    const { transaction } = this;
    this.isWalking = true;
    transaction?.walker.end(se);
    this.isWalking = false;
    this.options.validation?.close();
    if (transaction) this.giveTransaction(transaction);
    if (transaction?.records === 0) this.reportMissingUnit(transaction);
    for (const issue of [transaction?.unread?.endOfWalk(), transaction?.unread?.end(transaction.walker.root)]) if (issue !== undefined) this.onIssue(issue);
    this.giveFindings();
    this.queue.releaseHeld();
    this.transaction = undefined;
    this.observer = undefined;
    this.queue.add({ kind: 'transaction end', se });
  }

  onUnit(unit: LoopNode): void {
    const { transaction } = this;
    const record = transaction && (transaction.bound.unitRecords.get(unit.def) ?? transaction.bound.whole);
    const first = unit.firstSegment;
    if (transaction && record && first) this.addRecord(transaction, record, unit, first);
  }

  onUnitSegment(segment: Segment, loop: LoopNode): void {
    const { transaction } = this;
    const record = transaction && (transaction.bound.segmentRecords.get(segment.slot) ?? transaction.bound.whole);
    if (transaction && record) this.addRecord(transaction, record, loop, segment);
  }

  /** A transaction that gives no record says so where its guide lets expect the loop that records are made of. */
  private reportMissingUnit({ bound, walker }: OpenTransaction): void {
    const expected = [...bound.plan.unitLoops].find(isExpected);
    const [st] = walker.root.segments;
    if (expected === undefined || st === undefined) return;
    const { id, name, trigger } = expected;
    const message = `No loop ${id} (${name}) stands in the transaction, which gives no record`;
    const missing = { segment: trigger.id, loop: id };
    this.onIssue({ issueType: 'REQUIRED', ruleId: 'transaction-empty', message, missing, place: st.place, loop: id, segment: trigger.id });
  }

  private addRecord(transaction: OpenTransaction, record: NamedRecord, loop: LoopNode, segment: Segment): void {
    this.giveTransaction(transaction);
    const { bound, context, unread } = transaction;
    const { validation } = this.options;
    transaction.records++;
    const found = validation?.takeUnit();
    const isDoneLater = unread !== undefined && isLarge({ bytes: this.queue.bytesOf(loop), findings: found });
    const completed = (isDoneLater ? completedLater : completedNow)({ place: { record, loop, segment }, unread, found, validation });
    const { findings } = completed;
    const validationIssues = findings && validation && ((): Iterable<object> => validation.jsonOf(findings));
    const { unread: left, rest } = completed;
    this.addItem({ plugin: bound, record, loop, segment, context: { transaction: context, validationIssues }, findings, unread: left, rest });
    if (record === bound.whole) transaction.whole = loop;
  }

  private givesTransaction({ transaction }: BoundTransactionSet): boolean {
    if (transaction === undefined) return false;
    const { isTransactionTopLevel, givesTransactionRows = false } = this.options;
    return isTransactionTopLevel || (givesTransactionRows && transaction.table !== undefined);
  }

  /** A TRANSACTION record stands before the records of its transaction. */
  private giveTransaction(transaction: OpenTransaction): void {
    if (transaction.isGiven) return;
    transaction.isGiven = true;
    const { bound, context, walker } = transaction;
    const loop = walker.root;
    const [segment] = loop.segments;
    if (segment === undefined || bound.transaction === undefined) return;
    this.queue.addHead({ plugin: bound, record: bound.transaction, loop, segment, context: { transaction: context } }, transaction.whole);
  }

  private addControlRecord(record: NamedRecord, segment: Segment, transaction: TransactionContext): void {
    const { controlRecords } = this.options;
    this.addItem({ plugin: controlRecords, record, loop: controlRecords.loopOf(segment), segment, context: { transaction } });
  }

  private addItem(item: CompleteRecord): void {
    this.queue.addRecord(item, this.transaction?.whole);
  }

  private contextOf(ids: RecordIds): TransactionContext {
    const { fileName, fileInfo, isTransactionTopLevel, hasControlSegments, descriptions } = this.options;
    return { ids, functionalGroupId: this.groupId, fileName, fileInfo, isTransactionTopLevel, hasControlSegments, descriptions };
  }

  private reportUnsupported({ id, st, group }: TransactionSet): void {
    const version = group.gs?.element(8) ?? '';
    if (this.unsupported.has(id)) return;
    this.unsupported.add(id);
    const known = [TRANSACTION_SET.test(id) ? id : '(no id)', VERSION.test(version) ? version : '(no version)'].join(' ');
    const message = `No plugin reads transaction set ${known}; its transactions are skipped`;
    const place = { place: st.place, loop: '0000', segment: 'ST', element: 'ST01' };
    this.onIssue({ issueType: 'INVALID', ruleId: 'set-unsupported', message, ...place, dataLoss: true, errorCode: 'EDI_UNSUPPORTED_SET' });
  }
}

/** True for a loop that stands in one that the guide requires in every transaction: something is missing without it. */
function isExpected(loop: LoopDef): boolean {
  let outermost = loop;
  while (outermost.parent?.parent !== undefined) outermost = outermost.parent;
  return outermost.usage === 'R';
}
