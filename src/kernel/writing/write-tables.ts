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

  constructor(private readonly kernel: WriteKernel) {}

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
    return this.once(def, () =>
      this.row(SLOT.SIZE, { 0: def.position, [SLOT.ID]: this.text(def.id), [SLOT.NUMBER]: def.slot, [SLOT.ENDS]: def.key === SE ? 1 : 0 }),
    );
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

  /** What completes the segments of a guide: of those places that programs know, by their slots. */
  completions(segments: readonly SegmentDef[], completion: SegmentCompletion): number {
    const table = this.kernel.allocate(INT * (Math.max(0, ...segments.map(({ slot }) => slot)) + 1));
    for (const def of segments) if (this.made.has(def)) this.kernel.set(table + INT * def.slot, this.completion(completion.of(def)));
    return table;
  }

  private completion({ qualifiers, formats, fillings }: Completion): number {
    if (qualifiers.length + formats.length + fillings.length === 0) return 0;
    const dates = formats.flatMap(({ element, component }) =>
      component === undefined ? [placeNumber(element), placeNumber(element + 1)] : [placeNumber(element, component), placeNumber(element, component + 1)],
    );
    const filled = fillings.flatMap((one) => this.filling(one));
    return this.row(COMPLETION.SIZE, {
      0: qualifiers.length,
      [COMPLETION.USUAL]: this.kernel.list(qualifiers.map(({ usual }) => this.text(usual))),
      [COMPLETION.FORMAT_COUNT]: formats.length,
      [COMPLETION.FORMATS]: this.kernel.list(dates),
      [COMPLETION.FILL_COUNT]: filled.length / (FILL.SIZE / INT),
      [COMPLETION.FILLS]: this.kernel.list(filled),
    });
  }

  /** The numbers of a filling; none for one that never has a value. */
  private filling({ element, component, beside = [], values, codes }: Filling): readonly number[] {
    const first = values.find((value) => typeof value !== 'string' || codes?.has(value) !== false);
    if (first === undefined) return [];
    return [placeNumber(element, component), beside.length, this.kernel.list(beside), typeof first === 'string' ? this.text(first) : 0];
  }

  /** Gives back the memory from a mark on. */
  release(mark: number): void {
    forgetFrom(this.made, mark);
    forgetFrom(this.texts, mark);
    this.kernel.release(mark);
  }

  /** Gives what was made for an owner, or makes it. */
  once(owner: unknown, make: () => number): number {
    let address = this.made.get(owner);
    if (address === undefined) this.made.set(owner, (address = make()));
    return address;
  }
}

function forgetFrom<K>(made: Map<K, number>, mark: number): void {
  for (const [owner, address] of made) if (address >= mark) made.delete(owner);
}

/** How the first segment of a loop is declared: by its id, with codes where a target names them. */
export const triggerOf = (loop: LoopDef, codes?: readonly string[]): PlacedSegments => ({
  key: loop.trigger.key,
  candidates: [loop.trigger],
  codes,
  excluded: undefined,
  loop,
});

export function numberingOf({ key, elements }: SegmentDef): NUMBERED {
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
