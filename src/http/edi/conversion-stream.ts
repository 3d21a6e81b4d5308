import { Readable } from 'node:stream';
import type { Conversion } from '../../pipeline/conversion.types';

/**
 * Pulls the first chunk of a conversion and gives a stream of all of them. What the first chunk throws can still be
 * answered with a status. The stream pulls a chunk when its reader wants one; destroying it closes the conversion.
 */
export async function openConversionStream(conversion: Conversion): Promise<Readable> {
  const chunks = conversion[Symbol.asyncIterator]();
  let first: IteratorResult<Buffer> | undefined = await chunks.next();
  const replayed: AsyncIterableIterator<Buffer> = {
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
  return Readable.from(replayed, { objectMode: false });
}
