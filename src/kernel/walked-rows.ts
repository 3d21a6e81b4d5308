import type { LoopDef } from '../guide/guide.types';
import { HOLDER, UNIT } from './layout';

const UNIT_NUMBERS = UNIT.SIZE >> 2;
const HOLDER_NUMBERS = HOLDER.SIZE >> 2;

/** A unit that a walk has closed. Segments are named by their index in the list. */
export interface WalkedUnit {
  readonly def: LoopDef;
  /** Number of the loop around it, see `WalkedHolders`. */
  readonly around: number;
  readonly from: number;
  readonly to: number;
}

/** The units that a walk has closed, in the order of the input. */
export class WalkedUnits {
  readonly length: number;

  /** `shift` lies between the segments of the rows and those of the list. */
  constructor(
    private readonly rows: readonly number[],
    private readonly defs: readonly LoopDef[],
    private readonly shift: number,
  ) {
    this.length = rows.length / UNIT_NUMBERS;
  }

  /** One of its numbers, which names no segment. */
  number(index: number, offset: UNIT): number {
    return this.rows[index * UNIT_NUMBERS + (offset >> 2)] ?? 0;
  }

  /** The segment that one of its numbers names. */
  segment(index: number, offset: UNIT): number {
    return this.number(index, offset) - this.shift;
  }

  bytes(index: number): number {
    return this.number(index, UNIT.BYTES) + this.number(index, UNIT.SHARED_BYTES);
  }

  at(index: number): WalkedUnit {
    return {
      def: defAt(this.defs, this.rows[index * UNIT_NUMBERS]),
      around: this.number(index, UNIT.AROUND),
      from: this.segment(index, UNIT.FROM),
      to: this.segment(index, UNIT.TO),
    };
  }
}

/**
 * The loops around units that a walk has opened, in the order of the input. The number of one is its place among them; numbers below 0 are loops that
 * were open before. Most are never asked for, so they are no objects.
 */
export class WalkedHolders {
  readonly length: number;

  /** `stop` is the segment at which the walk ended. */
  constructor(
    private readonly rows: readonly number[],
    private readonly defs: readonly LoopDef[],
    private readonly place: { readonly shift: number; readonly stop: number; readonly isValidated: boolean },
  ) {
    this.length = rows.length / HOLDER_NUMBERS;
  }

  def(index: number): LoopDef {
    return defAt(this.defs, this.rows[index * HOLDER_NUMBERS]);
  }

  /** Throws RangeError for a loop that the walk has not opened. */
  around(index: number): number {
    if (index >= this.length) throw new RangeError(`The walk has opened no loop ${index}.`);
    return this.at(index, HOLDER.AROUND);
  }

  from(index: number): number {
    return this.at(index, HOLDER.FROM) - this.place.shift;
  }

  /** The segment after its own ones and those of its loops without units. */
  to(index: number): number {
    const to = this.at(index, HOLDER.TO);
    return to < 0 ? this.place.stop : to - this.place.shift;
  }

  /** HL01; -1 for a loop that is no level. */
  number(index: number): number {
    return this.at(index, HOLDER.NUMBER);
  }

  /** HL02; -1 for none. */
  parentNumber(index: number): number {
    return this.at(index, HOLDER.PARENT_NUMBER);
  }

  isLeaf(index: number): boolean {
    return this.at(index, HOLDER.IS_LEAF) === 1;
  }

  /** True for a loop in which others were opened: the first of them follows it. */
  hasInner(index: number): boolean {
    return index + 1 < this.length && this.at(index + 1, HOLDER.AROUND) === index;
  }

  /** True where the loop around holds it. */
  isHeld(index: number): boolean {
    return this.at(index, HOLDER.IS_HELD) === 1;
  }

  /** Those that the loop around holds. */
  held(): readonly number[] {
    const held: number[] = [];
    for (let i = 0; i < this.length; i++) if (this.isHeld(i)) held.push(i);
    return held;
  }

  get levelCount(): number {
    let count = 0;
    for (let i = 0; i < this.length; i++) if (this.number(i) >= 0) count++;
    return count;
  }

  isFrozen(index: number): boolean {
    return this.at(index, HOLDER.IS_FROZEN) === 1;
  }

  /** What validation has counted in it; undefined without validation. */
  tally(index: number): readonly number[] | undefined {
    const row = index * HOLDER_NUMBERS;
    return this.place.isValidated ? this.rows.slice(row + (HOLDER.TALLY >> 2), row + HOLDER_NUMBERS) : undefined;
  }

  private at(index: number, offset: HOLDER): number {
    return this.rows[index * HOLDER_NUMBERS + (offset >> 2)] ?? 0;
  }
}

export function defAt(defs: readonly LoopDef[], number = -1): LoopDef {
  const def = defs[number];
  if (def === undefined) throw new RangeError(`The guide has no loop ${number}.`);
  return def;
}
