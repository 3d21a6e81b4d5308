import { segmentKey } from '../../x12/segment-key';
import type { LoopDef } from '../../guide/guide.types';
import type { TransactionSetWriter } from '../../guide/loop-writer';
import { OutLoop, OutSegment, OWN_KEY } from '../../guide/out-loop';
import { type ElementDefaults, SegmentCompletion } from '../../guide/segment-completion';
import { JsonPath } from '../../mapping/writing/json-path';
import { addMembers, writeMembers, writeRecord } from '../../mapping/writing/record-writer';
import { isGiven, isObject, type JsonObject, type OutPlace, type WriteRun } from '../../mapping/writing/write-run';
import type { BoundTransactionSet, NamedRecord } from '../../plugin/bound-transaction-set';
import { VERSION_KEY } from './request-head';
import { isPartOf, isSameJson } from './same-json';
import { choosePlace, commonLevels, type OpenLevels, sharedValues, type UnitPlace, unitPlacesOf } from './unit-places';

const HL = segmentKey('HL');

/** Values of elements that nobody gave. */
export interface TransactionDefaults {
  /** Of elements that records of a file would have said. */
  readonly omitted: ElementDefaults;
  readonly always: ElementDefaults;
}

/** What stands in ST. */
interface TransactionHeader {
  readonly controlNumber: string;
  readonly version: string;
  /** The version that the request asks for, if any; what becomes of it is said elsewhere. */
  readonly asked: string;
}

/**
 * Builds one transaction set out of records, and writes it while they come. A unit opens new loops around it only where what it says of
 * them differs from the unit before, so that units of one kind should come together.
 */
export class TransactionBuilder {
  private readonly root: OutLoop;
  private readonly places: readonly UnitPlace[];
  private readonly fileCompletion: SegmentCompletion;
  private readonly requestCompletion: SegmentCompletion;
  private open: OpenLevels | undefined;
  /** What the first unit says of the transaction set. */
  private ofTransaction: readonly unknown[] = [];
  /** What a request says of the loops of the transaction set, beside its records. */
  private readonly ofHead = new Map<LoopDef, unknown>();
  /** True when a request said something of the transaction set, beside its records. */
  private hasTransaction = false;
  /** Loops that are open in the writer, the transaction set first. */
  private openLoops: OutLoop[] = [];
  /** Units in the innermost of them. */
  private unitsInLoop = 0;
  /** ST03 of a head that no file gave. */
  private version = '';
  /** True for a head that was read from a file, which alone has ST01: nothing is filled in there that the file did not have. */
  private isOfFile = false;

  constructor(
    private readonly bound: BoundTransactionSet,
    private readonly writer: TransactionSetWriter,
    private readonly run: WriteRun,
    private readonly defaults: TransactionDefaults,
  ) {
    const path = new JsonPath(undefined, '$');
    this.root = new OutLoop(bound.guide.root, undefined, new JsonPath(path, 'transaction'));
    this.places = unitPlacesOf(bound.unitRecords);
    this.fileCompletion = new SegmentCompletion(defaults.always);
    this.requestCompletion = new SegmentCompletion({ ...defaults.always, ...defaults.omitted });
  }

  /** Writes what a request says of the transaction set itself. */
  begin(transaction: unknown, path: JsonPath, header: TransactionHeader): void {
    const record = this.bound.transaction?.bound.toWrite;
    if (isObject(transaction) && record !== undefined) {
      path.record = record.name;
      writeRecord(record, this.placeOf(transaction, path), this.run);
      for (const [child, value] of this.loopsOf(transaction)) this.ofHead.set(child, value);
      this.run.check();
    }
    const { trigger } = this.root;
    this.isOfFile = trigger.text(1) !== '';
    this.checkSet(path);
    this.version = header.version;
    const version = trigger.text(3);
    if (!this.isOfFile && version !== '' && version !== header.version && version !== header.asked) {
      this.run.mismatch(path, VERSION_KEY, `The functional group has version ${header.version}, which is written`);
    }
    if (!this.isOfFile || trigger.text(2) === '') trigger.set(2, undefined, header.controlNumber);
    if (!this.isOfFile) trigger.set(3, undefined, header.version);
    this.hasTransaction = this.root.segments.first?.next !== undefined;
  }

