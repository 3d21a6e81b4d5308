/**
 * Pulls the first chunk of an iterable and gives an iterator over all of them, the first included. What the first one throws can
 * still be answered with a status. Closing the iterator closes the iterable, also before anything was taken.
 */
export async function pullFirst<T>(iterable: AsyncIterable<T>): Promise<AsyncIterableIterator<T, undefined>> {
  const chunks = iterable[Symbol.asyncIterator]();
  let first: IteratorResult<T, undefined> | undefined = await chunks.next();
  const replayed: AsyncIterableIterator<T, undefined> = {
    [Symbol.asyncIterator]: () => replayed,
    next: async () => {
      const held = first;
      first = undefined;
      return held ?? chunks.next();
    },
    return: async () => {
      await chunks.return?.();
      return { done: true, value: undefined };
    },
  };
  return replayed;
}
