import type { Issue } from '../common/issue';
import type { LoopDef, SegmentDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import { NO_SEGMENT_KEY, segmentKey } from '../x12/segment-key';
import { checkSegment } from './check-segment';
import { isCleanSegment } from './clean-segment';
import { Findings } from './findings';
import { Reporter } from './reporter';
import type { RuleSwitches } from './rule-switches';
import { isBinary } from './rules/binary-length';
import { elementCharacterSet, elementControlCharacters } from './rules/element-characters';
import { elementDate, elementNumber } from './rules/element-type';
import { segmentUnknown } from './rules/reading';
import { isDescribedRelease, type StandardChecks } from './standard-checks';
import type { TransactionWatch } from './transaction-watch';

/** A transaction that is compared with the standard alone. */
export interface StandardPlan {
  /** ST01. */
  readonly transactionSet: string;
  /** ST03, or GS08 where ST03 is absent. */
  readonly version: string;
  /** Loops that are objects of their own: findings in them belong to them. */
  readonly unitLoops: ReadonlySet<LoopDef>;
  /** True when the walk knows the segments of the set: it reports those that are unknown. */
  readonly isWalkedByShape: boolean;
}

/** Shared by the transactions of a file. */
export interface StandardParts {
  readonly checks: StandardChecks;
  readonly switches: RuleSwitches;
  /** Receives what belongs to no object. */
  readonly outside: () => Findings;
}

/** Rules that hold in every release. */
const OF_EVERY_RELEASE: ReadonlySet<string> = new Set([elementDate, elementNumber, elementControlCharacters, elementCharacterSet].map(({ id }) => id));

const SE = segmentKey('SE');

/**
 * Validates a transaction set that has no guide of its own: segments, elements, types and lengths are those of the standard. No order,
 * usage or code of another guide counts. Of releases that the dictionary does not describe only types are compared.
 */
export class StandardValidation implements TransactionWatch {
  private readonly isDescribed: boolean;
  private readonly reporter: Reporter;
  private unit: LoopNode | undefined;
  private unitFindings: Findings | undefined;
  /** Findings about the segment that is being placed. */
  private held: Issue[] = [];

  constructor(
    private readonly plan: StandardPlan,
    private readonly parts: StandardParts,
  ) {
    this.isDescribed = isDescribedRelease(plan.version);
    const isKept = ({ ruleId = '' }: Issue): boolean => this.isDescribed || OF_EVERY_RELEASE.has(ruleId);
    this.reporter = new Reporter(parts.switches, undefined, (issue) => isKept(issue) && this.hold(issue));
  }

  readonly plain = undefined;

  /** The standard's name of the count in SE. */
  readonly countName = undefined;

  get state(): readonly unknown[] {
    return [this.held.length, this.unit?.firstSegment?.segmentNumber];
  }

  /** Any segment between ST and SE, before it is placed. */
  onSegment(segment: Segment): void {
    if (isBinary(segment)) return;
    const check = this.parts.checks.of(segment, this.isDescribed);
    if (check === undefined) return this.reportUnknown(segment);
    if (!isCleanSegment(check, segment)) checkSegment({ check, segment, loop: '0000' }, this.reporter);
  }

  hold(issue: Issue): void {
    this.held.push(issue);
  }

  release(): void {
    if (this.held.length === 0) return;
    const findings = this.unit === undefined ? this.parts.outside() : (this.unitFindings ??= new Findings());
    for (const issue of this.held) findings.add(issue);
    this.held = [];
  }

  takeUnit(): Findings | undefined {
    const findings = this.unitFindings;
    this.unitFindings = undefined;
    return findings;
  }

  onOpen(loop: LoopNode, trigger: Segment | undefined): void {
    if (this.plan.unitLoops.has(loop.def)) this.unit = loop;
    if (loop.parent === undefined && trigger !== undefined) this.onSegment(trigger);
  }

  onPlace(segment: Segment, _def: SegmentDef, loop: LoopNode): void {
    if (loop.parent === undefined && segment.key === SE) this.onSegment(segment);
  }

  onClose(loop: LoopNode): void {
    if (loop === this.unit) this.unit = undefined;
  }

  private reportUnknown(segment: Segment): void {
    if (!this.isDescribed || this.plan.isWalkedByShape) return;
    const { place, ediString, id, key } = segment;
    const what = key === NO_SEGMENT_KEY ? 'Text that is no segment, in' : `Unknown segment '${id}' for the`;
    const message = `${what} transaction set ${this.plan.transactionSet}`;
    const where = { place, loop: '0000', ediString, ...(key === NO_SEGMENT_KEY ? {} : { segment: id }) };
    this.reporter.issue(segmentUnknown, { ...where, fieldName: '', message });
  }
}
