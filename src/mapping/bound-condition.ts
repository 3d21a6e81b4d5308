import { packCode } from '../common/pack-code';
import type { LoopDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import { findAt, type Location } from './locator';

/** A condition bound to a loop of a guide. */
export type BoundCondition =
  | ElementTest
  | { readonly kind: 'any' | 'all'; readonly conditions: readonly BoundCondition[] }
  | { readonly kind: 'not'; readonly condition: BoundCondition }
  | { readonly kind: 'in loops'; readonly loop: LoopDef; readonly condition: BoundCondition };

/** A test of one element or component. */
interface ElementTest {
  readonly kind: 'element';
  readonly location: Location;
  readonly element: number;
  readonly component: number | undefined;
  /** Packed; undefined where any value will do. */
  readonly codes: ReadonlySet<number> | undefined;
}

/** True where a loop meets a condition; `segment` is the current one. */
export function meets(condition: BoundCondition, loop: LoopNode, segment: Segment): boolean {
  switch (condition.kind) {
    case 'element':
      return meetsTest(condition, loop, segment);
    case 'any':
      return condition.conditions.some((one) => meets(one, loop, segment));
    case 'all':
      return condition.conditions.every((one) => meets(one, loop, segment));
    case 'not':
      return !meets(condition.condition, loop, segment);
    case 'in loops':
      return loop.loops.some((child) => {
        const first = child.firstSegment;
        return child.def === condition.loop && first !== undefined && meets(condition.condition, child, first);
      });
  }
}

function meetsTest({ location, element, component, codes }: ElementTest, loop: LoopNode, current: Segment): boolean {
  const segment = findAt(location, loop, current);
  if (segment === undefined) return false;
  const start = component === undefined ? segment.start(element) : segment.componentStart(element, component);
  const end = component === undefined || start < 0 ? segment.end(element) : segment.componentEnd(element, start);
  if (start < 0 || start >= end) return false;
  return codes === undefined || codes.has(packCode(segment.chunk.bytes, start, end));
}
