import type { Segment } from '../x12/segment';
import type { Candidate, Guide, LoopDef } from './guide.types';
import type { LoopNode } from './loop-node';
import type { WalkIssues } from './walk-issues';

/** A place for a segment in an open loop. */
export interface Place {
  readonly node: LoopNode;
  readonly candidate: Candidate;
  /** True where it comes before the open child loop; found out when absent. */
  readonly isBack?: boolean;
  /** True where it closes open loops, or opens one of another kind than the open child loop. */
  readonly isLeap?: boolean;
  /** False where the id alone selected it, although it has another qualifier. */
  readonly isExact?: boolean;
}

/** Loops that are opened without their triggers, the open loop that the first of them stands in, and the place of the segment in the last. */
export interface Way {
  readonly node: LoopNode;
  readonly defs: readonly LoopDef[];
  readonly candidate: Candidate;
  /** False where the id alone selected the place, although the segment has another qualifier. */
  readonly isExact?: boolean;
  /** True for a known trigger that stands where the guide has its loop, after the open one. */
  readonly isAhead?: boolean;
}

/** The open loops of a walk, for the parts of it that place levels and segments out of place. */
export interface OpenLoops {
  readonly guide: Guide;
  readonly root: LoopNode;
  /** The innermost open loop; its ancestors are open too. */
  readonly current: LoopNode;
  readonly issues: WalkIssues;
  /** Puts a segment into an open loop, or opens the child loop that it is the trigger of. */
  attach(place: Place, segment: Segment): void;
  /** Opens the loops of a way without their triggers, and puts the segment into the last of them. */
  follow(way: Way, segment: Segment): void;
  /** Places a segment that waited for the next one. */
  placeAgain(segment: Segment): void;
  /** Says that a segment that waited for others was placed or skipped. */
  settled(segment: Segment): void;
  /** Keeps a segment that has no place, where the plan of the walk wants it. */
  keepUnplaced(segment: Segment): void;
}

/** The child of an open loop on the chain to the innermost one; undefined for the innermost one itself. */
export function openChild(node: LoopNode, current: LoopNode): LoopNode | undefined {
  for (let child: LoopNode | undefined = current; child !== undefined; child = child.parent) if (child.parent === node) return child;
  return undefined;
}

/** Place of a segment, or of the loop that it opens, among the children of the loop around it. */
export const positionOf = ({ def, opens }: Candidate): number => opens?.position ?? def.position;

/** True for a place that comes before the open child loop. */
export function goesBack(candidate: Candidate, child: LoopDef): boolean {
  const position = positionOf(candidate);
  return candidate.opens === undefined ? position <= child.position : position < child.position;
}
