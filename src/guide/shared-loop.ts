import type { LoopSource, NodeSource } from './guide-source';

/**
 * Gives the loop at a path of loop ids from the root, such as 2000A/2000B/2300; undefined when a step is missing.
 * Steps through a loop that itself shares another's children go on in that other loop.
 */
export function loopAt(root: readonly NodeSource[], path: string): LoopSource | undefined {
  return stepTo(root, path.split('/'), root, 0);
}

/** The children of a loop: its own, or with `use` those of the loop it shares. Undefined when that loop is missing. */
export function childrenOf(root: readonly NodeSource[], loop: LoopSource): readonly NodeSource[] | undefined {
  return sharedChildren(root, loop, 0);
}

/** How many loops may share in a row; more is a circle. */
const MOST_STEPS = 20;

function sharedChildren(root: readonly NodeSource[], loop: LoopSource, depth: number): readonly NodeSource[] | undefined {
  if (loop.use === undefined) return loop.children;
  if (depth > MOST_STEPS) return undefined;
  const shared = stepTo(root, loop.use.path.split('/'), root, depth + 1);
  return shared === undefined || shared === loop ? undefined : sharedChildren(root, shared, depth + 1);
}

function stepTo(root: readonly NodeSource[], path: readonly string[], from: readonly NodeSource[], depth: number): LoopSource | undefined {
  const [id, ...rest] = path;
  const loop = from.find((child) => child.kind === 'loop' && child.id === id);
  if (loop?.kind !== 'loop' || rest.length === 0) return loop?.kind === 'loop' ? loop : undefined;
  const children = sharedChildren(root, loop, depth);
  return children === undefined ? undefined : stepTo(root, rest, children, depth);
}
