import { ClosedLevel, type Level } from '../guide/closed-level';
import type { LoopNode } from '../guide/loop-node';
import type { LoopWalker } from '../guide/loop-walker';
import { closeReplayed, replayLoop } from '../guide/replay';
import type { WalkObserver } from '../guide/walk-observer';
import { JsonRange, type JsonRun } from '../kernel/json-run';
import { PlainSet, type Walked, type WalkedHolder, type WalkedUnit } from '../kernel/plain-walk';
import { isWalkable } from '../kernel/walk-tables';
import type { WrittenRows } from '../kernel/row-cells';
import type { LoopDef } from '../guide/guide.types';
import type { RowProgram } from '../mapping/columns/row-program';
import type { RecordContext, TransactionContext } from '../mapping/encode-run';
import type { BoundTransactionSet, NamedRecord } from '../plugin/bound-transaction-set';
import type { FileValidation } from './file-validation';
import type { PlainValidation } from '../validation/plain-validation';
import type { Segment, SegmentList } from '../x12/segment';
import { segmentKey } from '../x12/segment-key';
import type { ItemQueue } from './item-queue';
import { theKernel } from './record-item';
import type { RowPlansOf } from './reading-options';
import type { LoopRecordItem } from './stream-item';
import type { UnreadWatch } from './unread/unread-watch';

/** With fewer segments a walk without objects does not pay. */
const MIN_SEGMENTS = 48;
/** After a walk that came no further, the next one begins as many segments later. */
const PAUSE = 64;

const HL = segmentKey('HL');

/** Sets that the kernel walks, once for each binding; undefined for those that it cannot walk. */
const sets = new WeakMap<BoundTransactionSet, PlainSet | undefined>();

/** Returns the set that the kernel walks; undefined for one that it cannot walk. */
function plainSetOf(bound: BoundTransactionSet): PlainSet | undefined {
  if (sets.has(bound)) return sets.get(bound);
  const { guide, plan, recordLoops, validation } = bound;
  const rules = validation.rules.flatMap((rule) => ('loop' in rule && rule.cleanWhen !== undefined ? [rule] : []));
  const one = { guide, unitLoops: plan.unitLoops, recordLoops, unitSegments: plan.unitSegments, rules };
  const set = bound.whole === undefined && (plan.hasOwnContent?.size ?? 0) === 0 && isWalkable(one) ? new PlainSet(one) : undefined;
  sets.set(bound, set);
  return set;
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
  /** Called before each record. */
  readonly onRecord: () => void;
  /** See TransactionFile. */
  readonly endsWith: (segment: Segment) => boolean;
}

/** Opens the reading of a transaction set without objects; undefined for one that has none. */
export function openPlainReading(parts: PlainParts): PlainReading | undefined {
  const set = plainSetOf(parts.bound);
  return set && new PlainReading(set, parts);
}

/**
 * Reads without objects what is where the guide has it: the kernel walks the segments, and writes the records. Where something else comes, the
 * open loops become objects, and `LoopWalker` goes on.
 */
