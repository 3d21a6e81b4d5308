import type { SegmentList } from '../x12/segment';
import type { LoopDef } from './guide.types';
import { LoopNode } from './loop-node';

/** Segments of a list, by index. */
export interface SegmentRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Makes the nodes of a loop whose segments were walked without objects: the first segment opens it, and each other one belongs to the nearest loop that has a
 * place for it. Returns the loop, and the innermost one, to which the last segment belongs.
 */
export function replayLoop(
  def: LoopDef,
  parent: LoopNode,
  list: SegmentList,
  { from, to }: SegmentRange,
): { readonly loop: LoopNode; readonly last: LoopNode } {
  const loop = new LoopNode(def, parent);
  loop.add(list.at(from), def.trigger);
  let last = loop;
  for (let i = from + 1; i < to; i++) last = replaySegment(loop, last, list, i);
  return { loop, last };
}

function replaySegment(outermost: LoopNode, innermost: LoopNode, list: SegmentList, index: number): LoopNode {
  const segment = list.at(index);
  for (let node: LoopNode | undefined = innermost; node !== undefined; node = node === outermost ? undefined : node.parent) {
    const candidate = node.def.candidates.get(segment.key)?.choose(segment);
    if (candidate === undefined) continue;
    if (candidate.opens === undefined) {
      node.add(segment, candidate.def);
      return node;
    }
    const child = new LoopNode(candidate.opens, node);
    child.add(segment, candidate.def);
    node.addLoop(child);
    return child;
  }
  throw new RangeError(`Segment ${segment.segmentNumber} has no place in loop ${outermost.def.id}, although it was walked there.`);
}
