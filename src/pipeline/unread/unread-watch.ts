import type { Issue, SourcePlace } from '../../common/issue';
import type { LoopNode } from '../../guide/loop-node';
import { HL } from '../../guide/unopened-loops';
import type { KnownForms } from '../../kernel/known-forms';
import type { BoundTransactionSet, NamedRecord } from '../../plugin/bound-transaction-set';
import type { Segment } from '../../x12/segment';
import type { LoopRecordItem } from '../record.types';
import { UNREAD_RULES } from './unread-issues';
import type { UnitLook } from './unit-look';
import type { UnreadSegment } from './unread-segment';
import { type Look, UnreadValues } from './unread-values';

const known = new WeakMap<BoundTransactionSet, UnreadValues>();

/** Watches one transaction set: every segment of it is in a record, or it is reported. */
export class UnreadWatch {
  private readonly values: UnreadValues;
  /** Segments that have a place in a loop, and have not been looked at. */
  private open = 0;
  /** Segments that wait for the walk to place or report them. */
  private readonly waiting: Segment[] = [];
  /** Segments that were neither placed nor reported, and where the first of them stands. */
  private left = 0;
  private firstLeft: SourcePlace | undefined;
  /** Numbers of the segments that the walk has reported while some wait. */
  private readonly reported = new Set<number>();

  constructor(private readonly bound: BoundTransactionSet) {
    let values = known.get(bound);
    if (values === undefined) known.set(bound, (values = new UnreadValues(bound)));
    this.values = values;
  }

  /** A segment that had waited was placed, or reported. */
  onSettled(reported: number | undefined): void {
    if (reported !== undefined) this.reported.add(reported);
  }

  /** A segment was walked. The walk may place it later, when it knows what follows: `waits` says that some segment is not decided. A reported one is not placed. */
  onSegment(segment: Segment, reported: number | undefined, waits: boolean): void {
    if (reported !== undefined) this.reported.add(reported);
    // HL is structure: it has no value that a field could show.
    if (segment.key !== HL) {
      if (segment.slot >= 0) this.open++;
      else if (reported !== segment.segmentNumber) this.waiting.push(segment);
    }
    if (!waits) this.settle();
  }

  /** Segments were walked without objects, and records of them written that show all of them; `levels` of them are HL. */
  onWalked(segments: number, levels: number): void {
    this.open += segments - levels;
  }

  /** Segments were looked at that were walked without objects. */
  onLookedAt(segments: number): void {
    this.open -= segments;
  }

  /** The loops around a record that was written without objects were looked at with it, down to one. */
  onLookedAround(loop: LoopNode | undefined): void {
    for (let node = loop; node !== undefined && !node.isLookedAt; node = node.parent) {
      node.isLookedAt = true;
      this.open -= this.values.countIn(node);
    }
  }

  /** What is known of the segments of a record. */
  formsOf(record: NamedRecord): KnownForms {
    return this.values.formsOf(record);
  }

  /** Counts the segments that waited, once all are decided. Each would hold its chunk of input. */
  private settle(): void {
    for (const segment of this.waiting) {
      if (segment.slot >= 0) this.open++;
      else if (!this.reported.has(segment.segmentNumber)) {
        this.left++;
        this.firstLeft ??= segment.place;
      }
    }
    this.waiting.length = 0;
    if (this.reported.size > 0) this.reported.clear();
  }

  /** What the count of the rest depends on, as values: called while no segment waits. */
  get state(): readonly unknown[] {
    return [this.open, this.left, this.firstLeft?.segmentNumber];
  }

  /** Gives the issue of segments that were neither placed nor reported. */
  endOfWalk(): Issue | undefined {
    this.settle();
    if (this.firstLeft === undefined) return undefined;
    const message = `${countOf(this.left)}: ${this.left === 1 ? 'its loop' : 'their loops'} could not be opened`;
    return { issueType: 'NOT_ALLOWED', ruleId: UNREAD_RULES.segment, message, place: this.firstLeft, skipped: { segments: this.left } };
  }

  /** Finds the segments of a loop or segment that its record does not show, or not whole. */
  inRecord({ record, loop, segment }: Pick<LoopRecordItem, 'record' | 'loop' | 'segment'>): readonly UnreadSegment[] {
    const all: UnreadSegment[] = [];
    const found = (unread: UnreadSegment): void => void all.push(unread);
    if (this.bound.segmentRecords.has(segment.slot)) this.open -= this.values.inSegment(segment, loop, record, found);
    else this.open -= this.values.inUnit(loop, record, found);
    return all;
  }

  /** As `inRecord` for a segment of which there is no loop, see `UnreadValues.inForm`. */
  inForm(segment: Segment, place: number, record: NamedRecord): readonly UnreadSegment[] | undefined {
    return this.values.inForm(segment, place, record);
  }

  /** As `inRecord`, but looks when the result is read; undefined for a segment, which is looked at right away. */
  lookLater({ record, loop, segment }: Pick<LoopRecordItem, 'record' | 'loop' | 'segment'>): UnitLook | undefined {
    if (this.bound.segmentRecords.has(segment.slot)) return undefined;
    const look = this.values.lookLaterAt(loop, record);
    this.open -= look.segments;
    return look;
  }

  /** As `inRecord` for a large record, whose segments are looked at one by one while the result is read. */
  inLargeRecord(place: Pick<LoopRecordItem, 'record' | 'loop' | 'segment'>): Iterable<readonly UnreadSegment[]> {
    const { record, loop, segment } = place;
    if (this.bound.segmentRecords.has(segment.slot)) return [this.inRecord(place)];
    const looks: Look[] = [];
    let found: UnreadSegment[] = [];
    this.open -= this.values.inUnit(loop, record, (unread) => void found.push(unread), looks);
    return (function* () {
      for (const look of looks) {
        look();
        yield found;
        found = [];
      }
    })();
  }

  /** The record of a whole transaction was written, and no other: finds the segments of the header that it does not show. */
  inTransaction(root: LoopNode): readonly UnreadSegment[] {
    const all: UnreadSegment[] = [];
    const { transaction } = this.bound;
    if (transaction !== undefined && !root.isLookedAt) this.open -= this.values.inUnit(root, transaction, (unread) => void all.push(unread));
    return all;
  }

  /** The transaction is over: gives the issue of segments that stand in loops of which no record was made. */
  end(root: LoopNode): Issue | undefined {
    const [st] = root.segments;
    const { guide } = this.bound;
    // ST and SE are in no record; ST is looked at with the first unit.
    const left = this.open + (root.isLookedAt ? 1 : 0);
    if (left <= 0) return undefined;
    const message = `${countOf(left, ` of transaction set ${guide.transactionSet}`)}: no record is made of ${left === 1 ? 'its loop' : 'their loops'}`;
    const where = { ...(st === undefined ? {} : { place: st.place }), loop: guide.root.id, segment: guide.root.trigger.id };
    return { issueType: 'NOT_ALLOWED', ruleId: UNREAD_RULES.segment, message, ...where, skipped: { segments: left } };
  }
}

const countOf = (segments: number, of = ''): string => (segments === 1 ? `1 segment${of} reaches no field` : `${segments} segments${of} reach no field`);
