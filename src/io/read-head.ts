/** The first bytes of an input, and the iterator of the others. */
export interface HeadAndRest {
  /** At least the requested bytes; fewer only when the input ends. */
  readonly head: Uint8Array;
  readonly rest: AsyncIterator<Uint8Array>;
}

/** Reads chunks until `count` bytes are there. When reading fails, the input is closed and the failure thrown. */
export async function readHead(bytes: AsyncIterable<Uint8Array>, count: number): Promise<HeadAndRest> {
  const rest = bytes[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array(0);
  while (head.length < count) {
    const next = await rest.next();
    if (next.done === true) break;
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
  }
  return { head, rest };
}

/** Returns the head, then the rest. Closing it closes the rest, also before the first chunk was taken. */
export function continueWith(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncIterableIterator<Uint8Array> {
  let isHeadEmitted = head.length === 0;
  const iterator: AsyncIterableIterator<Uint8Array> = {
    [Symbol.asyncIterator]: () => iterator,
    next: async () => {
      if (isHeadEmitted) return rest.next();
      isHeadEmitted = true;
      return { done: false, value: head };
    },
    return: async () => {
      await rest.return?.();
      return { done: true, value: undefined };
    },
  };
  return iterator;
}
