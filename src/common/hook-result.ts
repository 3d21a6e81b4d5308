/*
 * Results of hooks of plugins. TypeScript says what a hook returns, but plugins may be written without it: an `async` hook, or one that returns nothing, is a
 * mistake of the plugin, which counts as a throw of the hook.
 */

/** A mistake of a plugin that a hook shows by its result. The message has no values, so that others may repeat it. */
export class HookMistake extends Error {
  override readonly name = 'HookMistake';
}

/** Returns the result of a hook. Throws HookMistake for a promise, whose rejection is ignored then: otherwise it would end the process. */
export function synchronous<T>(result: T, what = 'the hook'): T {
  if (typeof result !== 'object' || result === null) return result;
  const isPromise = 'then' in result && typeof result.then === 'function';
  if (!isPromise && !(Symbol.asyncIterator in result)) return result;
  if (isPromise) Promise.resolve(result).catch(() => undefined);
  throw new HookMistake(`${what} is asynchronous`);
}

/** Returns the pieces of a hook that may write in pieces; none for a hook that has written everything. Throws HookMistake for another result. */
export function piecesOf(result: unknown): Iterable<unknown> {
  const pieces = synchronous(result);
  if (typeof pieces === 'object' && pieces !== null && isIterable(pieces)) return pieces;
  if (pieces === undefined || pieces === null || pieces === false) return [];
  throw new HookMistake('the hook returns no list of pieces');
}

/** True at the end of the pieces. Throws HookMistake for a step or a piece that is a promise. */
export function isOver(step: IteratorResult<unknown, unknown>): boolean {
  synchronous(synchronous(step).value);
  return step.done === true;
}

/** The mistake that a hook showed, for the message of its failure; empty for other errors, whose messages may contain values. */
export function mistakeIn(cause: unknown): string {
  return cause instanceof HookMistake ? ` (${cause.message})` : '';
}

function isIterable(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value && typeof value[Symbol.iterator] === 'function';
}
