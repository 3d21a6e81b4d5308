import { packText, UNPACKABLE } from '../../common/pack-code';
import type { LoopDef, SegmentDef } from '../../guide/guide.types';
import { OutSegment } from '../../guide/out-loop';
import { choose, type Completion, type Filling, generalPlace, onlyOne, type SegmentCompletion } from '../../guide/segment-completion';
import { segmentKey } from '../../x12/segment-key';
import type { PlacedSegments } from '../../mapping/writing/out-segments';
import { hashTable } from '../hash-table';
import { CANDIDATE, CELL, COMPLETION, DEFINITION, FILL, NAME, NAMES, NUMBERED, PLACED, QUALIFIER, SLOT } from './layout';
import type { WriteKernel } from './write-kernel';

/** A declaration that the kernel cannot follow: its values are left to the host. */
export class NotWritten extends Error {}

const HL = segmentKey('HL');
const LX = segmentKey('LX');
const LS = segmentKey('LS');
const SE = segmentKey('SE');

/** Data element of numbers that count loops. */
const ASSIGNED_NUMBER = '554';

const INT = 4;

/** A name, the text of its code, and what the kernel compares a code beside it with. */
export interface NamedCode {
  readonly name: string;
  /** Empty for a name that stands for all codes without a name. */
  readonly code: string;
  readonly needsCode: boolean;
  /** Codes that have the name; for one of all others, those that have another one. */
  readonly codes: readonly string[];
}

/** Number of a place in a segment. */
export const placeNumber = (element: number, component = 1): number => element * CELL.ELEMENT + component;

/** Writes what operations refer to: texts, names, and places of the guide. Each is made once for its declaration; the methods give addresses. */
export class WriteTables {
  private readonly made = new Map<unknown, number>();
  private readonly texts = new Map<string, number>();

  /** Places of which there are rows. */
  private readonly slots: SegmentDef[] = [];
  /** Address of what completes the segments of each slot. */
  private readonly completions: number;
  private current: SegmentCompletion | undefined;

  /** `slotCount` is the number of places of the guide. */
  constructor(
    private readonly kernel: WriteKernel,
    slotCount: number,
  ) {
    this.completions = kernel.allocate(INT * slotCount);
    kernel.run.completeBy(this.completions);
  }

  /** 0 for no text. */
  text(content: string | undefined): number {
    if (content === undefined || content === '') return 0;
    let address = this.texts.get(content);
    if (address === undefined) this.texts.set(content, (address = this.kernel.text(content)));
    return address;
  }

  /** A table that has 1 for each of some codes; 0 for none. */
  codes(codes: Iterable<string>): number {
    return this.table([...codes].map((code) => [code, 1]));
  }

  /** A table of numbers by code. */
  table(entries: readonly (readonly [string, number])[]): number {
    const packed = entries.map(([code, value]): readonly [number, number] => [packText(code), value]);
    if (packed.some(([code]) => code === UNPACKABLE)) throw new NotWritten();
    return hashTable(this.kernel, packed);
  }

  /** A table that has 1 for each of some numbers. */
  numbers(numbers: readonly number[]): number {
    return hashTable(
      this.kernel,
      numbers.map((one) => [one, 1]),
    );
  }

  /** A table of names, by their bytes. */
  names(named: readonly NamedCode[]): number {
    const bits = Math.max(1, Math.ceil(Math.log2(2 * named.length + 1)));
    const mask = (1 << bits) - 1;
    const rows = named.map((one): readonly [string, number] => [one.name, this.name(one)]);
    const address = this.kernel.allocate(NAMES.ROWS + (8 << bits));
    const rowAt = (i: number): number => address + NAMES.ROWS + 8 * i;
    this.kernel.set(address, 32 - bits);
    this.kernel.set(address + NAMES.MASK, mask);
    for (const [name, row] of rows) {
      let i = hashOf(name) >>> (32 - bits);
      while (this.kernel.get(rowAt(i)) !== 0) i = (i + 1) & mask;
      this.kernel.set(rowAt(i), this.text(name));
      this.kernel.set(rowAt(i) + INT, row);
    }
    return address;
  }

