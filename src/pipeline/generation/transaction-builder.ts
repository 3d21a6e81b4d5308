import type { LoopDef } from '../../guide/guide.types';
import { ByteWriter } from '../../common/byte-writer';
import { TransactionSetWriter } from '../../guide/loop-writer';
import { OutLoop, OutSegment, OWN_KEY } from '../../guide/out-loop';
import { type ElementDefaults, SegmentCompletion } from '../../guide/segment-completion';
import { isGiven, isObject, type JsonObject, type JsonPath, type OutPlace, WriteRun } from '../../mapping/writing/write-run';
import { addMembers, writeMembers, writeRecord } from '../../mapping/writing/record-writer';
import type { BoundTransactionSet, NamedRecord } from '../../plugin/bound-transaction-set';
import { LevelWriter } from './level-writer';
import type { PlainUnits } from './plain-units';
import { VERSION_KEY } from './request-head';
import { isPartOf, isSameJson } from '../../mapping/writing/same-json';
import { SegmentWriter } from '../../x12/segment-writer';
import { choosePlace, commonLevels, type OpenLevels, sharedValues, type UnitPlace, unitPlacesOf } from './unit-places';

/** Default values of elements. */
export interface TransactionDefaults {
  /** Default values of elements that records of a file contain. */
  readonly omitted: ElementDefaults;
  readonly always: ElementDefaults;
  /** Default members of the transaction set's record, likewise. */
  readonly members: JsonObject;
}

/** Options of a transaction set. */
interface BuilderOptions {
  readonly defaults: TransactionDefaults;
  /** Where its head is in the request. */
  readonly path: JsonPath;
  /** Opens the kernel for units of some places; absent where it is not to be used. */
  readonly openPlain?: ((places: readonly UnitPlace[]) => PlainUnits | undefined) | undefined;
}

/** A unit that was written from the bytes of its record. */
export interface WrittenUnit {
  /** Segments of the unit and of the loops that were begun for it, without those that the writer numbers. */
  readonly segments: number;
  /** Loops around it that stayed open. */
  readonly common: number;
}

/** Units of a transaction set that are written before the kernel is prepared. */
const UNITS_BEFORE_PLAIN = 100;

/** Values of ST. */
interface TransactionHeader {
  readonly controlNumber: string;
  readonly version: string;
  /** The requested version, if any; reported elsewhere if it is not used. */
  readonly requested: string;
}

/**
 * Builds one transaction set from records, and writes it while they come. A unit opens new loops around it only if its values for them differ from those of the
 * unit before, so units of one kind should come together.
 */
export class TransactionBuilder {
  private readonly root: OutLoop;
  private readonly defaults: TransactionDefaults;
  private readonly path: JsonPath;
  /** Members that the request has for the transaction set; those that its first record repeats, if it has none. */
  private head: JsonObject = {};
  private readonly places: readonly UnitPlace[];
  private readonly fileCompletion: SegmentCompletion;
  private readonly requestCompletion: SegmentCompletion;
  private open: OpenLevels | undefined;
  /** Values of the first unit for the transaction set. */
  private ofTransaction: readonly unknown[] = [];
  /** Values of a request for the loops of the transaction set, without its records. */
  private readonly ofHead = new Map<LoopDef, unknown>();
  /** True when a request has values for the transaction set, without its records. */
  private hasTransaction = false;
  private readonly levels: LevelWriter;
  /** ST03 of a head that is not from a file. */
  private version = '';
  /** True for a head that was read from a file, which alone has ST01: nothing is filled in there that the file did not have. */
  private isOfFile = false;

  private plain: PlainUnits | undefined;
  private readonly openPlain: ((places: readonly UnitPlace[]) => PlainUnits | undefined) | undefined;
  /** The place of the unit before, if the kernel wrote that. */
  private plainBefore: UnitPlace | undefined;
  /** Units that were not written by the kernel. */
  private unitCount = 0;

  constructor(
    private readonly bound: BoundTransactionSet,
    private readonly writer: TransactionSetWriter,
    private readonly run: WriteRun,
    options: BuilderOptions,
  ) {
    const { defaults, path, openPlain } = options;
    this.openPlain = openPlain;
    this.defaults = defaults;
    this.path = path;
    this.root = new OutLoop(bound.guide.root, undefined, path);
    this.places = unitPlacesOf(bound);
    this.levels = new LevelWriter(writer);
    // A converted record has every value that its file had.
    this.fileCompletion = new SegmentCompletion(defaults.always, bound.isStated);
    this.requestCompletion = new SegmentCompletion({ ...defaults.always, ...defaults.omitted });
  }

