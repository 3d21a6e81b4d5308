/** Largest piece: each ends a walk, which costs time, and work on one takes a few milliseconds. The scanner and the kernel have room for two. */
export const MAX_PIECE_BYTES = 1 << 18;

/** The bytes of a source in buffers of bounded size, which may change while it is read. The source is closed when the reader stops early. */
export async function* pieces(source: AsyncIterable<Uint8Array>, size: { readonly pieceBytes: number }): AsyncGenerator<Buffer, void, undefined> {
  for await (const data of source) {
    const buffer = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    for (let start = 0, end; start < buffer.length; start = end) {
      end = start + size.pieceBytes;
      yield buffer.subarray(start, end);
    }
  }
}