  private name({ code, needsCode, codes }: NamedCode): number {
    return this.row(NAME.SIZE, { 0: this.text(code), [NAME.NEEDS_CODE]: needsCode ? 1 : 0, [NAME.CODES]: this.codes(codes) });
  }

  /** Memory with some numbers, by their offsets. */
  row(size: number, numbers: Readonly<Record<number, number>>): number {
    const address = this.kernel.allocate(size);
    for (const [offset, value] of Object.entries(numbers)) this.kernel.set(address + Number(offset), value);
    return address;
  }

  slot(def: SegmentDef): number {
    return this.once(def, () => {
      this.slots.push(def);
      if (this.current !== undefined) this.complete(def, this.current);
      return this.row(SLOT.SIZE, { 0: def.position, [SLOT.ID]: this.text(def.id), [SLOT.NUMBER]: def.slot, [SLOT.ENDS]: def.key === SE ? 1 : 0 });
    });
  }

  definition(loop: LoopDef): number {
    return this.once(loop, () => {
      const { trigger } = loop;
      return this.row(DEFINITION.SIZE, {
        0: loop.position,
        [DEFINITION.KEY]: trigger.key,
        [DEFINITION.SLOT]: this.slot(trigger),
        [DEFINITION.NUMBERED]: numberingOf(trigger),
        [DEFINITION.PLACED]: this.placed(triggerOf(loop)),
      });
    });
  }

  /** Where a declaration puts segments. */
  placed({ key, candidates, codes, excluded = [], loop }: PlacedSegments): number {
    return this.once([loop.id, key, codes, excluded, candidates.map(({ slot }) => slot)].join(), () => {
      const segment = new OutSegment(undefined, key, candidates, codes);
      segment.excluded = excluded.length > 0 ? excluded : undefined;
      const open = candidates.length === 1 ? candidates[0] : choose(segment, loop);
      const first = this.kernel.allocate(CANDIDATE.SIZE * candidates.length);
      for (const [i, def] of candidates.entries()) {
        const qualifiers = this.kernel.allocate(QUALIFIER.SIZE * def.qualifiers.length);
        for (const [j, { element, component, codes: all, also }] of def.qualifiers.entries()) {
          const allowed = [...all].filter((code) => also?.has(code) !== true);
          const named = codes?.find((code) => allowed.includes(code)) ?? codes?.find((code) => all.has(code));
          const at = qualifiers + QUALIFIER.SIZE * j;
          this.kernel.set(at, placeNumber(element, component));
          this.kernel.set(at + QUALIFIER.CODES, this.codes(all));
          this.kernel.set(at + QUALIFIER.NAMED, this.text(named));
          this.kernel.set(at + QUALIFIER.BESIDE, this.text(onlyOne(allowed.filter((code) => !excluded.includes(code)))));
        }
        const row = first + CANDIDATE.SIZE * i;
        this.kernel.set(row, this.slot(def));
        this.kernel.set(row + CANDIDATE.COUNT, def.qualifiers.length);
        this.kernel.set(row + CANDIDATE.QUALIFIERS, qualifiers);
      }
      return this.row(PLACED.SIZE, {
        0: key,
        [PLACED.COUNT]: candidates.length,
        [PLACED.CANDIDATES]: first,
        [PLACED.OPEN]: open === undefined ? -1 : candidates.indexOf(open),
        [PLACED.GENERAL]: Math.max(0, candidates.indexOf(generalPlace(segment, loop))),
        [PLACED.EXCLUDED]: excluded.length > 0 ? this.codes(excluded) : 0,
      });
    });
  }

  /** Says what completes segments from now on. */
  completeBy(completion: SegmentCompletion): void {
    this.current = completion;
    for (const def of this.slots) this.complete(def, completion);
  }

  private complete(def: SegmentDef, completion: SegmentCompletion): void {
    this.kernel.set(this.completions + INT * def.slot, this.completion(completion.of(def)));
  }

