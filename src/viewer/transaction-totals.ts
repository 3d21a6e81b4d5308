import { ExactSum } from '../common/exact-sum';
import type { Guide } from '../guide/guide.types';
import { parsePlace } from '../mapping/place';
import type { Overview } from '../plugin/transaction-set.plugin';
import type { Segment } from '../x12/segment';

/** A number of a segment that goes into a sum. */
interface Summand {
  readonly element: number;
  readonly total: number;
  readonly sign: 1 | -1;
}

/** The sums that a plugin declares, by the slots of a guide. */
export class TotalPlan {
  private readonly bySlot = new Map<number, readonly Summand[]>();

  constructor(
    guide: Guide,
    readonly declarations: NonNullable<Overview['totals']>,
  ) {
    const summands = declarations.flatMap(({ plus, minus = [] }, total) => [
      ...plus.map((place) => ({ place: parsePlace(place), total, sign: 1 as const })),
      ...minus.map((place) => ({ place: parsePlace(place), total, sign: -1 as const })),
    ]);
    for (const { id, slot } of guide.segments) {
      const own = summands.flatMap(({ place, total, sign }) =>
        place.segment === id && place.element !== undefined ? [{ element: place.element, total, sign }] : [],
      );
      if (own.length > 0) this.bySlot.set(slot, own);
    }
  }

  /** One sum for each declaration, all zero. */
  open(): readonly ExactSum[] {
    return this.declarations.map(() => new ExactSum());
  }

  /** Adds the numbers of a segment that was placed. */
  add(segment: Segment, sums: readonly ExactSum[]): void {
    const { chunk } = segment;
    for (const { element, total, sign } of this.bySlot.get(segment.slot) ?? NONE) {
      if (segment.has(element)) sums[total]?.addBytes(chunk.bytes, segment.start(element), segment.end(element), sign);
    }
  }
}

const NONE: readonly Summand[] = [];
