import { BYTE } from '../../common/bytes';
import type { Guide, LoopDef } from '../../guide/guide.types';
import type { SegmentCompletion } from '../../guide/segment-completion';
import { RESULT, ROOM, WRITTEN } from '../../kernel/writing/layout';
import { WriteKernel } from '../../kernel/writing/write-kernel';
import type { UnitToWrite } from '../../kernel/writing/unit-to-write';
import { WriteCompiler } from '../../kernel/writing/write-program';
import { NotWritten } from '../../kernel/writing/write-tables';
import { CODE_KEYS } from '../../mapping/writing/qualified-codes-writer';
import type { Delimiters } from '../../x12/delimiters';
import type { UnitPlace } from './unit-places';

/** A unit that the kernel has written. */
export interface PlainUnit {
  readonly place: UnitPlace;
  /** Loops around it that stay open. */
  readonly common: number;
  /** The segments of a loop of the chain: of one that was begun, or of the unit. The bytes are written over by the next unit. */
  readonly textOf: (level: number) => { readonly bytes: Uint8Array; readonly count: number };
}

/** What the kernel has to know of the unit before. */
export interface UnitBefore {
  readonly place: UnitPlace;
  /** Units in its loop so far. */
  readonly unitCount: number;
}

const MOST_BYTES: number = ROOM.RECORD;

/** Odd records after which the kernel may be given up. */
const MOST_ODD = 64;

/** Writes units of a guide from the bytes of their records, where these are as Clearloop writes them: in the kernel, which is several times as fast. */
export class PlainUnits {
  private readonly kernel = new WriteKernel();
  private readonly units: ReadonlyMap<UnitPlace, number>;
  private readonly places: readonly UnitPlace[];
  /** Loops that units of two places share at most. */
  private readonly mostCommon = new Map<UnitPlace, Map<UnitPlace, number>>();
  private readonly compiler: WriteCompiler;
  /** Where the next record is read. */
  private turn = 1;
  private recordLength = 0;
  private lengthBefore = 0;
  /** True while the kernel remembers the record before. */
  private isReady = false;
  private hasFirst = false;
  private odd = 0;
  private plain = 0;

  constructor(guide: Guide, places: readonly UnitPlace[], delimiters: Delimiters, ignored: (record: string) => readonly string[]) {
    const { kernel } = this;
    const compiler = new WriteCompiler(kernel, guide, ignored);
    this.compiler = compiler;
    const units = new Map<UnitPlace, number>();
    // All places are known, or none: a record goes to the last that has all of its members.
    for (const place of places) units.set(place, compiler.unit(toUnit(place)));
    this.units = units;
    this.places = [...places].reverse();
    const { element, component, repetition = element, segment, lineBreak = '\n' } = delimiters;
    const ending = [segment, ...Buffer.from(lineBreak)];
    kernel.run.delimit(
      element,
      component,
      repetition,
      segment,
      ending.reduce((sum, byte, i) => sum + byte * 2 ** (8 * i), 0),
      ending.length,
    );
    const key = (name: string): number => compiler.tables.text(`"${name}":`);
    const others = [...CODE_KEYS].filter((name) => name !== 'code' && name !== 'subType').map(key);
    kernel.run.nameKeys(key('code'), key('subType'), key('qualifierCode'), kernel.list(others), others.length);
    kernel.run.placeFormats(kernel.list(['D8', 'TM', 'DT', 'RD8'].map((format) => compiler.tables.text(format))));
  }

  /** Begins another transaction set. */
  begin(completion: SegmentCompletion): void {
    this.compiler.tables.completeBy(completion);
    this.kernel.run.forget();
    this.isReady = false;
    this.hasFirst = false;
  }

  /** Writes the unit of a record; undefined for one that is to be written without the kernel. `before` is the unit before, of the same transaction set. */
  write(bytes: Uint8Array, before: UnitBefore): PlainUnit | undefined {
    if (this.isOdd || !this.isReady || !this.read(bytes, this.turn)) return undefined;
    const start = this.kernel.records[this.turn] ?? 0;
    for (const place of this.places) {
      const mostCommon = this.mostCommonOf(before.place, place);
      if (mostCommon < 0) break;
      const isFull = before.unitCount >= (place.chain.at(-1)?.max ?? Infinity);
      const status = this.run(place, start, mostCommon, isFull, 0);
      if (status < 0) continue;
      if (status === 0) break;
      this.plain++;
      this.lengthBefore = this.recordLength;
      this.turn = 3 - this.turn;
      return this.written(place);
    }
    this.odd++;
    return undefined;
  }

  /** True where records are mostly odd: the kernel is not asked again. */
  private get isOdd(): boolean {
    return this.odd > MOST_ODD && this.odd > this.plain;
  }