export class PlainReading {
  /** Segments that open units, or loops around them. */
  private readonly triggers = new Set<number>();
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
    private readonly set: PlainSet,
    private readonly parts: PlainParts,
  ) {
    this.recordContext = { transaction: parts.context };
    for (const loop of set.plan.recordLoops) if (loop.parent !== undefined) this.triggers.add(loop.trigger.key);
  }

  /**
   * Walks segments of a list from an index on; returns the index after them, which is the same where nothing can be walked. Where more segments will follow
   * the list, it may leave what is incomplete for then, see `waits`.
   */
  read(list: SegmentList, from: number, mayWait: boolean): number {
    this.waits = false;
    if (list.length - from < MIN_SEGMENTS || !list.chunk.isPlain || !this.triggers.has(list.keyAt(from))) return from;
    if ((list === this.pausedIn && from < this.pausedTo) || !this.findPrograms()) return from;
    const { walker, context, queue, counts, keys, rowPlansOf, endsWith } = this.parts;
    const validation = this.parts.validation?.plain;
    const segment = list.at(from);
    const opening = walker.findPlainOpening(segment, list.at(from + 1));
    if (opening === undefined || !this.set.plan.recordLoops.has(opening.opens)) return from;
    const { loop } = opening;
    const isFirst = !loop.isFrozen;
    // Validation sees the first unit of each transaction.
    if (isFirst && validation !== undefined) return from;
    if (validation?.admits(segment, opening.opens, loop) === false) return this.pause(list, from);
    const kernel = theKernel();
    if (!(isFirst || loop.isLookedAt) || !kernel.enterWalk(this.set, list, from, isFirst ? walker.current : loop)) return this.pause(list, from);
    // The closing record counts the segments that close it.
    counts.segments += opening.segments;
    if (!isFirst) walker.leaveTo(loop);
    counts.segments -= opening.segments;
    const { highestLevel } = walker;
    const fieldOf = rowPlansOf && ((def: LoopDef) => this.programs.get(def)?.field);
    const start = { list, from, mayWait, ...opening, context, keys, fieldOf, ownBytes: queue.held.ownBytes, highestLevel, endsWith, validation };
    const walked = kernel.walk(this.set, start);
    const loops = new WalkedLoops(list, walked, validation);
    if (isFirst) this.leave(walked, loops);
    if (walked.stop === from) return from;
    this.take(walked, loops, from);
    this.waits = walked.waits;
    if (walked.stop - from < MIN_SEGMENTS) this.pause(list, walked.stop);
    return walked.stop;
  }

  /** After a walk that began in loops of which no record was written yet. */
  private leave({ units: [first] }: Walked, loops: WalkedLoops): void {
    const { walker } = this.parts;
    theKernel().leaveWalk();
    if (first !== undefined) walker.freezeAround(loops.heldAround(first));
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
    const { stop, holders, ownBytes } = walked;
    const { list } = loops;
    const start = counts.segments - from;
    unread.onWalked(stop - from, holders.filter(({ number }) => number !== undefined).length);
    for (const unit of walked.units) {
      counts.segments = start + unit.readTo;
      queue.held.holdAll(list.chunk, unit.ownBytes);
      const node = validation && askRules(validation.plain, unit, loops);
      if (unit.jsonEnd > 0 && validation?.plain.hasFindings !== true) this.addWritten(unit, walked.json, loops);
      else this.giveUnit(unit, loops, node);
      if (validation) queue.releaseFindings(validation.file);
    }
    counts.segments = start + stop;
    queue.held.holdAll(list.chunk, ownBytes);
    const current = loops.open(walked);
    const levels = holders.flatMap((holder, i) => (holder.number === undefined ? [] : [[{ ...holder, number: holder.number }, loops.level(i)] as const]));
    walker.continueIn(current, stop - from, levels);
  }

  private addWritten(unit: WalkedUnit, json: JsonRun, loops: WalkedLoops): void {
    const { bound, queue, unread, onRecord } = this.parts;
    const record = bound.unitRecords.get(unit.def);
    if (record === undefined) return;
    onRecord();
    unread.onLookedAround(loops.lookAt(unit.around));
    unread.onLookedAt(unit.lookedAt);
    const bytes = unit.ownBytes + unit.sharedBytes;
    const range = new JsonRange(json, unit.json, unit.jsonEnd);
    const program = this.programs.get(unit.def);
    const written = program === undefined ? { json: range, rows: undefined } : { json: undefined, rows: { json: range, program } };
    const first = loops.list.firstNumber + unit.from;
    queue.addWritten((weight) => new WrittenRecord({ plugin: bound, record, context: this.recordContext, weight, bytes, ...written }, unit, loops), {
      bytes,
      first,
    });
  }

  /** A unit that the kernel could not write becomes an object, and its record is made as any other. */
  private giveUnit(unit: WalkedUnit, loops: WalkedLoops, node = loops.unit(unit)): void {
    this.parts.walker.give(node);
    loops.lookAt(unit.around);
  }
}

/** Lets validation look at a unit as far as the kernel has not decided; returns the unit if it became an object. */
function askRules(plain: PlainValidation, unit: WalkedUnit, loops: WalkedLoops): LoopNode | undefined {
  if (unit.isOdd) return loops.unit(unit, plain.ofUnit);
  if (plain.asksAlways || unit.asksRules) return loops.unit(unit, plain.ofCleanUnit);
  if (plain.gathers) plain.gather(loops.head(unit));
  return undefined;
}

/** A record that the kernel has written. Its loop becomes an object when somebody asks for it. */
class WrittenRecord implements LoopRecordItem {
  readonly kind = 'record';
  readonly plugin: BoundTransactionSet;
  readonly record: NamedRecord;
  readonly context: RecordContext;
  readonly weight: number;
  readonly bytes: number;
  readonly json: JsonRange | undefined;
  readonly rows: WrittenRows | undefined;
  private made: LoopNode | undefined;

  constructor(
    { plugin, record, context, weight, bytes, json, rows }: Pick<WrittenRecord, 'plugin' | 'record' | 'context' | 'weight' | 'bytes' | 'json' | 'rows'>,
    private readonly unit: WalkedUnit,
    private readonly loops: WalkedLoops,
  ) {
    this.plugin = plugin;
    this.record = record;
    this.context = context;
    this.weight = weight;
    this.bytes = bytes;
    this.json = json;
    this.rows = rows;
  }

