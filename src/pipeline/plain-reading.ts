import type { Fragment } from '../common/fragment';
import type { Issue } from '../common/issue';
import type { LoopNode } from '../guide/loop-node';
import type { LoopWalker } from '../guide/loop-walker';
import { UNIT } from '../kernel/layout';
import { PlainSet, type UncleanSegment, type Walked } from '../kernel/plain-walk';
import { isWalkable, type PlainPlan } from '../kernel/walk-tables';
import type { WalkedUnit } from '../kernel/walked-rows';
import type { LoopDef } from '../guide/guide.types';
import { trailersOf } from '../guide/trailers';
import type { RowProgram } from '../mapping/columns/row-program';
import type { RecordContext, TransactionContext } from '../mapping/encode-run';
import type { BoundTransactionSet } from '../plugin/bound-transaction-set';
import type { FileValidation } from './file-validation';
import type { PlainValidation } from '../validation/plain-validation';
import type { Segment, SegmentList } from '../x12/segment';
import type { ItemQueue } from './item-queue';
import { theKernel } from './record-item';
import type { RowPlansOf } from './reading-options';
import { issuesOfUnread } from './unread/unread-issues';
import type { UnreadWatch } from './unread/unread-watch';
import { WalkedLoops } from './walked-loops';
import type { FoundLater, WalkedRecords } from './written-run';

/** With fewer segments a walk without objects does not pay. */
const MIN_SEGMENTS = 48;
/** After a walk that came no further, the next one begins as many segments later. */
const PAUSE = 64;

/** A set that the kernel walks. */
interface WalkedSet {
  readonly set: PlainSet;
  /** Segments that open units, or loops around them. */
  readonly triggers: ReadonlySet<number>;
  /** Segments that are records of their own after all loops, and stand nowhere else, such as PLB. */
  readonly closing: ReadonlySet<number>;
}

/** Sets that the kernel walks, once for each binding; undefined for those that it cannot walk. */
const sets = new WeakMap<BoundTransactionSet, WalkedSet | undefined>();

function walkedSetOf(bound: BoundTransactionSet): WalkedSet | undefined {
  if (!sets.has(bound)) sets.set(bound, makeWalkedSet(bound));
  return sets.get(bound);
}

function makeWalkedSet({ guide, plan, recordLoops, validation, whole }: BoundTransactionSet): WalkedSet | undefined {
  const rules = validation.rules.flatMap((rule) => ('loop' in rule && rule.cleanWhen !== undefined ? [rule] : []));
  const one = { guide, unitLoops: plan.unitLoops, recordLoops, unitSegments: plan.unitSegments, rules };
  if (whole !== undefined || (plan.hasOwnContent?.size ?? 0) > 0 || !isWalkable(one)) return undefined;
  const triggers = new Set([...recordLoops].flatMap(({ parent, trigger }) => (parent === undefined ? [] : [trigger.key])));
  return { set: new PlainSet(one), triggers, closing: closingSegments(one) };
}

/** Parts of the reading of a transaction set. */
export interface PlainParts {
  readonly bound: BoundTransactionSet;
  readonly walker: LoopWalker;
  readonly context: TransactionContext;
  readonly queue: ItemQueue;
  readonly unread: UnreadWatch;
  readonly counts: { segments: number };
  /** Keys of members that records are written with; undefined for all. */
  readonly keys: ReadonlySet<string> | undefined;
  /** For rows instead of records; see `FileReadingOptions`. */
  readonly rowPlansOf: RowPlansOf | undefined;
  /** Validation of the transaction, and of its file; undefined without. */
  readonly validation: { readonly plain: PlainValidation; readonly file: FileValidation } | undefined;
  /** Written behind each record; see `FileReadingOptions`. */
  readonly separator: Fragment | undefined;
  /** Called before each record. */
  readonly onRecord: () => void;
  /** See TransactionFile. */
  readonly endsWith: (segment: Segment) => boolean;
}

/** Opens the reading of a transaction set without objects; undefined for one that has none. */
export function openPlainReading(parts: PlainParts): PlainReading | undefined {
  const walked = walkedSetOf(parts.bound);
  return walked && new PlainReading(walked, parts);
}

/**
 * Reads without objects what is where the guide has it: the kernel walks the segments, and writes the records. Where something else comes, the
 * open loops become objects, and `LoopWalker` goes on.
 */
export class PlainReading {
  private readonly set: PlainSet;
  /** Index and list before which no walk is tried. */
  private pausedTo = 0;
  private pausedIn: SegmentList | undefined;
  /** True where the last walk stopped at a segment that is to be read with what follows its list. */
  waits = false;
  /** What writes the rows of the records of a loop. */
  private readonly programs = new Map<LoopDef, RowProgram>();
  /** The same for all records. */
  private readonly recordContext: RecordContext;