  private mostCommonOf(one: UnitPlace, other: UnitPlace): number {
    const ofOne = this.mostCommon.get(one) ?? new Map<UnitPlace, number>();
    this.mostCommon.set(one, ofOne);
    const common = ofOne.get(other) ?? mostCommonOf(one, other);
    ofOne.set(other, common);
    return common;
  }

  /** The record of the unit before. */
  get recordBefore(): unknown {
    const start = this.kernel.records[3 - this.turn] ?? 0;
    const record: unknown = JSON.parse(Buffer.from(this.kernel.bytes.subarray(start, start + this.lengthBefore)).toString());
    return record;
  }

  /** Runs the kernel until all members that the record has are compiled. */
  private run(place: UnitPlace, start: number, mostCommon: number, isFull: boolean, reference: number): number {
    const { run } = this.kernel;
    const unit = this.units.get(place) ?? 0;
    for (;;) {
      const status = run.writeUnit(unit, start, start + this.recordLength, mostCommon, isFull ? 1 : 0, reference);
      const wanted = run.wantedMember();
      if (wanted === 0) return status;
      this.compiler.compile(wanted);
    }
  }

  private written(place: UnitPlace): PlainUnit {
    const { kernel } = this;
    return {
      place,
      common: kernel.get(kernel.result),
      textOf: (level) => {
        const row = kernel.result + RESULT.LOOPS + WRITTEN.SIZE * level;
        return { bytes: kernel.bytes.subarray(kernel.get(row), kernel.get(row + WRITTEN.END)), count: kernel.get(row + WRITTEN.COUNT) };
      },
    };
  }

  /** Remembers a record that was written without the kernel; one with issues is no measure for others. */
  remember(bytes: Uint8Array, place: UnitPlace, hasIssues: boolean): void {
    const isFirst = !this.hasFirst;
    const turn = isFirst ? 0 : this.turn;
    this.isReady = false;
    if (this.isOdd || (isFirst && hasIssues) || !this.read(bytes, turn)) return;
    const start = this.kernel.records[turn] ?? 0;
    if (this.run(place, start, 0, false, isFirst ? 1 : 2) !== 1) return;
    this.isReady = true;
    this.hasFirst = true;
    if (!isFirst) this.turn = 3 - this.turn;
  }

  private read(bytes: Uint8Array, turn: number): boolean {
    if (bytes.length > MOST_BYTES) return false;
    const start = this.kernel.records[turn] ?? 0;
    const length = bytes.at(-1) === BYTE.CR ? bytes.length - 1 : bytes.length;
    this.kernel.bytes.set(bytes, start);
    // What is read on behind the record ends there.
    this.kernel.bytes[start + length] = 0;
    this.recordLength = length;
    return true;
  }
}

/** The kernel for units of a guide; undefined where it cannot write them. */
export function plainUnits(...args: ConstructorParameters<typeof PlainUnits>): PlainUnits | undefined {
  const [, places, delimiters] = args;
  if (places.length === 0 || places.some((place) => place.holdsUnits) || !areSigns(delimiters)) return undefined;
  try {
    return new PlainUnits(...args);
  } catch (error) {
    if (error instanceof NotWritten) return undefined;
    throw error;
  }
}

/** True for delimiters that no code, number or date holds. */
const areSigns = ({ element, component, repetition = element, segment }: Delimiters): boolean =>
  [element, component, repetition, segment].every((byte) => /[^\w\s.+-]/.test(String.fromCharCode(byte)) && byte < 0x7f);

function toUnit({ chain, record, keys, shared, sharedFields }: UnitPlace): UnitToWrite {
  const rivals = new Map<LoopDef, number>();
  return {
    chain,
    record,
    keys,
    shared: sharedFields.map((member) => {
      if (member === undefined) return undefined;
      const { level, child, isHead } = member;
      const ofLevel = shared[level] ?? [];
      const isRival = child !== undefined && ofLevel.filter((one) => one.child === child).length > 1;
      if (isRival && !rivals.has(child)) rivals.set(child, rivals.size);
      const rival = isRival ? 1 << (rivals.get(child) ?? 0) : 0;
      return { level, ordinal: ofLevel.indexOf(member), isHead, rival };
    }),
  };
}

/** Loops that units of two places share at most; -1 where the members of one cannot be compared with those of the other. */
function mostCommonOf(one: UnitPlace, other: UnitPlace): number {
  if (one === other) return other.chain.length - 1;
  let common = 0;
  while (common === 0 || (one.chain[common] === other.chain[common] && one.chain[common + 1] === other.chain[common + 1])) {
    if (common > 0 && (common >= one.chain.length - 1 || common >= other.chain.length - 1)) break;
    const [keys, otherKeys] = [one, other].map(({ shared }) => (shared[common] ?? []).map(({ key }) => key).join());
    if (keys !== otherKeys) return -1;
    common++;
  }
  return common;
}