  /** The loops of the transaction set that its own record describes, with their values. */
  private loopsOf(transaction: unknown): ReadonlyMap<LoopDef, unknown> {
    const loops = new Map<LoopDef, unknown>();
    const record = this.bound.transaction?.bound.toWrite;
    if (!isObject(transaction) || record === undefined) return loops;
    record.bound.forEach(({ shared }, i) => {
      const value = transaction[record.keys[i] ?? ''];
      if (shared?.child !== undefined && isGiven(value)) loops.set(shared.child, value);
    });
    return loops;
  }

  /** The set is that which is asked for, whatever a record repeats of ST01. */
  private checkSet(path: JsonPath): void {
    const { trigger } = this.root;
    const { transactionSet } = this.bound.guide;
    const said = trigger.text(1);
    if (said === '' || said === transactionSet) return;
    const key = Object.entries(this.bound.transaction?.bound.toWrite?.fields ?? {}).find(([, { doc }]) => doc.place === 'ST01')?.[0];
    this.run.mismatch(path, key, `The set is ${transactionSet}, and written as such`);
    trigger.set(1, undefined, transactionSet);
  }

  private get completion(): SegmentCompletion {
    return this.isOfFile ? this.fileCompletion : this.requestCompletion;
  }

  private placeOf(record: JsonObject, path: JsonPath): OutPlace {
    return { loop: this.root, segment: undefined, base: 0, record, path };
  }

  /** Writes a unit. */
  addUnit(value: unknown, path: JsonPath): void {
    const place = isObject(value) ? choosePlace(this.places, value) : undefined;
    if (!isObject(value) || place === undefined) return this.run.problem(path, undefined, 'expected an object');
    path.record = place.record.name;
    const { members } = this.run;
    const from = addMembers(place.record, value, path, this.run);
    const levels = { place, values: sharedValues(place, members, from) };
    const isFirst = this.open === undefined;
    const common = this.open === undefined ? 1 : this.keptLevels(this.open, levels);
    const loops = this.makeLoops(place, common, path);
    const unit = loops.at(-1);
    if (unit === undefined) return;
    const isWanted = this.wantedFields(place, isFirst ? value : undefined, common);
    const head = isFirst && !this.isOfFile ? this.takeHead() : undefined;
    writeMembers(place.record, from, { loop: unit, segment: undefined, base: 0, record: value, path }, this.run, isWanted);
    this.run.check();
    if (head !== undefined) for (const [element, text] of head) if (this.root.trigger.text(element) === '') this.root.trigger.set(element, undefined, text);
    if (this.run.problems.length > 0) return;
    if (isFirst) {
      // What the first record repeats of its transaction set may say another version than GS08, which is written already.
      if (!this.isOfFile) this.root.trigger.set(3, undefined, this.version);
      this.isOfFile ||= this.root.trigger.text(1) !== '';
      this.openRoot(place);
    }
    this.compareWithFirst(levels, isFirst, path);
    this.emit(loops, place, common);
    this.open = levels;
  }

  /** Takes the number and version out of ST, where the first record may repeat others. */
  private takeHead(): readonly (readonly [number, string])[] {
    const { trigger } = this.root;
    return [2, 3].map((element) => {
      const text = trigger.text(element);
      trigger.set(element, undefined, '');
      return [element, text] as const;
    });
  }

  /** Loops that stay open for a unit: those that it shares with the one before, but for one that is full. */
  private keptLevels(before: OpenLevels, levels: OpenLevels): number {
    const { chain } = levels.place;
    const common = commonLevels(before, levels);
    const isFull = common === chain.length - 1 && common > 1 && this.unitsInLoop >= (chain.at(-1)?.max ?? Infinity);
    return isFull ? common - 1 : common;
  }

  /** The members of a unit that are written with it: those of its own, and those of the loops that are begun for it. `first` is the first unit. */
  private wantedFields({ sharedFields }: UnitPlace, first: JsonObject | undefined, common: number): (field: number) => boolean {
    const { hasTransaction } = this;
    const key = sharedFields.find((one) => one?.level === 0 && one.child === undefined)?.key;
    const repeated = this.loopsOf(first === undefined || hasTransaction || key === undefined ? undefined : first[key]);
    return (number) => {
      const shared = sharedFields[number];
      if (shared === undefined) return true;
      const { level, child } = shared;
      if (level > 0) return level >= common;
      if (first === undefined) return false;
      // What the request says of the transaction set goes before what its first record repeats of it.
      if (child === undefined) return !hasTransaction;
      // A converted record may have a loop twice, beside its transaction and in it: lists would be written twice.
      return this.root.child(child) === undefined && !(repeated.has(child) && isPartOf(first[shared.key], repeated.get(child)));
    };
  }