  constructor(
    private readonly walked: WalkedSet,
    private readonly parts: PlainParts,
  ) {
    this.set = walked.set;
    this.recordContext = { transaction: parts.context };
  }

  /**
   * Walks segments of a list from an index on; returns the index after them, which is the same where nothing can be walked. Where more segments will follow
   * the list, it may leave what is incomplete for then, see `waits`.
   */
  read(list: SegmentList, from: number, mayWait: boolean): number {
    this.waits = false;
    if (list.length - from < MIN_SEGMENTS || !list.chunk.isPlain || !this.walked.triggers.has(list.keyAt(from))) return from;
    if ((list === this.pausedIn && from < this.pausedTo) || !this.findPrograms()) return from;
    const { walker, context, queue, counts, keys, rowPlansOf, separator } = this.parts;
    const validation = this.parts.validation?.plain;
    const segment = list.look(from);
    const opening = walker.findPlainOpening(segment, list.look(from + 1));
    if (opening === undefined || !this.set.plan.recordLoops.has(opening.opens)) return from;
    const { loop } = opening;
    const isFirst = !loop.isFrozen;
    if (validation?.admits(segment, opening.opens, loop) === false) return this.pause(list, from);
    const kernel = theKernel();
    if (!(isFirst || loop.isLookedAt) || !kernel.enterWalk(this.set, list, from, isFirst ? walker.current : loop)) return this.pause(list, from);
    // The closing record counts the segments that close it.
    counts.segments += opening.segments;
    if (!isFirst) walker.leaveTo(loop);
    counts.segments -= opening.segments;
    const { highestLevel } = walker;
    const fieldOf = rowPlansOf && ((def: LoopDef) => this.programs.get(def)?.field);
    const start = {
      list,
      from,
      mayWait,
      ...opening,
      context,
      keys,
      fieldOf,
      ownBytes: queue.held.ownBytes,
      highestLevel,
      findEnd: this.findEnd,
      separator,
      validation,
    };
    const walked = kernel.walk(this.set, start);
    const loops = new WalkedLoops(list, walked, validation);
    if (isFirst) this.leave(walked, loops);
    if (walked.stop === from) return from;
    this.take(walked, loops, from);
    this.waits = walked.waits;
    if (walked.stop - from < MIN_SEGMENTS) this.pause(list, walked.stop);
    return walked.stop;
  }

  /** See WalkStart. */
  private readonly findEnd = (list: SegmentList, from: number): number => {
    let last = from;
    while (last < list.length && this.walked.closing.has(list.keyAt(last))) last++;
    return last < list.length && this.parts.endsWith(list.look(last)) ? last : -1;
  };

  /** After a walk that began in loops of which no record was written yet. */
  private leave({ units }: Walked, loops: WalkedLoops): void {
    const { walker } = this.parts;
    theKernel().leaveWalk();
    if (units.length > 0) walker.freezeAround(loops.heldAround(units.at(0)));
    else for (let node: LoopNode | undefined = walker.current; node?.isFrozen === false; node = node.parent) node.forgetKept();
  }

  /** Finds what writes the records, or their rows; false where rows cannot be written for all of them. */
  private findPrograms(): boolean {
    const { bound, rowPlansOf, unread } = this.parts;
    const { records, plan } = this.set;
    for (const loop of plan.unitLoops) {
      const record = bound.unitRecords.get(loop);
      if (record === undefined) continue;
      if (!records.has(loop)) records.set(loop, { record: record.bound, forms: unread.formsOf(record) });
      if (rowPlansOf === undefined) continue;
      const plans = record.table && rowPlansOf(record.table);
      const program = plans && record.programOf(plans);
      if (program === undefined) return false;
      this.programs.set(loop, program);
    }
    return true;
  }

  private pause(list: SegmentList, from: number): number {
    this.pausedIn = list;
    this.pausedTo = from + PAUSE;
    return from;
  }

  private take(walked: Walked, loops: WalkedLoops, from: number): void {
    const { walker, queue, unread, counts, validation } = this.parts;
    const { stop, units, holders, ownBytes } = walked;
    const { list } = loops;
    const start = counts.segments - from;
    const { recordContext: context, programs } = this;
    const validated = validation && { plain: validation.plain, walked, loops };
    const records = { plugin: this.parts.bound, context, units, json: walked.json, loops, programs, separator: this.parts.separator };
    list.chunk.keepFor(walked.json);
    unread.onWalked(stop - from, holders.levelCount);
    for (let i = 0; i < units.length; i++) {
      counts.segments = start + units.segment(i, UNIT.READ_TO);
      queue.held.holdAll(list.chunk, units.number(i, UNIT.BYTES));
      const unclean = validated && units.number(i, UNIT.IS_UNCLEAN) === 1 ? uncleanSegments(validated, units.at(i)) : NO_SEGMENTS;
      const node = validated && askRules(validated, i, unclean);
      if (units.number(i, UNIT.JSON_END) === 0 || !this.addWritten(records, i, unclean)) this.giveUnit(units.at(i), loops, node);
      if (validation) queue.releaseFindings(validation.file);
    }
    counts.segments = start + stop;
    queue.held.holdAll(list.chunk, ownBytes);
    const current = loops.open(walked);
    walker.continueIn(current, stop - from, holders, (index) => loops.level(index));
    loops.keepLevels((level) => walker.finds(level));
  }

