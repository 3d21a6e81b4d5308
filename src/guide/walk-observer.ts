import type { Segment } from '../x12/segment';
import type { SegmentDef } from './guide.types';
import type { LoopNode } from './loop-node';

/** Watches where a walk puts segments, in the order of the input. */
export interface WalkObserver {
  /** A loop was opened and stands in its parent; `trigger` is undefined where it is missing. */
  onOpen(loop: LoopNode, trigger: Segment | undefined): void;
  /** A segment that opens no loop was put into one. */
  onPlace(segment: Segment, def: SegmentDef, loop: LoopNode): void;
  /** A loop is complete, and was not emitted yet. A level may be closed again after it was gone back to. */
  onClose(loop: LoopNode): void;
}