  /**
   * Reports what a unit says of the loops of the transaction set where the first unit said something else: they are written by then.
   * What it repeats of the transaction set itself has ids and names of files, which may differ.
   */
  private compareWithFirst({ place, values }: OpenLevels, isFirst: boolean, path: JsonPath): void {
    const [own = []] = values;
    if (isFirst) this.ofTransaction = own;
    place.shared[0]?.forEach(({ key, child }, i) => {
      if (child === undefined || own[i] === undefined) return;
      if (isFirst ? this.agreesWithHead(child, own[i]) : isSameJson(own[i], this.ofTransaction[i])) return;
      const said = isFirst ? '`transaction` says' : 'the first record says';
      this.run.mismatch(path, key, `The transaction set has one '${key}', which ${said}; this one says another, which is not written`);
    });
  }

  /** True for a value of which the head of the request says the same, or nothing. */
  private agreesWithHead(child: LoopDef, value: unknown): boolean {
    return !this.ofHead.has(child) || isPartOf(value, this.ofHead.get(child));
  }

  private makeLoops({ chain }: UnitPlace, common: number, path: JsonPath): readonly OutLoop[] {
    const loops: OutLoop[] = [];
    let parent = this.openLoops[common - 1] ?? this.root;
    for (const def of chain.slice(common)) {
      parent = new OutLoop(def, parent, path);
      loops.push(parent);
    }
    return loops;
  }

  /** Completes what stands before the units. Segments of the head that nobody gave are made, unless the transaction set is that of a file. */
  private completeRoot(): void {
    if (this.isOfFile) return this.completion.complete(this.root);
    const ids = new Set(Object.keys(this.defaults.omitted).map((reference) => reference.replace(/\d.*$/, '')));
    for (const child of this.root.def.children) {
      if (child.kind === 'segment' && ids.has(child.id) && this.root.find(child.key) === undefined) this.root.add(child, []);
    }
    this.completion.complete(this.root);
  }

  private openRoot({ chain }: UnitPlace): void {
    this.completeRoot();
    this.writer.open(this.root, chain[1]?.trigger.key === HL);
    this.openLoops = [this.root];
  }

  private emit(loops: readonly OutLoop[], { chain }: UnitPlace, common: number): void {
    while (this.openLoops.length > common) {
      this.openLoops.pop();
      this.writer.close();
    }
    this.unitsInLoop = loops.length === 1 ? this.unitsInLoop + 1 : 1;
    loops.forEach((loop, i) => {
      this.completion.complete(loop);
      if (i === loops.length - 1) return this.writer.write(loop);
      this.writer.open(loop, chain[common + i + 1]?.trigger.key === HL);
      this.openLoops.push(loop);
    });
  }

  /** Writes a record of a segment of the transaction set, after the units. */
  addSegment(named: NamedRecord, slot: number, value: unknown, path: JsonPath): void {
    const record = named.bound.toWrite;
    const def = this.bound.guide.segments[slot];
    if (!isObject(value) || record === undefined || def === undefined) return this.run.problem(path, undefined, 'expected an object');
    path.record = record.name;
    const segment = new OutSegment(def, OWN_KEY, [], undefined, path);
    this.root.segments.add(segment);
    const isOwn = (field: number): boolean => record.bound[field]?.shared === undefined;
    record.bound.forEach(({ shared }, i) => {
      const key = record.keys[i] ?? '';
      if (shared?.child === undefined || !isGiven(value[key]) || this.agreesWithHead(shared.child, value[key])) return;
      this.run.mismatch(path, key, `The transaction set has one '${key}', which \`transaction\` says; this one says another, which is not written`);
    });
    writeRecord(record, { ...this.placeOf(value, path), segment }, this.run, isOwn);
    this.run.check();
  }

  /** Writes the rest. A transaction set without units is written too; validation says what it lacks. */
  end(): void {
    if (this.openLoops.length > 0) this.completion.complete(this.root);
    else this.completeRoot();
    if (this.openLoops.length === 0) this.writer.open(this.root, false);
    else while (this.writer.depth > 1) this.writer.close();
    this.writer.close();
  }
}