  /** Writes the values of a request for the transaction set itself. */
  begin(transaction: unknown, path: JsonPath, header: TransactionHeader): void {
    const record = this.bound.transaction?.bound.toWrite;
    if (isGiven(transaction) && !isObject(transaction)) this.run.problem(path, undefined, 'expected an object');
    this.run.throwProblems();
    if (isObject(transaction) && record !== undefined) {
      path.record = record.name;
      this.head = transaction;
      writeRecord(record, this.placeOf(transaction, path), this.run);
      for (const [child, value] of this.loopsOf(transaction)) this.ofHead.set(child, value);
      this.run.check();
    }
    const { trigger } = this.root;
    this.isOfFile = trigger.text(1) !== '';
    this.checkSet(path);
    this.version = header.version;
    const version = trigger.text(3);
    if (!this.isOfFile && version !== '' && version !== header.version && version !== header.requested) {
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

  /** The set is the requested one, whatever ST01 a record repeats. */
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

  /** Writes a unit from the bytes of its record; undefined where `addUnit` has to write it. */
  addBytes(bytes: Uint8Array): WrittenUnit | undefined {
    const { open, levels } = this;
    if (open === undefined || levels.isWaiting || !this.isPlain()) return undefined;
    const written = this.plain?.write(bytes, { place: this.plainBefore ?? open.place, unitCount: levels.unitCount });
    if (written === undefined) return undefined;
    const { place, common, textOf } = written;
    let segments = 0;
    levels.writeText(place.chain, common, (level) => {
      const text = textOf(level);
      this.writer.append(text.bytes, text.count, level === place.chain.length - 1 ? place.chain[level] : undefined);
      segments += text.count;
    });
    this.plainBefore = place;
    return { segments, common };
  }

  /** The segments that `addBytes` wrote of a record, made again, and those of the loops that were begun for it. */
  segmentsOf(bytes: Uint8Array, { common }: WrittenUnit, path: JsonPath): readonly OutSegment[] {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString());
    const place = isObject(value) ? choosePlace(this.places, value) : undefined;
    if (!isObject(value) || place === undefined) return [];
    path.record = place.record.name;
    const run = new WriteRun(this.run.accepted);
    const [root, ...loops] = place.chain.reduce<readonly OutLoop[]>((made, def) => [...made, new OutLoop(def, made.at(-1), path)], []);
    const unit = loops.at(-1);
    if (root === undefined || unit === undefined) return [];
    const isWanted = (field: number): boolean => (place.sharedFields[field]?.level ?? common) >= common;
    writeMembers(place.record, addMembers(place.record, value, path, run), { loop: unit, segment: undefined, base: 0, record: value, path }, run, isWanted);
    run.check();
    const segments: OutSegment[] = [];
    const writer = new TransactionSetWriter(new SegmentWriter(new ByteWriter()), (segment) => segments.push(segment));
    writer.open(root, false);
    for (const [i, loop] of loops.entries()) {
      if (i + 1 >= common) this.completion.complete(loop);
      if (i + 1 === common) segments.length = 0;
      if (loop === unit) writer.write(loop);
      else writer.open(loop, false);
    }
    return segments;
  }

  /** True once the kernel writes: it takes a while to prepare, and pays for many units only. */
  private isPlain(): boolean {
    if (this.unitCount !== UNITS_BEFORE_PLAIN || this.plain !== undefined) return this.plain !== undefined;
    this.plain = this.openPlain?.(this.places);
    this.plain?.begin(this.completion);
    return false;
  }

  /** The unit before, also one that the kernel has written. */
  private get levelsBefore(): OpenLevels | undefined {
    const { plainBefore: place, plain, run } = this;
    const value = place === undefined ? undefined : plain?.recordBefore;
    if (place === undefined || !isObject(value)) return this.open;
    this.plainBefore = undefined;
    const from = addMembers(place.record, value, this.path, run);
    this.open = { place, values: sharedValues(place, run.members, from) };
    run.members.length = from;
    return this.open;
  }

  /** Writes a unit; `bytes` are those that its record was parsed from, if any. */
  addUnit(value: unknown, path: JsonPath, bytes?: Uint8Array): void {
    const { levelsBefore } = this;
    const issuesBefore = this.run.issueLimit.total;
    this.unitCount++;
    const place = isObject(value) ? choosePlace(this.places, value) : undefined;
    if (!isObject(value) || place === undefined) return this.run.problem(path, undefined, 'expected an object');
    path.record = place.record.name;
    const { members } = this.run;
    const from = addMembers(place.record, value, path, this.run);
    const levels = { place, values: sharedValues(place, members, from) };
    const isFirst = levelsBefore === undefined;
    const common = levelsBefore === undefined ? 1 : this.keptLevels(levelsBefore, levels);
    const loops = this.makeLoops(place, common, path);
    const unit = loops.at(-1);
    if (unit === undefined) return;
    const repeated = isFirst && !this.hasTransaction && place.headKey !== undefined ? value[place.headKey] : undefined;
    if (isObject(repeated)) this.head = { ...repeated, ...this.head };
    const isWanted = this.wantedFields(place, isFirst ? value : undefined, common);
    const head = isFirst && !this.isOfFile ? this.takeHead() : undefined;
    const [outermost] = loops;
    if (isFirst && outermost !== undefined && this.root.child(outermost.def) === undefined) this.root.loops.add(outermost);
    writeMembers(place.record, from, { loop: unit, segment: undefined, base: 0, record: value, path }, this.run, isWanted);
    if (isFirst) this.writeMissingMembers(place.headKey === undefined ? undefined : value[place.headKey]);
    if (isFirst && outermost !== undefined) this.root.loops.remove(outermost);
    this.run.check();
    if (head !== undefined) for (const [element, text] of head) if (this.root.trigger.text(element) === '') this.root.trigger.set(element, undefined, text);
    if (this.run.problems.length > 0) return;
    if (isFirst) {
      // The first record may repeat another version of its transaction set than GS08, which is already written.
      if (!this.isOfFile) this.root.trigger.set(3, undefined, this.version);
      this.isOfFile ||= this.root.trigger.text(1) !== '';
      this.openRoot(place);
    }
    this.compareWithFirst(levels, isFirst, path);
    this.levels.write({ loops, place, common }, this.completion);
    this.open = levels;
    if (bytes !== undefined) this.plain?.remember(bytes, place, this.run.issueLimit.total > issuesBefore);
  }

  /** Writes default members of the head that neither the request nor its first record has. */
  private writeMissingMembers(repeated: unknown): void {
    const record = this.bound.transaction?.bound.toWrite;
    if (record === undefined || this.isOfFile || this.root.trigger.text(1) !== '') return;
    const isMissing = (key: string): boolean => !isGiven(this.head[key]) && !(isObject(repeated) && isGiven(repeated[key]));
    const missing = Object.fromEntries(Object.entries(this.defaults.members).filter(([key]) => isMissing(key)));
    writeRecord(record, this.placeOf(missing, this.path), this.run);
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

  /** Loops that stay open for a unit: those that it shares with the one before, except for a full one. */
  private keptLevels(before: OpenLevels, levels: OpenLevels): number {
    const { chain } = levels.place;
    const common = commonLevels(before, levels);
    const isFull = common === chain.length - 1 && common > 1 && this.levels.unitCount >= (chain.at(-1)?.max ?? Infinity);
    return isFull ? common - 1 : common;
  }

  /** The members of a unit that are written with it: those of its own, and those of the loops that are begun for it. `first` is the first unit. */
  private wantedFields({ headKey, sharedFields }: UnitPlace, first: JsonObject | undefined, common: number): (field: number) => boolean {
    const { hasTransaction } = this;
    const repeated = this.loopsOf(first === undefined || hasTransaction || headKey === undefined ? undefined : first[headKey]);
    return (number) => {
      const shared = sharedFields[number];
      if (shared === undefined) return true;
      const { level, child, key, isHead, isOfHead } = shared;
      if (level > 0) return level >= common;
      if (first === undefined) return false;
      // Values of the request for the transaction set override those that its first record repeats.
      if (isHead) return !hasTransaction;
      if (isOfHead) return !isGiven(this.head[key]);
      if (child === undefined) return true;
      // A converted record may have a loop twice, next to its transaction and in it: lists would be written twice.
      return this.root.child(child) === undefined && !(repeated.has(child) && isPartOf(first[shared.key], repeated.get(child)));
    };
  }

  /**
   * Reports values of a unit for the transaction set that differ from those of its own record or the first unit, which are already written. What the unit
   * repeats of the record as a whole includes ids and names of files, which may differ.
   */
  private compareWithFirst({ place, values }: OpenLevels, isFirst: boolean, path: JsonPath): void {
    const [own = []] = values;
    if (isFirst) this.ofTransaction = own;
    place.shared[0]?.forEach(({ key, child, isHead, isOfHead }, i) => {
      if (isHead || own[i] === undefined) return;
      const isSaidByHead = isOfHead && isGiven(this.head[key]);
      if (isSaidByHead && isPartOf(own[i], this.head[key])) return;
      if (!isSaidByHead && (isFirst ? child === undefined || this.agreesWithHead(child, own[i]) : isSameJson(own[i], this.ofTransaction[i]))) return;
      const said = isFirst || isSaidByHead ? '`transaction` says' : 'the first record says';
      this.run.mismatch(path, key, `The transaction set has one '${key}', which ${said}; this one says another, which is not written`);
    });
  }

  /** True for a value that is equal in the head of the request, or absent there. */
  private agreesWithHead(child: LoopDef, value: unknown): boolean {
    return !this.ofHead.has(child) || isPartOf(value, this.ofHead.get(child));
  }

  /** The loops that a unit opens. The record of the transaction set may describe loops inside the first of them: then both write into one loop. */
  private makeLoops({ chain }: UnitPlace, common: number, path: JsonPath): readonly OutLoop[] {
    const loops: OutLoop[] = [];
    let parent = this.levels.loopAt(common - 1) ?? this.root;
    for (const def of chain.slice(common)) {
      parent = (parent === this.root ? this.root.child(def) : undefined) ?? new OutLoop(def, parent, path);
      loops.push(parent);
    }
    return loops;
  }

  /** Completes the segments before the units. Missing segments of the head are created, unless the transaction set is that of a file. */
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
    this.levels.begin(this.root, chain[1]);
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

  /** Writes the rest. A transaction set without units is written too; validation reports what it lacks. */
  end(): void {
    if (this.levels.isBegun) this.completion.complete(this.root);
    else {
      this.writeMissingMembers(undefined);
      this.completeRoot();
      this.writer.open(this.root, false);
    }
    this.levels.end();
    this.writer.close();
  }
}
