import type { ByteWriter } from '../common/byte-writer';
import type { Fragment } from '../common/fragment';
import type { LoopDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import { UNIT } from '../kernel/layout';
import { JsonRange, type JsonRun } from '../kernel/json-run';
import type { WalkedUnit, WalkedUnits } from '../kernel/walked-rows';
import type { WrittenRows } from '../kernel/row-cells';
import type { RowProgram } from '../mapping/columns/row-program';
import type { RecordContext } from '../mapping/encode-run';
import type { BoundTransactionSet, NamedRecord } from '../plugin/bound-transaction-set';
import type { Findings } from '../validation/findings';
import type { Segment, SegmentList } from '../x12/segment';
import type { IssuesPlace, LoopRecordItem } from './record.types';

/** The loops of units, which become objects when somebody asks for them. */
interface UnitLoops {
  readonly list: SegmentList;
  unit(unit: WalkedUnit): LoopNode;
}

/** The units of a walk, some of which the kernel has written. */
export interface WalkedRecords {
  readonly plugin: BoundTransactionSet;
  readonly context: RecordContext;
  readonly units: WalkedUnits;
  readonly json: JsonRun;
  readonly loops: UnitLoops;
  /** What has written the rows of the records of a loop; none for JSON. */
  readonly programs: ReadonlyMap<LoopDef, RowProgram>;
  /** What the kernel has written behind each record. */
  readonly separator: Fragment | undefined;
}

/** Records that follow one another in the input and were written while they were read. A record becomes an object when somebody asks for it. */
export class WrittenRun {
  readonly kind = 'run';

  /** `weight` is that of the first record: segments that were read for it. */
  constructor(
    private readonly walked: WalkedRecords,
    private readonly from: number,
    private readonly weight: number,
    private to = from + 1,
  ) {}

  get length(): number {
    return this.to - this.from;
  }

  get plugin(): BoundTransactionSet {
    return this.walked.plugin;
  }

  get jsonBytes(): number {
    const { units } = this.walked;
    return units.number(this.to - 1, UNIT.JSON_END) - units.number(this.from, UNIT.JSON);
  }

  /** Takes another unit of the walk; false for one that is not the next. */
  extend(walked: WalkedRecords, unit: number): boolean {
    if (walked !== this.walked || unit !== this.to) return false;
    this.to++;
    return true;
  }

  at(index: number): LoopRecordItem {
    const unit = this.from + index;
    return new WrittenRecord(this.walked, unit, this.weightOf(unit));
  }

  /** Writes the JSON of all records, with a separator between them, or behind each. */
  appendTo(out: ByteWriter, separator: Fragment, isBehindLast: boolean): void {
    const { walked, from, to } = this;
    const { json, units } = walked;
    if (separator === walked.separator) {
      const end = units.number(to - 1, UNIT.JSON_END) + (isBehindLast ? separator.length : 0);
      out.hold(new JsonRange(json, units.number(from, UNIT.JSON), end));
      return;
    }
    for (let unit = from; unit < to; unit++) {
      if (unit > from) out.raw(separator);
      out.append(json.bytes, json.at(units.number(unit, UNIT.JSON)), json.at(units.number(unit, UNIT.JSON_END)));
    }
    if (isBehindLast) out.raw(separator);
  }

  /** Says that nobody reads the JSON any more, nor what was written before it. */
  release(): void {
    releaseTo(this.walked, this.to - 1);
  }

  /** Some of the records, by their places among them. */
  part(from: number, to: number): WrittenRun {
    const first = this.from + from;
    return from === 0 && to === this.length ? this : new WrittenRun(this.walked, first, this.weightOf(first), this.from + to);
  }

  /** Yields the records in runs of at most so many bytes of JSON, as far as a record has no more. */
  *parts(bytes: number): Generator<WrittenRun, void, undefined> {
    const { units } = this.walked;
    let from = 0;
    for (let i = 1; i < this.length; i++) {
      if (units.number(this.from + i, UNIT.JSON_END) - units.number(this.from + from, UNIT.JSON) <= bytes) continue;
      yield this.part(from, i);
      from = i;
    }
    yield this.part(from, this.length);
  }

  /** What a record counts in a batch. */
  sizeOf(index: number): Pick<LoopRecordItem, 'plugin' | 'weight' | 'bytes'> {
    const { plugin, units } = this.walked;
    const unit = this.from + index;
    return { plugin, weight: this.weightOf(unit), bytes: units.bytes(unit) };
  }

  private weightOf(unit: number): number {
    const { units } = this.walked;
    return unit === this.from ? this.weight : units.number(unit, UNIT.READ_TO) - units.number(unit - 1, UNIT.READ_TO);
  }
}

/** What validation has found in a record that was written before. */
export interface FoundLater {
  readonly findings: Findings;
  /** The issues as the record shows them. */
  readonly validationIssues: () => Iterable<object>;
}

/** A record of a run, or one with findings. */
export class WrittenRecord implements LoopRecordItem {
  readonly kind = 'record';
  readonly plugin: BoundTransactionSet;
  readonly record: NamedRecord;
  readonly context: RecordContext;
  readonly bytes: number;
  readonly json: JsonRange | undefined;
  readonly rows: WrittenRows | undefined;
  readonly findings: Findings | undefined;
  readonly issues: IssuesPlace | undefined;
  private readonly unit: WalkedUnit;
  private made: LoopNode | undefined;

  constructor(
    private readonly walked: WalkedRecords,
    private readonly index: number,
    readonly weight: number,
    found?: FoundLater,
  ) {
    const { plugin, context, units, json, programs } = walked;
    const unit = units.at(index);
    const record = plugin.unitRecords.get(unit.def);
    if (record === undefined) throw new RangeError(`No record is made of loop ${unit.def.id}.`);
    const range = new JsonRange(json, units.number(index, UNIT.JSON), units.number(index, UNIT.JSON_END));
    const program = programs.get(unit.def);
    this.plugin = plugin;
    this.record = record;
    this.context = found === undefined ? context : { transaction: context.transaction, validationIssues: found.validationIssues };
    this.findings = found?.findings;
    this.issues = found && issuesPlace(record, walked, index);
    this.bytes = units.bytes(index);
    this.json = program === undefined ? range : undefined;
    this.rows = program && { json: range, program };
    this.unit = unit;
  }

  get loop(): LoopNode {
    return (this.made ??= this.walked.loops.unit(this.unit));
  }

  get segment(): Segment {
    return this.loop.segments[0] ?? this.walked.loops.list.at(this.unit.from);
  }

  release(): void {
    releaseTo(this.walked, this.index);
  }
}

/** Says that nobody reads the JSON of a unit any more, nor what was written before it. */
function releaseTo({ json, units, separator }: WalkedRecords, unit: number): void {
  json.releaseTo(units.number(unit, UNIT.JSON_END) + (separator?.length ?? 0));
}

function issuesPlace({ bound }: NamedRecord, { json, units }: WalkedRecords, index: number): IssuesPlace | undefined {
  const at = units.number(index, UNIT.ISSUES);
  for (const { step } of bound.fields) {
    if (step?.kind !== 'validation issues') continue;
    const before = new JsonRange(json, units.number(index, UNIT.JSON), at);
    return { key: step.key, before, behind: new JsonRange(json, at, units.number(index, UNIT.JSON_END)) };
  }
  return undefined;
}
