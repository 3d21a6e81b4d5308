import type { Issue } from '../common/issue';
import { type EnvelopeCounts, type EnvelopeListener, EnvelopeTracker, type FunctionalGroup, type Interchange, type TransactionSet } from '../x12/envelope';
import { FewSegments } from '../x12/copied-segments';
import type { Segment, SegmentList } from '../x12/segment';
import { type InterchangeStart, type ReadPosition, SegmentReader } from '../x12/segment-reader';
import { EnvelopeRecords } from './envelope-records';
import type { InputReading } from './formats/input-reading';
import type { GuideChoice, GuideName } from './guide-choice';
import { ItemQueue, tooLarge } from './item-queue';
import type { FileReadingOptions } from './reading-options';
import type { EnvelopeItem, StreamItem } from './stream-item';
import { type TransactionFile, TransactionReading } from './transaction-reading';
import type { TransactionSets } from './transaction-sets';

/** ST01 and GS08 as the standard has them: what else stands there may be a name, and is not repeated in a message. */
const TRANSACTION_SET = /^[0-9A-Z]{3}$/i;
const VERSION = /^00[0-9A-Z]{4,10}$/i;

/** A transaction whose guide is chosen by the segments after ST, and the segments so far. */
interface UndecidedTransaction {
  readonly set: TransactionSet;
  readonly segments: Segment[];
  readonly choice: GuideChoice;
}

/**
 * Reads one X12 file: bytes go in, records to be made and findings come out in stream order. It splits bytes into segments, follows the envelope,
 * and passes the segments of each transaction set to its `TransactionReading`.
 */
export class FileReading implements InputReading, EnvelopeListener {
  private readonly reader: SegmentReader;
  private readonly tracker = new EnvelopeTracker(this);
  private readonly queue: ItemQueue;
  private readonly envelope: EnvelopeRecords;
  private readonly file: TransactionFile;
  private transaction: TransactionReading | undefined;
  private undecided: UndecidedTransaction | undefined;
  private readonly unsupported = new Set<string>();
  /** Segments read when the transaction began. */
  private begun = 0;
  /** Counts for the summary. */
  readonly counts = { segments: 0, transactions: 0 };

  constructor(
    private readonly sets: TransactionSets,
    private readonly options: FileReadingOptions,
  ) {
    const { limits, validation } = options;
    const { maxSegmentBytes, maxRecordBytes } = limits;
    this.queue = new ItemQueue({ counts: this.counts, maxRecordBytes, validation });
    this.envelope = new EnvelopeRecords(options, this.queue, () => sets.anySet);
    this.file = {
      options,
      queue: this.queue,
      envelope: this.envelope,
      counts: this.counts,
      report: this.report,
      endsWith: (segment) => this.tracker.endsWith(segment),
    };
    this.reader = new SegmentReader({
      onSegments: (segments, mayWait) => this.readSegments(segments, mayWait),
      mayWait: true,
      isUndecided: () => this.tracker.isUndecided,
      onIssue: (issue) => {
        if (issue.ruleId === 'input-skipped' || issue.ruleId === 'input-ended') this.tracker.settle();
        // The last finding of a file; strays stand before it.
        if (issue.ruleId === 'input-ended') this.tracker.reportStrays();
        this.onIssue(issue);
      },
      ...(maxSegmentBytes === undefined ? {} : { maxSegmentBytes }),
    });
  }

  /** Returns how many segments were read: the others are to be given again. */
  private readSegments(segments: SegmentList, mayWait: boolean): number {
    const mayBePlain = this.hasRoomFor(segments.length);
    const objects = new FewSegments(segments);
    for (let i = 0; i < segments.length;) {
      if (this.transaction !== undefined) this.tracker.expect(segments.keyAt(i));
      const next = mayBePlain && this.transaction !== undefined && !this.tracker.isUndecided ? this.transaction.readPlain(segments, i, mayWait) : i;
      if (mayBePlain && this.transaction?.waits === true) return next;
      if (next > i) {
        i = next;
        continue;
      }
      const segment = objects.at(i++);
      // A transaction set that it shows to have ended ends before it is counted.
      this.tracker.decide(segment);
      this.counts.segments++;
      this.tracker.accept(segment);
      this.options.onSegment?.(segment);
    }
    return segments.length;
  }

  /** False where some segments more may exceed a limit. */
  private hasRoomFor(segments: number): boolean {
    const { maxTransactionSegments, maxRecordSegments } = this.options.limits;
    const read = this.counts.segments + segments;
    return read - this.begun < maxTransactionSegments && read - Math.max(this.begun, this.queue.weighed) < maxRecordSegments;
  }

  /** Reads the next bytes and gives what they completed. */
  write(data: Buffer): StreamItem[] {
    this.reader.write(data);
    this.queue.checkBytes();
    return this.takeItems();
  }

  /** Reads what waits for more bytes. */
  settle(): void {
    this.reader.settle();
  }

  /** Says that the file has ended; gives what that completed. */
  end(): StreamItem[] {
    this.reader.end();
    this.tracker.end();
    this.options.validation?.end();
    this.queue.addFindings();
    return this.takeItems();
  }

  /** Begins inside a file: what is written next stands at other places of it, see `moveTo`. */
  resume(start: InterchangeStart): void {
    this.reader.resume(start);
  }

  moveTo(position: ReadPosition): void {
    this.reader.moveTo(position);
  }

  /** Counts the envelope as if all of the file before had been read. */
  countEnvelope(counts: EnvelopeCounts): void {
    this.tracker.resume(counts);
  }

