import type { Segment, SegmentList } from '../x12/segment';
import type { LoopDef } from './guide.types';
import { LoopNode } from './loop-node';
import type { WalkObserver } from './walk-observer';

/** Segments of a list, by index. */
export interface SegmentRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Makes the nodes of a loop whose segments were walked without objects: the first segment opens it, and each other one belongs to the nearest loop that has a
 * place for it. Returns the loop, and the innermost one, to which the last segment belongs. An observer watches as it would have watched the walk; the loops
 * that are still open are closed by `closeReplayed`.
 */
export function replayLoop(
  def: LoopDef,
  parent: LoopNode,
  list: SegmentList,
  { from, to }: SegmentRange,
  observer?: WalkObserver,
): { readonly loop: LoopNode; readonly last: LoopNode } {
  const loop = new LoopNode(def, parent);
  const trigger = list.at(from);
  loop.add(trigger, def.trigger);
  observer?.onOpen(loop, trigger);
  let last = loop;
  for (let i = from + 1; i < to; i++) last = replaySegment({ outermost: loop, innermost: last, observer }, list.at(i));
  return { loop, last };
}

/** Says that a loop and those open in it are complete. */
export function closeReplayed(innermost: LoopNode, outermost: LoopNode, observer: WalkObserver): void {
  closeTo(innermost, outermost, observer);
  observer.onClose(outermost);
}

function closeTo(innermost: LoopNode, loop: LoopNode, observer: WalkObserver): void {
  for (let node = innermost; node !== loop && node.parent !== undefined; node = node.parent) observer.onClose(node);
}

interface Replay {
  readonly outermost: LoopNode;
  readonly innermost: LoopNode;
  readonly observer: WalkObserver | undefined;
}

function replaySegment({ outermost, innermost, observer }: Replay, segment: Segment): LoopNode {
  for (let node: LoopNode | undefined = innermost; node !== undefined; node = node === outermost ? undefined : node.parent) {
    const candidate = node.def.candidates.get(segment.key)?.choose(segment);
    if (candidate === undefined) continue;
    if (observer !== undefined && node !== innermost) closeTo(innermost, node, observer);
    if (candidate.opens === undefined) {
      observer?.onPlace(segment, candidate.def, node);
      node.add(segment, candidate.def);
      return node;
    }
    const child = new LoopNode(candidate.opens, node);
    child.add(segment, candidate.def);
    node.addLoop(child);
    observer?.onOpen(child, segment);
    return child;
  }
  throw new RangeError(`Segment ${segment.segmentNumber} has no place in loop ${outermost.def.id}, although it was walked there.`);
}
