import type { Segment } from '../x12/segment';
import type { Guide, SegmentDef } from './guide.types';
import type { LoopNode } from './loop-node';

/** Twins stand near each other. In a loop of very many segments a search of all of them, for each one more, would take quadratic time. */
const FARTHEST_TWIN = 32;

/**
 * Where one segment may stand, and a second one was added: gives the place to the second one where the order of the guide shows that the
 * first one stands too early, and the second one does not:
 *
 *     N1*PR  N4 (early)  N3  N4
 */
export function preferInOrder(loop: LoopNode, second: Segment, def: SegmentDef, guide: Guide): void {
  const early = loop.first[def.position];
  const isExact = loop.def.candidates.get(second.key)?.choose(second)?.def === def;
  if (early === undefined || !isExact) return;
  const at = loop.segments.indexOf(early, -FARTHEST_TWIN);
  if (at < 0) return;
  const between = loop.segments.slice(at + 1, -1).map(({ slot }) => guide.segments[slot]);
  const isEarly = between.some((other) => other !== undefined && other.position < def.position && other.id !== def.id);
  if (isEarly && (between.at(-1)?.position ?? 0) <= def.position) loop.replaceFirst(early, second, def);
}
