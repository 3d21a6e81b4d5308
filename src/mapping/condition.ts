import { packText } from '../common/pack-code';
import type { BoundCondition } from './bound-condition';
import type { Scope } from './field';
import { locate, selectChildren } from './locator';
import { parsePlace } from './place';
import { inLoop } from './scope';

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
export function bindCondition(condition: Condition, scope: Scope): BoundCondition {
  if ('has' in condition) return bindTest(condition.has, undefined, scope);
  if ('is' in condition) return bindTest(condition.is, condition.codes, scope);
  if ('not' in condition) return { kind: 'not', condition: bindCondition(condition.not, scope) };
  if ('any' in condition) return { kind: 'any', conditions: condition.any.map((one) => bindCondition(one, scope)) };
  if ('all' in condition) return { kind: 'all', conditions: condition.all.map((one) => bindCondition(one, scope)) };
  const loops = selectChildren(condition.inLoops, scope.loop).map(({ def }) => def);
  return { kind: 'any', conditions: loops.map((loop) => ({ kind: 'in loops', loop, condition: bindCondition(condition.where, inLoop(scope, loop)) })) };
}

function bindTest(placeText: string, codes: readonly string[] | undefined, scope: Scope): BoundCondition {
  const place = parsePlace(placeText);
  const packed = codes?.map(packText);
  if (place.element === undefined || place.isRelative) throw new TypeError(`'${placeText}' is no element, such as CLP11 or SVC01-1.`);
  if (packed?.some((code) => code < 0)) throw new TypeError(`A condition about ${placeText} has a code of more than three characters.`);
  const location = locate(place, { ...scope, readsUnused: true });
  if (location === undefined) return { kind: 'any', conditions: [] };
  return { kind: 'element', location, element: place.element, component: place.component, codes: packed && new Set(packed) };
}
