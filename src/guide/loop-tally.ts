import type { Segment } from '../x12/segment';
import type { LoopDef } from './guide.types';

/** What is counted of the children of a loop while it is read. Positions are those of the children in the definition. */
export class LoopTally {
  /** Position of the child that came last. */
  lastPosition = 0;
  /** How often it came in a row. */
  run = 1;
  /** How often children came whose runs were interrupted, by position; undefined while none came again. */
  runs: Map<number, number> | undefined = undefined;
  /** Highest place in the order of the guide so far; children of one id share a place. */
  furthest = 0;
  /** A bit for each child loop that came, by its place among the child loops. */
  opened = 0;
  /** Required children before this position were looked for. */
  checkedTo = 0;
  /** Positions of segments that came after the loop was frozen, so that the loop does not hold them. */
  late: Set<number> | undefined = undefined;
  /** The child that came too often, while it goes on coming. */
  excess: Excess | undefined = undefined;

  /** True while further children can be counted by the numbers alone. */
  get isSimple(): boolean {
    return this.runs === undefined && this.late === undefined && this.excess === undefined;
  }

  /** The numbers, in the order in which the kernel has them. */
  get numbers(): readonly number[] {
    return [this.furthest, this.lastPosition, this.run, this.opened, this.checkedTo];
  }

  set numbers([furthest = 0, lastPosition = 0, run = 1, opened = 0, checkedTo = 0]: readonly number[]) {
    Object.assign(this, { furthest, lastPosition, run, opened, checkedTo });
  }

  /** What the counting of further children depends on, as values. Children without a limit are not counted. */
  state({ children }: LoopDef): readonly unknown[] {
    const isLimited = (position: number): boolean => (children[position]?.max ?? Infinity) !== Infinity;
    const runs = [...(this.runs ?? [])].filter(([position]) => isLimited(position));
    const run = isLimited(this.lastPosition) ? this.run : undefined;
    return [this.lastPosition, run, runs, this.furthest, this.opened, this.checkedTo, [...(this.late ?? [])], this.excess?.segment.segmentNumber];
  }
}

/** A child that came more often than its guide allows. */
export interface Excess {
  readonly position: number;
  /** The first that is one too many. */
  readonly segment: Segment;
  count: number;
}
