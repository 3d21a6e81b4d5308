/** Larger buffers are cut, so that one of hundreds of megabytes does not make that many records at once. */
const PIECE_BYTES = 1 << 16;

/** The bytes of a source in buffers of bounded size. The source is closed when the reader stops early. */
export async function* pieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
  for await (const data of source) {
    const buffer = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    for (let start = 0; start < buffer.length; start += PIECE_BYTES) yield buffer.subarray(start, start + PIECE_BYTES);
  }
}
