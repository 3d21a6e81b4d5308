import type { Issue } from '../../common/issue';
import type { LoopNode } from '../../guide/loop-node';
import { HL } from '../../guide/unopened-loops';
import type { BoundTransactionSet } from '../../plugin/bound-transaction-set';
import type { Segment } from '../../x12/segment';
import type { LoopRecordItem } from '../stream-item';
import { issuesOfUnread, UNREAD_RULES } from './unread-issues';
import { type UnreadSegment, UnreadValues } from './unread-values';

const known = new WeakMap<BoundTransactionSet, UnreadValues>();

/** Watches one transaction set: every segment of it is in a record, or it is reported. */
export class UnreadWatch {
  private readonly values: UnreadValues;
  /** Segments that have a place in a loop, and have not been looked at. */
  private open = 0;
  private readonly waiting: Segment[] = [];

  constructor(private readonly bound: BoundTransactionSet) {
    let values = known.get(bound);
    if (values === undefined) known.set(bound, (values = new UnreadValues(bound)));
    this.values = values;
  }

  /** A segment was walked. The walk may place it later, when it knows what follows; a reported one is not placed. */
  onSegment(segment: Segment, isReported: boolean): void {
    // HL is structure: it has no value that a field could show.
    if (segment.key === HL) return;
    if (segment.slot >= 0) {
      this.open++;
      this.values.note(segment);
    } else if (!isReported) this.waiting.push(segment);
  }

  /** Gives the issue of segments that were neither placed nor reported. */
  endOfWalk(reported: ReadonlySet<number>): Issue | undefined {
    this.open += this.waiting.filter(({ slot }) => slot >= 0).length;
    const left = this.waiting.filter(({ slot, segmentNumber }) => slot < 0 && !reported.has(segmentNumber));
    const [first] = left;
    if (first === undefined) return undefined;
    const message = `${countOf(left.length)} reach no field: their loops could not be opened`;
    return { issueType: 'NOT_ALLOWED', ruleId: UNREAD_RULES.segment, message, place: first.place, skipped: { segments: left.length } };
  }

  /** A record is made of a loop or a segment: gives the issues of what it does not show. */
  inRecord({ record, loop, segment }: Pick<LoopRecordItem, 'record' | 'loop' | 'segment'>): readonly Issue[] {
    const issues: Issue[] = [];
    const found = (unread: UnreadSegment): void => void issues.push(...issuesOfUnread(unread));
    if (this.bound.segmentRecords.has(segment.slot)) {
      this.open--;
      this.values.inSegment(segment, loop, record, found);
    } else this.open -= this.values.inUnit(loop, record, found);
    return issues;
  }

  /** The transaction is over: gives the issue of segments that stand in loops of which no record was made. */
  end(root: LoopNode): Issue | undefined {
    const [st] = root.segments;
    const { guide } = this.bound;
    // ST and SE are in no record; ST is looked at with the first unit.
    const left = this.open + (root.isLookedAt ? 1 : 0);
    if (left <= 0) return undefined;
    const message = `${countOf(left)} of transaction set ${guide.transactionSet} reach no field: no record is made of their loops`;
    const where = { ...(st === undefined ? {} : { place: st.place }), loop: guide.root.id, segment: guide.root.trigger.id };
    return { issueType: 'NOT_ALLOWED', ruleId: UNREAD_RULES.segment, message, ...where, skipped: { segments: left } };
  }
}

const countOf = (segments: number): string => (segments === 1 ? '1 segment' : `${segments} segments`);
