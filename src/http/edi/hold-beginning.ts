/** What is held of an answer that has no place for an error: most acknowledgments and files fit whole, and fail with a status. */
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
