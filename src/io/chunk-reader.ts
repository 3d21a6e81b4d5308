/** Reads chunks in parts: what follows a part is read next. */
export class ChunkReader {
  private left: Uint8Array = NO_BYTES;
  /** Number of bytes before what is read next. */
  position = 0;

  constructor(private readonly chunks: AsyncIterator<Uint8Array>) {}

  /** The rest of a chunk, or the next one; undefined at the end. Valid until the next call. */
  async next(): Promise<Uint8Array | undefined> {
    const { left } = this;
    this.left = NO_BYTES;
    const chunk = left.length > 0 ? left : await this.nextChunk();
    this.position += chunk?.length ?? 0;
    return chunk;
  }

  /** Returns the last bytes of what `next` returned to the input. */
  unread(bytes: Uint8Array): void {
    this.left = bytes;
    this.position -= bytes.length;
  }

  /** Returns what `take` returned to the input. */
  untake(bytes: Uint8Array): void {
    this.left = Buffer.concat([bytes, this.left]);
    this.position -= bytes.length;
  }

  /** The next bytes, as a copy; fewer at the end. */
  async take(count: number): Promise<Buffer> {
    const taken: Buffer[] = [];
    for (let missing = count; missing > 0;) {
      const chunk = await this.next();
      if (chunk === undefined) break;
      const part = chunk.subarray(0, missing);
      taken.push(Buffer.from(part));
      missing -= part.length;
      if (part.length < chunk.length) this.unread(chunk.subarray(part.length));
    }
    return Buffer.concat(taken);
  }

  /** Skips bytes up to the first one that meets a condition; false where none does. */
  async skipTo(isFound: (byte: number) => boolean): Promise<boolean> {
    for (;;) {
      const chunk = await this.next();
      if (chunk === undefined) return false;
      const at = chunk.findIndex(isFound);
      if (at < 0) continue;
      this.unread(chunk.subarray(at));
      return true;
    }
  }

  async close(): Promise<void> {
    await this.chunks.return?.();
  }

  private async nextChunk(): Promise<Uint8Array | undefined> {
    for (;;) {
      const next = await this.chunks.next();
      if (next.done === true) return undefined;
      if (next.value.length > 0) return next.value;
    }
  }
}

const NO_BYTES = new Uint8Array(0);
