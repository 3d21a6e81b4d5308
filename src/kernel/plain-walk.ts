import type { Fragment } from '../common/fragment';
import type { LoopDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import { readLevelNumber } from '../guide/hl-register';
import { LoopTally } from '../guide/loop-tally';
import { isLevel, lacksHl } from '../guide/unopened-loops';
import type { TransactionContext } from '../mapping/encode-run';
import type { BoundField } from '../mapping/field';
import type { PlainValidation } from '../validation/plain-validation';
import type { SegmentList } from '../x12/segment';
import { HOLDERS_AT, LOOPS_AT, MAX_SEGMENTS, PLACES_AT, SEGMENTS_AT, UNCLEAN_AT, UNITS_AT, UNREAD_AT, WALK_AT } from './areas';
import type { CheckTables } from './check-tables';
import { JsonRoom, type JsonRun } from './json-run';
import type { Kernel } from './kernel';
import type { FormTables, KnownForms } from './known-forms';
import { DEF, HOLDER, LOOP, SEGMENT, STATE, TRAIT, UNCLEAN, UNIT, WALK } from './layout';
import type { ProgramCompiler } from './program';
import type { ReadKeys } from './reads';
import type { UnitRows } from './unit-rows';
import { type PlainPlan, WalkTables } from './walk-tables';
import { defAt, WalkedHolders, WalkedUnits } from './walked-rows';

const NONE = -1;
/** Records have seldom more than so many times the bytes of their segments; the host writes those that have no room. */
const JSON_FACTOR = 6;
const UNREAD: number = UNCLEAN.UNREAD;
const INT = 4;

/** A transaction set that the kernel walks. */
export class PlainSet {
  tables: WalkTables | undefined;
  /** Records that the kernel writes by itself, with what is known of their segments. */
  readonly records = new Map<LoopDef, { readonly record: BoundField; readonly forms: KnownForms }>();

  constructor(readonly plan: PlainPlan) {}
}

/** Where a walk begins. */
export interface WalkStart {
  readonly list: SegmentList;
  readonly from: number;
  /** True where what is incomplete at the end may be walked with the next segments. */
  readonly mayWait: boolean;
  readonly opens: LoopDef;
  readonly context: TransactionContext;
  /** Keys of members that records are written with; undefined for all. */
  readonly keys: ReadKeys | undefined;
  /** What is written instead of the records of a loop; undefined for the records. */
  readonly fieldOf: ((loop: LoopDef) => BoundField | undefined) | undefined;
  /** Bytes of the segments since the last record. */
  readonly ownBytes: number;
  /** The highest HL01 so far. */
  readonly highestLevel: number;
  /** Gives the segment that ends the transaction set, where only segments that are records stand before it and there is nothing to report about it; else -1. */
  readonly findEnd: (list: SegmentList, from: number) => number;
  /** Written behind each record; see `OutputSession`. */
  readonly separator: Fragment | undefined;
  /** Undefined without validation. */
  readonly validation: PlainValidation | undefined;
}

/** A segment in whose elements validation may find something. */
export interface UncleanSegment {
  readonly slot: number;
  /** What its place adds to its form, where it is not known that all of it is in the record. */
  readonly unreadAt: number | undefined;
}

/** What a walk has done. */
export interface Walked {
  /** The segment at which it stopped. */
  readonly stop: number;
  readonly units: WalkedUnits;
  readonly holders: WalkedHolders;
  /** The innermost open loop around units. */
  readonly around: number;
  /** The first segment of the open unit; undefined where none is open. */
  readonly open: { readonly def: LoopDef; readonly from: number } | undefined;
  readonly json: JsonRun;
  readonly ownBytes: number;
  /** True where it stopped at a segment that opens something, to be walked with what follows the list. */
  readonly waits: boolean;
  /** Gives an unclean segment of a unit; undefined for any other. To be asked before the next walk. */
  readonly uncleanAt: (index: number) => UncleanSegment | undefined;
  /** The loop with a negative number; it holds on to nothing else of the walk. */
  readonly loopOf: (number: number) => LoopNode | undefined;
}

/** Walks segments in the kernel as far as they are where their guide has them; see `assembly/walk.ts`. */
export class PlainWalk {
  readonly json: JsonRoom;

  constructor(
    private readonly kernel: Kernel,
    private readonly rows: UnitRows,
    private readonly tables: { readonly programs: ProgramCompiler; readonly forms: FormTables; readonly checks: CheckTables },
  ) {
    this.json = new JsonRoom(kernel);
  }

  /** Takes a list and the loops down to the one in which its segments are walked; false where there is no room. */
  enter({ plan }: PlainSet, list: SegmentList, from: number, loop: LoopNode): boolean {
    const { rows } = this;
    return rows.enter(list.chunk, loop, plan.guide.segments) && rows.segmentCount + list.length - from <= MAX_SEGMENTS;
  }

  /** Walks in the loop that was entered. */
  run(set: PlainSet, start: WalkStart): Walked {
    const { rows, kernel } = this;
    const { list, from, opens, context, separator, validation } = start;
    const { guide } = set.plan;
    const count = list.length - from;
    const tables = (set.tables ??= new WalkTables(kernel, set.plan));
    this.prepare(set, tables, start);
    const places = this.describeAround(tables, context);
    const first = rows.segmentCount;
    kernel.ints.set(list.rowsFrom(from), (SEGMENTS_AT + first * SEGMENT.SIZE) >> 2);
    const { component, repetition } = list.chunk.delimiters;
    const row = rows.around.at(-1)?.row ?? 0;
    const { nestsLevels } = guide;
    const checks = validation === undefined ? 0 : this.tables.checks.use(validation);
    const json = this.json.next(JSON_FACTOR * list.chunk.bytes.length);
    // What was asked for may have moved the memory.
    const ints = kernel.ints.subarray(WALK_AT >> 2, (WALK_AT + WALK.SIZE) >> 2);
    ints[0] = first;
    ints[WALK.TO >> 2] = first + count;
    ints[WALK.CURRENT >> 2] = row;
    ints[WALK.OPENS >> 2] = tables.addressOf(opens);
    ints[WALK.FIRST_LOOP >> 2] = rows.loopCount;
    ints[WALK.PLACES >> 2] = places;
    ints[WALK.NUMBER >> 2] = list.firstNumber + from;
    ints[WALK.BYTES >> 2] = start.ownBytes;
    ints[WALK.LEVEL >> 2] = Math.min(start.highestLevel, MAX_NUMBER);
    ints[WALK.ANCESTOR >> 2] = rows.ancestorCount;
    ints[WALK.NESTS_LEVELS >> 2] = nestsLevels ? 1 : 0;
    ints[WALK.KEYS >> 2] = tables.keys;
    ints[WALK.COMPONENT >> 2] = component;
    ints[WALK.REPETITION >> 2] = repetition ?? -1;
    ints[WALK.CHECKS >> 2] = checks;
    ints[WALK.CODES >> 2] = validation?.looksAtCodes === true ? 1 : 0;
    ints[WALK.NEXT_LEVEL >> 2] = validation?.nextLevel ?? 0;
    ints[WALK.RULES >> 2] = tables.bitsOf(validation?.rulesOn);
    ints[WALK.JSON >> 2] = json;
    ints[WALK.MAY_WAIT >> 2] = start.mayWait ? 1 : 0;
    ints[WALK.SEPARATOR >> 2] = separator === undefined ? 0 : separator.bytes.readUIntLE(0, separator.length);
    ints[WALK.SEPARATOR_LENGTH >> 2] = separator?.length ?? 0;
    ints[WALK.IS_WHOLE >> 2] = 0;
    kernel.run.walkPlain();
    const stop = this.at(WALK_AT, 0) - first + from;
    const last = stop < list.length ? start.findEnd(list, stop) : NONE;
    // A segment that is a record waits for the next one.
    if (last >= 0) kernel.run.closeWalk(first + Math.min(last, stop + 1) - from);
    rows.ancestorCount = this.at(WALK_AT, WALK.ANCESTOR);
    if (validation !== undefined) this.takeTallies(validation);
    return this.walked(tables, first - from);
  }

  /** What was counted in the loops around. */
  private takeTallies(validation: PlainValidation): void {
    validation.nextLevel = this.at(WALK_AT, WALK.NEXT_LEVEL);
    for (const { loop, row } of this.rows.around)
      if (loop.tally?.isSimple === true) loop.tally.numbers = this.numbers(LOOPS_AT + LOOP.SIZE * row + LOOP.FURTHEST, LOOP.SIZE - LOOP.FURTHEST);
  }

  /** Copies numbers. Typed arrays have memory outside of the heap, which costs more than so few numbers. */
  private numbers(address: number, bytes: number): readonly number[] {
    const { ints } = this.kernel;
    const first = address >> 2;
    const numbers = new Array<number>(bytes >> 2);
    for (let i = 0; i < numbers.length; i++) numbers[i] = ints[first + i] ?? 0;
    return numbers;
  }

  private at(address: number, offset: number): number {
    return this.kernel.ints[(address + offset) >> 2] ?? 0;
  }

  /** Programs and forms of the records that are known by now. */
  private prepare({ records }: PlainSet, tables: WalkTables, { keys, fieldOf }: WalkStart): void {
    for (const [def, { record, forms }] of records) {
      const program = this.tables.programs.programOf(fieldOf?.(def) ?? record, keys);
      const held = this.tables.forms.refresh(forms);
      const address = tables.addressOf(def);
      this.kernel.ints.set([program, held.segments, held.read], (address + DEF.PROGRAM) >> 2);
    }
  }

  /** Completes the rows of the loops around; gives the address behind their places. Ids are needed only where there are records. */
  describeAround(tables: WalkTables, context?: TransactionContext): number {
    const { kernel, rows } = this;
    let places = PLACES_AT + INT * rows.placeCount;
    for (const [i, { loop, row }] of rows.around.entries()) {
      const address = LOOPS_AT + LOOP.SIZE * row;
      const inner = rows.around[i + 1]?.loop;
      const bytes = loop.isFrozen ? loop.sharedBytes : loop.bytesWithout(inner && tables.isOfRecords(inner.def) ? inner : undefined);
      const seen = places >> 2;
      const { length } = loop.def.children;
      kernel.ints.fill(0, seen, seen + length);
      for (const { position } of loop.loopDefs) kernel.ints[seen + position] = 1;
      const { a, b, c } = (tables.isOfRecords(loop.def) ? context?.ids.hashAround(loop) : undefined) ?? NO_HASH;
      const state = STATE.HASHED | (loop.isFrozen ? STATE.FROZEN : 0) | (loop.isLookedAt ? STATE.LOOKED_AT : 0) | (loop.mayRestart ? STATE.MAY_RESTART : 0);
      const hl = loop.segments[0];
      const number = isLevel(loop.def) && hl !== undefined ? readLevelNumber(hl, 1) : undefined;
      const tally = loop.tally ?? NO_TALLY;
      const isCounted = tally.isSimple && !lacksHl(loop);
      const ints = kernel.ints.subarray(address >> 2, (address + LOOP.SIZE) >> 2);
      ints[LOOP.DEF >> 2] = tables.addressOf(loop.def);
      ints[LOOP.LAST >> 2] = this.lastChild(address, tables);
      ints[LOOP.STATE >> 2] = isCounted ? state : state | STATE.UNCOUNTED;
      ints[LOOP.SEEN >> 2] = places;
      ints[LOOP.HASH_A >> 2] = a;
      ints[LOOP.HASH_B >> 2] = b;
      ints[LOOP.HASH_C >> 2] = c;
      ints[LOOP.SHARED_BYTES >> 2] = bytes;
      ints[LOOP.NUMBER >> 2] = typeof number === 'number' && number < MAX_NUMBER ? number : -1;
      ints[LOOP.HOLDER >> 2] = -1 - row;
      ints.set(tally.numbers, LOOP.FURTHEST >> 2);
      places += INT * length;
    }
    return places;
  }

  /** The row of the last child loop, which receives its definition. */
  private lastChild(address: number, tables: WalkTables): number {
    const { kernel, rows } = this;
    let last = -1;
    for (let child = this.at(address, LOOP.CHILD); child >= 0; child = this.at(LOOPS_AT + LOOP.SIZE * child, LOOP.NEXT)) last = child;
    const def = rows.loops[last]?.def;
    if (def !== undefined) kernel.ints[(LOOPS_AT + LOOP.SIZE * last + LOOP.DEF) >> 2] = tables.addressOf(def);
    return last;
  }

  private walked({ defs }: WalkTables, shift: number): Walked {
    const { rows } = this;
    const stop = this.at(WALK_AT, 0) - shift;
    const unitCount = this.at(WALK_AT, WALK.UNITS);
    const units = new WalkedUnits(this.numbers(UNITS_AT, unitCount * UNIT.SIZE), defs, shift);
    const place = { shift, stop, isValidated: this.at(WALK_AT, WALK.CHECKS) !== 0 };
    const holders = new WalkedHolders(this.numbers(HOLDERS_AT, this.at(WALK_AT, WALK.HOLDERS) * HOLDER.SIZE), defs, place);
    let end = 0;
    for (let i = 0; i < unitCount; i++) end = Math.max(end, units.number(i, UNIT.JSON_END));
    if (end > 0) end += this.at(WALK_AT, WALK.SEPARATOR_LENGTH);
    return {
      stop,
      units,
      holders,
      ...this.openLoops(shift, defs),
      json: this.json.take(end),
      ownBytes: this.at(WALK_AT, WALK.BYTES),
      waits: this.at(WALK_AT, WALK.MAY_WAIT) === 1,
      uncleanAt: (index) => this.uncleanAt(shift + index),
      loopOf: loopsOf([...rows.around]),
    };
  }

  private uncleanAt(row: number): UncleanSegment | undefined {
    const unclean = this.kernel.bytes[UNCLEAN_AT + row] ?? 0;
    if (unclean === 0) return undefined;
    const unreadAt = unclean === UNREAD ? this.at(UNREAD_AT, INT * row) : undefined;
    return { slot: this.at(SEGMENTS_AT + SEGMENT.SIZE * row, SEGMENT.SLOT), unreadAt };
  }

  /** The open unit, and the innermost open loop around units. */
  private openLoops(shift: number, defs: readonly LoopDef[]): Pick<Walked, 'around' | 'open'> {
    const traitsOf = (address: number): number => this.at(this.at(address, LOOP.DEF), DEF.TRAITS);
    let address = LOOPS_AT + LOOP.SIZE * this.at(WALK_AT, WALK.CURRENT);
    const up = (): void => void (address = LOOPS_AT + LOOP.SIZE * this.at(address, LOOP.PARENT));
    while ((traitsOf(address) & TRAIT.OF_RECORDS) === 0) up();
    if ((traitsOf(address) & TRAIT.UNIT) === 0) return { around: this.at(address, LOOP.HOLDER), open: undefined };
    const open = { def: defAt(defs, this.at(this.at(address, LOOP.DEF), DEF.NUMBER)), from: this.at(address, 0) - shift };
    up();
    return { around: this.at(address, LOOP.HOLDER), open };
  }
}

const NO_TALLY = new LoopTally();
/** Ids begin with loops around records only. */
const NO_HASH = { a: 0, b: 0, c: 0 };

const loopsOf =
  (around: UnitRows['around']): Walked['loopOf'] =>
  (number) =>
    around.find(({ row }) => row === -1 - number)?.loop;

/** Larger numbers of levels do not fit the kernel. */
const MAX_NUMBER = 1_000_000_000;