  /** Adds the record of a unit to those before it, with what validation has found in it; false, with nothing added, where it is to be made of objects. */
  private addWritten(records: WalkedRecords & { readonly loops: WalkedLoops }, index: number, unclean: readonly UncleanPlace[]): boolean {
    const { queue, unread, onRecord, validation } = this.parts;
    const { units, loops } = records;
    const left = unclean.length === 0 ? NO_ISSUES : this.unreadIn(units.at(index), unclean);
    const hasIssues = validation?.plain.hasFindings === true || left === undefined || left.length > 0;
    if (left === undefined || (hasIssues && units.number(index, UNIT.ISSUES) === 0)) return false;
    onRecord();
    const around = units.number(index, UNIT.AROUND);
    if (index === 0 || around !== units.number(index - 1, UNIT.AROUND)) unread.onLookedAround(loops.lookAt(around));
    unread.onLookedAt(units.number(index, UNIT.LOOKED_AT));
    queue.addWritten(records, index, hasIssues ? validation && foundIn(validation.file, left) : undefined);
    return true;
  }

  /** The issues of what in some segments of a unit reaches no field of its record; undefined where that is not known of segments of their forms. */
  private unreadIn({ def }: WalkedUnit, unclean: readonly UncleanPlace[]): readonly Issue[] | undefined {
    const { bound, unread } = this.parts;
    const record = bound.unitRecords.get(def);
    const issues: Issue[] = [];
    for (const { segment, unreadAt } of unclean) {
      if (unreadAt === undefined) continue;
      const segments = record && unread.inForm(segment, unreadAt, record);
      if (segments === undefined) return undefined;
      issues.push(...segments.flatMap(issuesOfUnread));
    }
    return issues;
  }

  /** A unit that the kernel could not write becomes an object, and its record is made as any other. */
  private giveUnit(unit: WalkedUnit, loops: WalkedLoops, node = loops.unit(unit)): void {
    this.parts.walker.give(node);
    loops.lookAt(unit.around);
  }
}

/** Segments that are records of their own, and come after all loops. */
function closingSegments({ guide, unitSegments }: PlainPlan): ReadonlySet<number> {
  return new Set(trailersOf(guide, (def) => unitSegments.has(def)).keys());
}

/** Units of a walk, and their validation. */
interface ValidatedUnits {
  readonly plain: PlainValidation;
  readonly walked: Walked;
  readonly loops: WalkedLoops;
}

/** Lets validation look at a unit as far as the kernel has not decided; returns the unit if it became an object. */
function askRules({ plain, walked: { units }, loops }: ValidatedUnits, index: number, unclean: readonly UncleanPlace[]): LoopNode | undefined {
  if (units.number(index, UNIT.IS_ODD) === 1) return loops.unit(units.at(index), plain.ofUnit);
  const segments = unclean.map(({ segment }) => segment);
  if (plain.asksAlways || units.number(index, UNIT.ASKS_RULES) === 1 || !plain.reportSegments(segments)) {
    const numbers = new Set(segments.map(({ segmentNumber }) => segmentNumber));
    return loops.unit(units.at(index), plain.ofUncleanUnit(numbers));
  }
  if (plain.gathers) plain.gather(loops.head(units.at(index)));
  return undefined;
}

/** A segment in whose elements validation may find something, which nobody may keep. */
interface UncleanPlace extends Pick<UncleanSegment, 'unreadAt'> {
  readonly segment: Segment;
}

const NO_SEGMENTS: readonly UncleanPlace[] = [];
const NO_ISSUES: readonly Issue[] = [];

/** The segments of a unit in whose elements validation may find something. */
function uncleanSegments({ walked, loops }: ValidatedUnits, { from, to }: WalkedUnit): readonly UncleanPlace[] {
  const places: UncleanPlace[] = [];
  for (let index = from; index < to; index++) {
    const unclean = walked.uncleanAt(index);
    if (unclean === undefined) continue;
    const segment = loops.list.look(index);
    segment.slot = unclean.slot;
    places.push({ segment, unreadAt: unclean.unreadAt });
  }
  return places;
}

/** What validation has found in a unit, and what of it reaches no field; undefined for nothing. */
function foundIn(validation: FileValidation, unread: readonly Issue[]): FoundLater | undefined {
  const findings = validation.withUnread(validation.takeUnit(), unread);
  return findings && { findings, validationIssues: () => validation.jsonOf(findings) };
}
