import { packCode, packText } from '../common/pack-code';
import type { LoopDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { Segment } from '../x12/segment';
import { findAt, locate, type Location, selectChildren } from './locator';
import { parsePlace, type PlaceScope } from './place';

/**
 * A condition about the segments of a loop, as data. Places are written as in fields:
 *
 *     { has: 'CLP11' }                                  the element is there
 *     { is: 'SVC01-1', codes: ['NU'] }                  it is one of some codes of at most three characters
 *     { inLoops: '2110', where: { has: 'SVC04' } }      a child loop with the id meets a condition
 *
 * A place that the guide does not have is never there.
 */
export type Condition =
  | { readonly has: string }
  | { readonly is: string; readonly codes: readonly string[] }
  | { readonly any: readonly Condition[] }
  | { readonly all: readonly Condition[] }
  | { readonly not: Condition }
  | { readonly inLoops: string; readonly where: Condition };

/** Binds a condition to the loop of a scope. Throws TypeError for a place without an element, and for a code of more than three characters. */
export function bindCondition(condition: Condition, scope: PlaceScope): BoundCondition {
  if ('has' in condition) return bindTest(condition.has, undefined, scope);
  if ('is' in condition) return bindTest(condition.is, condition.codes, scope);
  if ('not' in condition) return { kind: 'not', condition: bindCondition(condition.not, scope) };
  if ('any' in condition) return { kind: 'any', conditions: condition.any.map((one) => bindCondition(one, scope)) };
  if ('all' in condition) return { kind: 'all', conditions: condition.all.map((one) => bindCondition(one, scope)) };
  const { guide } = scope;
  const loops = selectChildren(condition.inLoops, scope.loop).map(({ def }) => def);
  const conditions = loops.map(
    (loop) => ({ kind: 'in loops', loop, condition: bindCondition(condition.where, { guide, loop, segments: undefined }) }) as const,
  );
  return { kind: 'any', conditions };
}

function bindTest(placeText: string, codes: readonly string[] | undefined, scope: PlaceScope): BoundCondition {
  const place = parsePlace(placeText);
  const packed = codes?.map(packText);
  if (place.element === undefined || place.isRelative) throw new TypeError(`'${placeText}' is no element, such as CLP11 or SVC01-1.`);
  if (packed?.some((code) => code < 0)) throw new TypeError(`A condition about ${placeText} has a code of more than three characters.`);
  const location = locate(place, { ...scope, readsUnused: true });
  if (location === undefined) return { kind: 'any', conditions: [] };
  return { kind: 'element', location, element: place.element, component: place.component, codes: packed && new Set(packed) };
}

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
