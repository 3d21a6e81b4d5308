import type { LoopDef } from '../guide/guide.types';
import type { LoopNode } from '../guide/loop-node';
import type { Scope } from './field';
import { type ChildLoop, findChild, selectChildren, slotsOf } from './locator';
import type { Place } from './place';

/** Marks a scope as inside a segment: one of a place, or the first of the loop. */
export function inSegment(scope: Scope, place?: Place): Scope {
  return { ...scope, segments: place === undefined ? [scope.loop.trigger] : slotsOf(place, scope.loop) };
}

/** The scope of another loop of the same guide. */
export function inLoop({ guide, observer }: Scope, loop: LoopDef): Scope {
  return { guide, loop, segments: undefined, ...(observer ? { observer } : {}) };
}

/** Leads from a loop to one of its ancestors or to a child of one, such as from a claim to the payer of its transaction. */
export interface LoopPath {
  readonly up: number;
  /** A child loop of the ancestor; undefined for the ancestor itself. */
  readonly down: ChildLoop | undefined;
  readonly target: LoopDef;
}

/** Finds the way to a target: the loop itself or an ancestor by id, or a child loop of one of them; the nearest. */
export function findPath(scope: Scope, target: string): LoopPath | undefined {
  let up = 0;
  for (let loop: LoopDef | undefined = scope.loop; loop !== undefined; loop = loop.parent, up++) {
    if (loop.id === target) return { up, down: undefined, target: loop };
    const [down] = selectChildren(target, loop);
    if (down !== undefined) return { up, down, target: down.def };
  }
  return undefined;
}

export function followPath({ up, down }: LoopPath, from: LoopNode): LoopNode | undefined {
  let loop: LoopNode | undefined = from;
  for (let step = 0; step < up; step++) loop = loop?.parent;
  return down === undefined ? loop : loop && findChild(loop, down);
}
