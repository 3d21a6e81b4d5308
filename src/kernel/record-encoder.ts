import { ByteWriter } from '../common/byte-writer';
import type { SegmentDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import { MissingCodes } from '../mapping/code-descriptions';
import { encodeOpenCode } from '../mapping/code-json';
import { readPeriod } from '../mapping/codecs/date.codec';
import type { EncodeRun, TransactionContext } from '../mapping/encode-run';
import type { BoundField } from '../mapping/field';
import type { RowPlan, RowSink } from '../mapping/columns/row-reader';
import { Chunk, type Segment, type SegmentList } from '../x12/segment';
import { BYTES_AT, JSON_AT, MAX_BYTES, MAX_COPIED_BYTES } from './areas';
import { CheckTables } from './check-tables';
import { JSON_END, Kernel, type KernelHost, WALK_JSON_END } from './kernel';
import { FormTables, type KnownForms } from './known-forms';
import { KnownSuffixes } from './known-suffixes';

import { PlainWalk, type PlainSet, type Walked, type WalkStart } from './plain-walk';
import { ProgramCompiler } from './program';
import { RowCells, type WrittenRows } from './row-cells';
import { TreeTables } from './tree-tables';
import { UnitRows } from './unit-rows';
import { type WholeSet, type WholeStart, WholeWalk, type WrittenTree } from './whole-walk';

/** Below this a loop copies faster than the library. */
const SHORT = 48;

/** What a record is made of: a loop, by its first segment, or another segment in it. */
export interface RecordPlace {
  readonly loop: LoopNode;
  readonly segment: Segment;
}

/** Looks for input that is not in a record. */
export interface RecordLook {
  readonly forms: KnownForms;
  /** Loops around the record that are looked at with it. */
  readonly around: readonly LoopNode[];
  /** Says that all of it is in the record. */
  settle(): void;
}

/** Writes records with the kernel. One for a thread: it writes one record after the other. */
export class RecordEncoder implements KernelHost {
  private readonly kernel = new Kernel(boundTo(this));
  private readonly programs = new ProgramCompiler(this.kernel);
  private readonly rows = new UnitRows(this.kernel);
  private readonly suffixes = new KnownSuffixes(this.kernel);
  private readonly formTables = new FormTables(this.kernel);
  private readonly checks = new CheckTables(this.kernel);
  private readonly plain = new PlainWalk(this.kernel, this.rows, { programs: this.programs, forms: this.formTables, checks: this.checks });
  private readonly trees = new TreeTables(this.kernel);
  private readonly whole = new WholeWalk(this.kernel, this.rows, this.plain, this.trees);
  private rowCells: RowCells | undefined;
  private forms: KnownForms | undefined;
  private readonly scratch = new ByteWriter();
  private run: EncodeRun | undefined;
  private readonly walkMissing = new MissingCodes();
  private text: Chunk | undefined;
  /** The last address that JSON may end at. */
  private jsonEnd = JSON_END;
  /** What the kernel knows of the surroundings of records. */
  private transaction: TransactionContext | undefined;
  private parent: LoopNode | undefined;

  /**
   * Writes the record of a loop or segment as `record.encode` does; without members that have none of the keys of the run, if it has some. False, with nothing
   * written, where the kernel cannot. Settles a look where all is known to be in the record.
   */
  encode(record: BoundField, { loop, segment }: RecordPlace, definitions: readonly SegmentDef[], run: EncodeRun, look?: RecordLook): boolean {
    const program = this.programs.programOf(record, run.keys);
    if (program === 0 || !this.rows.fill(loop, segment, definitions)) return false;
    const { out, context, missing } = run;
    const { kernel } = this;
    const { transaction } = context;
    const { unit: row, firstSegment, segmentCount } = this.rows;
    const around = segment === loop.firstSegment ? loop.parent : loop;
    this.run = { out: this.scratch, context, missing };
    this.suffixes.use(transaction.descriptions);
    if (transaction !== this.transaction || around !== this.parent) this.surround(transaction, around);
    const end = kernel.run.write(program, row, firstSegment, segmentCount, segment.segmentNumber, context.validationIssues === undefined ? 0 : 1);
    if (end < 0) return false;
    out.append(kernel.bytes, JSON_AT, end);
    if (look !== undefined && this.isAllRead(look)) look.settle();
    return true;
  }

  /** Makes room for a walk of the segments of a list from an index on, in an open loop; false where there is none. */
  enterWalk(set: PlainSet, list: SegmentList, from: number, loop: LoopNode): boolean {
    return this.plain.enter(set, list, from, loop);
  }

  /** Forgets the loops that were entered. */
  leaveWalk(): void {
    this.rows.leave();
  }

  /** Walks the segments that were entered, as far as they stand where their guide has them, and writes the records of units. */
  walk(set: PlainSet, start: WalkStart): Walked {
    const { context } = start;
    this.walkMissing.clear();
    this.run = { out: this.scratch, context: { transaction: context }, missing: this.walkMissing };
    context.descriptions?.refresh();
    this.suffixes.use(context.descriptions);
    this.forms = [...set.records.values()][0]?.forms;
    // What the kernel knows of the surroundings changes with each loop.
    this.parent = undefined;
    this.transaction = undefined;
    this.kernel.run.surround(start.list.chunk.delimiters.component, context.descriptions === undefined ? 0 : 1, context.isTransactionTopLevel ? 1 : 0, 0, 0, 0);
    this.jsonEnd = WALK_JSON_END;
    const walked = this.plain.run(set, start);
    this.jsonEnd = JSON_END;
    return walked;
  }

  /**
   * Walks all segments of a transaction set, if they stand where their guide has them, and writes their tree; undefined where the tree is to be made of objects.
   */
  writeTree(set: WholeSet, start: WholeStart): WrittenTree | undefined {
    // The kernel separates components as this list does from now on.
    this.transaction = undefined;
    return this.whole.write(set, start);
  }

  /** Gives rows that a walk has written, as `RowReader` does; false, with nothing given, where only that can. */
  readRows(written: WrittenRows, plan: RowPlan, sink: RowSink): boolean {
    return (this.rowCells ??= new RowCells(this.kernel)).read(written, plan, sink);
  }

  /** Forgets the records so far, when nobody reads them any more. */
  forget(): void {
    this.rows.forget();
    this.run = undefined;
    this.forms = undefined;
    this.transaction = undefined;
    this.parent = undefined;
  }

  private isAllRead({ forms, around }: RecordLook): boolean {
    const { repetition } = this.chunk.delimiters;
    this.forms = forms;
    for (const loop of around) {
      const row = this.rows.rowOf(loop);
      if (row < 0 || !this.formTables.areRead(forms, row, repetition)) return false;
    }
    return this.formTables.areRead(forms, this.rows.unit, repetition);
  }

  private surround(transaction: TransactionContext, parent: LoopNode | undefined): void {
    const { ids, descriptions, isTransactionTopLevel } = transaction;
    const { a, b, c } = ids.hashAround(parent);
    this.kernel.run.surround(this.chunk.delimiters.component, descriptions === undefined ? 0 : 1, isTransactionTopLevel ? 1 : 0, a, b, c);
    this.transaction = transaction;
    this.parent = parent;
  }

  writeField(field: number, loop: number, segment: number, base: number, out: number): number {
    const bound = this.programs.fields[field];
    const node = this.rows.loops[loop];
    const first = this.rows.segments[segment] ?? node?.firstSegment;
    if (bound === undefined || node === undefined || first === undefined || this.run === undefined) return out;
    this.scratch.length = 0;
    bound.encode(node, first, base, this.run);
    // During a walk nothing is written twice.
    if (this.run.missing === this.walkMissing && this.walkMissing.size > 0) {
      this.walkMissing.clear();
      return -1;
    }
    return this.moveTo(out);
  }

  writeValue(codec: number, key: number, start: number, end: number, out: number): number {
    const [one, fragment] = [this.programs.codecs[codec], this.programs.keys[key]];
    if (one === undefined || fragment === undefined || this.run === undefined) return out;
    this.scratch.length = 0;
    one.encode(this.run, fragment, this.chunk, start, end);
    return this.moveTo(out);
  }

  writeCode(list: number, start: number, end: number, out: number): number {
    const one = this.programs.lists[this.kernel.ints[list >> 2] ?? -1];
    if (one === undefined || this.run === undefined) return out;
    this.scratch.length = 0;
    const described = encodeOpenCode(this.run, one, this.chunk, start, end);
    if (described !== undefined) this.suffixes.keep(list, start, end, described.suffix);
    return this.moveTo(out);
  }

  choose(field: number, loop: number, segment: number): number {
    const variant = this.programs.variants[field];
    const node = this.rows.loops[loop];
    const first = this.rows.segments[segment];
    if (variant === undefined || node === undefined || first === undefined) return -1;
    const name = variant.choose(node, first);
    return name === undefined ? -1 : variant.names.indexOf(name);
  }

  dayOf(start: number, end: number): number {
    return readPeriod(this.chunk.bytes, start, end).from;
  }

  formOfOdd(kind: number, start: number, end: number): number {
    return this.forms?.formOf(this.chunk, start, end, kind) ?? 0;
  }

  checkOf(slot: number): number {
    return this.checks.checkOf(slot);
  }

  isGood(check: number, start: number, end: number, byStart: number, byEnd: number): number {
    return this.checks.isGood(check, this.chunk, { start, end }, { start: byStart, end: byEnd });
  }

  onItem(level: number): void {
    this.rowCells?.onItem(level);
  }

  onRow(levels: number): void {
    this.rowCells?.onRow(levels);
  }

  onLost(list: number, count: number): void {
    this.rowCells?.onLost(list, count);
  }

  writeText(start: number, end: number, out: number): number {
    return this.rowCells?.writeText(start, end, out) ?? out;
  }

  treeOf(slot: number): number {
    return this.trees.rowOf(slot);
  }

  /** The bytes of the record as the kernel has them. */
  private get chunk(): Chunk {
    const { kernel, text } = this;
    const { chunk } = this.rows;
    if (chunk === undefined) throw new RangeError('The kernel holds no record.');
    if (text?.bytes.buffer === kernel.bytes.buffer && text.delimiters === chunk.delimiters) return text;
    const bytes = Buffer.from(kernel.bytes.buffer, BYTES_AT, MAX_BYTES + MAX_COPIED_BYTES);
    const held = new Chunk(bytes, chunk.delimiters, 0, undefined);
    held.isPlain = true;
    return (this.text = held);
  }

  /** Moves what is in the scratch buffer to an address; gives where it ends, which is behind the limit where there is no room. */
  private moveTo(out: number): number {
    const { bytes, length } = this.scratch;
    const { kernel } = this;
    const end = out + length;
    if (end > this.jsonEnd) return this.jsonEnd;
    if (length < SHORT) for (let i = 0; i < length; i++) kernel.bytes[out + i] = bytes[i] ?? 0;
    else kernel.bytes.set(bytes.subarray(0, length), out);
    return end;
  }
}

/** The functions of a host, to be called without it. */
function boundTo(host: KernelHost): KernelHost {
  return {
    writeField: (field, loop, segment, base, out) => host.writeField(field, loop, segment, base, out),
    writeValue: (codec, key, start, end, out) => host.writeValue(codec, key, start, end, out),
    writeCode: (list, start, end, out) => host.writeCode(list, start, end, out),
    choose: (field, loop, segment) => host.choose(field, loop, segment),
    dayOf: (start, end) => host.dayOf(start, end),
    formOfOdd: (kind, start, end) => host.formOfOdd(kind, start, end),
    checkOf: (slot) => host.checkOf(slot),
    isGood: (check, start, end, byStart, byEnd) => host.isGood(check, start, end, byStart, byEnd),
    onItem: (level) => host.onItem(level),
    onRow: (levels) => host.onRow(levels),
    onLost: (list, count) => host.onLost(list, count),
    writeText: (start, end, out) => host.writeText(start, end, out),
    treeOf: (slot) => host.treeOf(slot),
  };
}