  /** What reading the rest of the file depends on, as text; undefined where a text cannot say it. Equal states read the same bytes alike. */
  get state(): string | undefined {
    const { reader, transaction, undecided, unsupported } = this;
    const open = undecided?.segments.length === 0 ? 'undecided' : transaction?.state;
    if (unsupported.size > 0 || reader.state === undefined || open === undefined) return undefined;
    return [reader.state, this.tracker.state, open, this.options.validation?.state].join('\n');
  }

  get heldBytes(): number {
    return this.reader.heldBytes + this.queue.held.bytes;
  }

  /** Gives what is there: after an error of `write` or `end`, what had been read before it. */
  takeItems(): StreamItem[] {
    return this.queue.take();
  }

  readonly onIssue = (issue: Issue): void => this.report(issue, false);

  private readonly report = (issue: Issue, isOfWalk: boolean): void => {
    const { validation } = this.options;
    if (validation === undefined || issue.dataLoss === true) this.queue.add({ kind: 'issue', issue });
    else validation.take(issue, isOfWalk);
  };

  /** What was found so far is about what stands before the part. */
  private addPart(part: EnvelopeItem['part']): void {
    if (this.options.givesEnvelope !== true) return;
    this.queue.addFindings();
    this.queue.add({ kind: 'envelope', part });
  }

  onInterchange(interchange: Interchange): void {
    this.addPart({ opens: 'interchange', interchange });
    this.options.validation?.onInterchange(interchange);
    this.envelope.openInterchange(interchange);
  }

  onGroup(group: FunctionalGroup): void {
    this.options.validation?.beginGroup(group);
    this.addPart({ opens: 'group', group });
    this.options.validation?.onGroup(group);
    this.envelope.openGroup(group);
  }

  /** TA1 is no part of a transaction: it is given with its interchange, as segments are. */
  onAcknowledgment(ta1: Segment): void {
    if (!this.envelope.hasInterchange) {
      const message = 'Skipped TA1, which stands in no interchange';
      this.onIssue({ issueType: 'NOT_ALLOWED', ruleId: 'envelope-strays', message, place: ta1.place, loop: '0000', segment: 'TA1', dataLoss: true });
      return;
    }
    this.addPart({ acknowledgment: ta1 });
    this.options.validation?.onEnvelopeSegment(ta1);
    this.envelope.addService(ta1);
  }

  onInterchangeService(segment: Segment): void {
    this.envelope.addService(segment);
  }

  onGroupEnd(ge: Segment): void {
    this.options.validation?.onEnvelopeSegment(ge);
    this.addPart({ closes: 'group', segment: ge });
    this.envelope.closeGroup(ge);
  }

  onInterchangeEnd(iea: Segment): void {
    this.options.validation?.onEnvelopeSegment(iea);
    this.addPart({ closes: 'interchange', segment: iea });
    this.envelope.closeInterchange(iea);
  }

  onTransaction(set: TransactionSet): void {
    this.counts.transactions++;
    this.begun = this.counts.segments;
    this.queue.releaseHeld();
    this.addPart({ opens: 'transaction', transaction: set });
    const choice = this.sets.choiceFor(set, this.options);
    const named = choice.accept();
    if (named === undefined) this.undecided = { set, segments: [], choice };
    else this.openTransaction(set, named);
  }

  onSegment(segment: Segment): void {
    this.checkSize();
    if (this.undecided === undefined) return this.place(segment);
    this.undecided.segments.push(segment);
    this.queue.held.hold(segment);
    const named = this.undecided.choice.accept(segment);
    if (named !== undefined) this.decide(this.undecided, named);
  }

  countName(): string | undefined {
    return this.transaction?.countName;
  }

  onTransactionEnd(se: Segment | undefined): void {
    if (this.undecided) this.decide(this.undecided, this.undecided.choice.soFar);
    if (this.transaction) this.transaction.end(se);
    else this.options.validation?.close();
    this.queue.addFindings();
    this.queue.releaseHeld();
    this.transaction = undefined;
    this.queue.within = undefined;
    this.queue.add({ kind: 'transaction end', se });
  }

  /** Opens a transaction that waited for its guide, and places the segments that came meanwhile. */
  private decide({ set, segments }: UndecidedTransaction, named: GuideName): void {
    this.undecided = undefined;
    this.openTransaction(set, named);
    for (const segment of segments) this.place(segment);
  }

  private openTransaction(set: TransactionSet, named: GuideName): void {
    const { asSegments, objects } = this.options;
    const bound = this.sets.find(set, { asSegments, objects, named }, this.onIssue);
    if (bound === undefined) return this.reportUnsupported(set);
    this.transaction = new TransactionReading(bound, set, this.file);
    this.options.onTransaction?.(set, bound);
  }

  private place(segment: Segment): void {
    const { validation } = this.options;
    validation?.onSegment(segment);
    this.transaction?.place(segment);
    if (validation) this.queue.releaseFindings(validation);
  }

  /** What a record is made of is held in memory until it is complete. */
  private checkSize(): void {
    const { maxTransactionSegments, maxRecordSegments } = this.options.limits;
    const { segments } = this.counts;
    if (segments - this.begun > maxTransactionSegments) throw tooLarge('The transaction set', `${maxTransactionSegments} segments`);
    if (this.transaction && segments - Math.max(this.begun, this.queue.weighed) > maxRecordSegments) {
      throw tooLarge('One claim, payment or member of the transaction set', `${maxRecordSegments} segments`);
    }
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
