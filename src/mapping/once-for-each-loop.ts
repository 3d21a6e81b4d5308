import type { LoopNode } from '../guide/loop-node';

/**
 * Remembers what a function gave for the last loop: fields of one record that need the same answer ask one after the
 * other. Holds on to one loop at the most.
 */
export function onceForEachLoop<T>(find: (loop: LoopNode) => T): (loop: LoopNode) => T {
  let lastLoop: LoopNode | undefined;
  let lastValue: T | undefined;
  return (loop) => {
    if (lastLoop === loop && lastValue !== undefined) return lastValue;
    lastLoop = loop;
    return (lastValue = find(loop));
  };
}
