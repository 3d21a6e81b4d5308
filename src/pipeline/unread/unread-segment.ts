import type { LoopDef, SegmentDef } from '../../guide/guide.types';
import type { Segment } from '../../x12/segment';
import type { ValuePlace } from './segment-values';

/** A segment of which some values reach no field. */
export interface UnreadSegment {
  readonly segment: Segment;
  readonly def: SegmentDef;
  readonly loop: LoopDef;
  readonly values: readonly ValuePlace[];
  /** How many more values of the segment reach no field. */
  readonly unlisted: number;
  /** True where nothing of the segment reaches a field. */
  readonly isWhole: boolean;
}
