/** Reads all bytes as text. */
export async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

/** Gives bytes in chunks of one size. */
export async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** Bytes without end that tell when they are closed. */
export function endlessBytes(chunk: Uint8Array): { readonly bytes: AsyncIterable<Uint8Array>; readonly state: { isClosed: boolean } } {
  const state = { isClosed: false };
  async function* give(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield chunk;
    } finally {
      state.isClosed = true;
    }
  }
  return { bytes: give(), state };
}

/** Reads the first chunk and stops. */
export async function firstOf(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  for await (const chunk of bytes) return chunk;
  return undefined;
}
