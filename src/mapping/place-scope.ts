import type { Guide, LoopDef, SegmentDef } from '../guide/guide.types';

/** Where places are looked up: a loop of a guide, and inside repeated items the segment that an item is read from. */
export interface PlaceScope {
  readonly guide: Guide;
  readonly loop: LoopDef;
  /** Set where places without a segment id, such as `02`, mean elements of the current segment: the definitions that it can have. */
  readonly segments: readonly SegmentDef[] | undefined;
  /** True for places whose element has a meaning also where the guide marks it as not used. */
  readonly readsUnused?: true;
}
