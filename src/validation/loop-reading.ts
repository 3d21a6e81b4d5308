import { ExactSum } from '../common/exact-sum';
import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import { segmentKey } from '../x12/segment-key';

/*
 * What rules read from loops. Loops hold few segments, so that going through them is fast enough.
 */

const keys = new Map<string, number>();

function keyOf(id: string): number {
  let key = keys.get(id);
  if (key === undefined) {
    key = segmentKey(id);
    keys.set(id, key);
  }
  return key;
}

/** The first segment of an id in a loop; with `codes`, one that has one of them in its first element. */
export function segmentOf(loop: LoopNode, id: string, codes?: readonly string[]): Segment | undefined {
  const key = keyOf(id);
  for (const segment of loop.segments) if (segment.key === key && (codes === undefined || hasCode(segment, codes))) return segment;
  return undefined;
}

/** All segments of an id in a loop, in order. */
export function segmentsOf(loop: LoopNode, id: string): readonly Segment[] {
  const key = keyOf(id);
  return loop.segments.filter((segment) => segment.key === key);
}

/** The loops of an id in a loop, in order. */
export function loopsOf(loop: LoopNode, id: string): readonly LoopNode[] {
  return loop.loops.filter(({ def }) => def.id === id);
}

function hasCode(segment: Segment, codes: readonly string[]): boolean {
  for (const code of codes) if (segment.componentIs(1, 1, code)) return true;
  return false;
}

/** Adds the number of an element to a sum; an absent one counts as zero. */
export function addElement(sum: ExactSum, segment: Segment, element: number, times: 1 | -1 = 1): void {
  const start = segment.start(element);
  const end = segment.end(element);
  if (start < end) sum.addBytes(segment.chunk.bytes, start, end, times);
}

/** The transaction's own loop, which every loop has above it. */
export function rootOf(loop: LoopNode): LoopNode {
  let root = loop;
  while (root.parent !== undefined) root = root.parent;
  return root;
}

/** The number of an element by itself; zero when it is absent. */
export function numberOf(segment: Segment, element: number): ExactSum {
  const sum = new ExactSum();
  addElement(sum, segment, element);
  return sum;
}