  get loop(): LoopNode {
    return (this.made ??= this.loops.unit(this.unit));
  }

  get segment(): Segment {
    return this.loop.segments[0] ?? this.loops.list.at(this.unit.from);
  }
}

/** The loops of a walk, which become objects when somebody asks for them. */
class WalkedLoops {
  private readonly nodes: (LoopNode | undefined)[] = [];
  private readonly lookedAt: boolean[] = [];
  private readonly levels: (Level | undefined)[] = [];
  /** The innermost loop of each holder, to which its last segment belongs. */
  private readonly lastOf = new Map<number, LoopNode>();
  private readonly holders: readonly WalkedHolder[];
  private readonly loopOf: Walked['loopOf'];

  /** Holds on to neither units nor JSON of the walk: levels that are closed keep it for long. */
  constructor(
    readonly list: SegmentList,
    { holders, loopOf }: Walked,
    private readonly validation: PlainValidation | undefined,
  ) {
    this.holders = holders;
    this.loopOf = loopOf;
  }

  unit(unit: WalkedUnit, observer?: WalkObserver): LoopNode {
    const { loop, last } = replayLoop(unit.def, this.node(unit.around), this.list, unit, observer);
    if (observer) closeReplayed(last, loop, observer);
    return loop;
  }

  /** A unit with its first segment alone. */
  head({ def, around, from }: WalkedUnit): LoopNode {
    return replayLoop(def, this.node(around), this.list, { from, to: from + 1 }).loop;
  }

  /** Makes the loops that the first unit's open loop holds; returns that loop. */
  heldAround({ around }: WalkedUnit): LoopNode {
    let number = around;
    while (number >= 0) number = this.holder(number).around;
    for (const [i, holder] of this.holders.entries()) if (holder.around === number && holder.isHeld) this.node(i);
    return this.node(number);
  }

  /** Says that the loops around a unit were looked at, as far as the walk has opened them; returns the innermost other one. */
  lookAt(around: number): LoopNode | undefined {
    let number = around;
    for (; number >= 0 && this.lookedAt[number] !== true; number = this.holder(number).around) {
      this.lookedAt[number] = true;
      const node = this.nodes[number];
      if (node !== undefined) node.isLookedAt = true;
    }
    return number < 0 ? this.loopOf(number) : undefined;
  }

  /** The innermost loop that is open. */
  open({ around, open, stop, waits }: Walked): LoopNode {
    const { list, validation } = this;
    const parent = this.node(around);
    if (open !== undefined) return replayLoop(open.def, parent, list, { from: open.from, to: stop }, validation?.ofUnit).last;
    return around < 0 || waits ? parent : (this.lastOf.get(around) ?? parent);
  }

  /** A level that was opened. Those that are open become objects, since others may follow in them. */
  level(number: number): Level {
    const known = this.levels[number];
    if (known !== undefined) return known;
    const { around, from } = this.holder(number);
    const node = this.nodes[number];
    const parent = node === undefined ? (around < 0 ? this.node(around) : this.level(around)) : undefined;
    const level = node ?? new ClosedLevel(parent, this.list.chunk.byteOffset(this.list.at(from).start(0)), () => this.node(number));
    this.levels[number] = level;
    return level;
  }

  private holder(number: number): WalkedHolder {
    const holder = this.holders[number];
    if (holder === undefined) throw new RangeError(`The walk has opened no loop ${number}.`);
    return holder;
  }

  private node(number: number): LoopNode {
    const known = number < 0 ? this.loopOf(number) : this.nodes[number];
    if (known !== undefined) return known;
    const holder = this.holder(number);
    const parent = this.node(holder.around);
    // The loop around makes those that it holds.
    const made = this.nodes[number];
    if (made !== undefined) return made;
    const { loop, last } = replayLoop(holder.def, parent, this.list, holder, this.validation?.ofHolder);
    if (holder.tally !== undefined && loop.tally !== undefined) loop.tally.numbers = holder.tally;
    this.nodes[number] = loop;
    this.lastOf.set(number, last);
    if (holder.isHeld) parent.addLoop(loop);
    loop.mayRestart = loop.def.trigger.key === HL;
    loop.isLookedAt = this.lookedAt[number] === true;
    // Loops of a kind that was open before the first record are held by the one around, whether they are asked for or not.
    for (const [i, other] of this.holders.entries()) if (other.around === number && other.isHeld) this.node(i);
    if (holder.isFrozen) loop.freeze();
    return loop;
  }
}
