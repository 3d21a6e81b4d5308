import { Readable } from 'node:stream';
import type { Conversion } from '../../pipeline/conversion.types';

/**
 * Pulls the first chunk of an iterable and returns an iterator over all of them, including the first. An error of the first chunk can still be answered with a
 * status. Closing the iterator closes the iterable, also before anything was taken.
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

/** Pulls the first chunk of a conversion and returns a stream of all. It pulls a chunk when its reader needs one; destroying it closes the conversion. */
export async function openConversionStream(conversion: Conversion): Promise<Readable> {
  return Readable.from(await pullFirst(conversion), { objectMode: false });
}

/** Buffered bytes of an answer that has no place for an error: most acknowledgments and files fit completely, and fail with a status. */
const BEGINNING_BYTES = 64 * 1024;

/** The same bytes; the first come as one chunk, once there are 64 KB of them or all. */
export async function* holdBeginning(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let held: Uint8Array[] | undefined = [];
  let length = 0;
  for await (const chunk of chunks) {
    if (held === undefined) {
      yield chunk;
      continue;
    }
    held.push(chunk);
    length += chunk.length;
    if (length < BEGINNING_BYTES) continue;
    yield Buffer.concat(held);
    held = undefined;
  }
  if (held !== undefined) yield Buffer.concat(held);
}