  private completion({ qualifiers, formats, fillings }: Completion): number {
    if (qualifiers.length + formats.length + fillings.length === 0) return 0;
    const dates = formats.flatMap(({ element, component }) =>
      component === undefined ? [placeNumber(element), placeNumber(element + 1)] : [placeNumber(element, component), placeNumber(element, component + 1)],
    );
    const filled = fillings.flatMap((one) => this.filling(one));
    const usual = qualifiers.map((one) => this.text(one.usual));
    // Transaction sets are mostly completed alike.
    return this.once(`completion ${[usual, dates, filled].map(String).join(' ')}`, () => this.completionRow(usual, dates, filled));
  }

  private completionRow(usual: readonly number[], dates: readonly number[], filled: readonly number[]): number {
    return this.row(COMPLETION.SIZE, {
      0: usual.length,
      [COMPLETION.USUAL]: this.kernel.list(usual),
      [COMPLETION.FORMAT_COUNT]: dates.length / 2,
      [COMPLETION.FORMATS]: this.kernel.list(dates),
      [COMPLETION.FILL_COUNT]: filled.length / (FILL.SIZE / INT),
      [COMPLETION.FILLS]: this.kernel.list(filled),
    });
  }

  /** The numbers of a filling; none for one that never has a value. */
  private filling({ element, component, beside = [], values, codes }: Filling): readonly number[] {
    const first = values.find((value) => typeof value !== 'string' || codes?.has(value) !== false);
    if (first === undefined) return [];
    const list = this.once(`elements ${String(beside)}`, () => this.kernel.list(beside));
    return [placeNumber(element, component), beside.length, list, typeof first === 'string' ? this.text(first) : 0];
  }

  /** Gives what was made for an owner, or makes it. */
  once(owner: unknown, make: () => number): number {
    let address = this.made.get(owner);
    if (address === undefined) this.made.set(owner, (address = make()));
    return address;
  }
}

/** How the first segment of a loop is declared: by its id, with codes where a target names them. */
export const triggerOf = (loop: LoopDef, codes?: readonly string[]): PlacedSegments => ({
  key: loop.trigger.key,
  candidates: [loop.trigger],
  codes,
  excluded: undefined,
  loop,
});

const HL03 = 3;

/** True for a loop around units whose number the host writes, and needs to know nothing for that; for a unit, which has no number. */
export function isNumberedByHost({ trigger }: LoopDef, isUnit: boolean): boolean {
  const numbering = numberingOf(trigger);
  if (numbering === NUMBERED.LEVEL) return !isUnit && trigger.qualifiers.every(({ element, codes }) => element !== HL03 || codes.size === 1);
  return numbering === NUMBERED.NO || (numbering === NUMBERED.COUNTED && !isUnit);
}

function numberingOf({ key, elements }: SegmentDef): NUMBERED {
  if (key === HL) return NUMBERED.LEVEL;
  if (key === LX) return NUMBERED.COUNTED;
  if (key === LS) return NUMBERED.BOUNDED;
  return elements[0]?.dataElement === ASSIGNED_NUMBER ? NUMBERED.MAY_COUNT : NUMBERED.NO;
}

const FIRST_FACTOR = 0x9e3779b97f4a7c15n;
const LAST_FACTOR = 0xc2b2ae3d27d4eb4fn;

/** As `hashOf` of the kernel. */
function hashOf(name: string): number {
  const bytes = Buffer.from(name);
  const { length } = bytes;
  const padded = Buffer.alloc(8);
  bytes.copy(padded, 0, 0, 8);
  const first = padded.readBigUInt64LE();
  const last = length > 8 ? bytes.readBigUInt64LE(length - 8) : 0n;
  const mixed = BigInt.asUintN(64, (first * FIRST_FACTOR) ^ (last * LAST_FACTOR) ^ BigInt(length));
  return Number(BigInt.asUintN(64, mixed * FIRST_FACTOR) >> 32n);
}
