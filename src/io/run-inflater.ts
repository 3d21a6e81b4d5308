import type { Zlib } from 'node:zlib';
import type { Transform } from 'node:stream';
import type { ChunkReader } from './chunk-reader';

/** A stream of zlib, which counts the bytes that it has read. */
export type Inflater = Transform & Zlib;

/**
 * Inflates up to the end of the compressed data, and returns the bytes after it to the input. Reads the next chunk when all of the one before was inflated
 * and taken. Throws what the inflater throws, after the bytes before.
 */
export async function* runInflater(input: ChunkReader, inflater: Inflater): AsyncGenerator<Buffer> {
  const output = new InflaterOutput(inflater);
  let written = 0;
  try {
    for (;;) {
      const chunk = await input.next();
      if (chunk === undefined) {
        yield* output.end();
        return;
      }
      written += chunk.length;
      yield* output.write(chunk);
      const left = written - inflater.bytesWritten;
      // Only data that has ended leaves a part of a chunk.
      if (left > 0) {
        input.unread(chunk.subarray(chunk.length - left));
        return;
      }
    }
  } finally {
    inflater.destroy();
  }
}

/** The bytes that an inflater writes. */
class InflaterOutput {
  private hasEnded = false;
  private failure: Error | undefined;
  private wake: () => void = () => undefined;

  constructor(private readonly inflater: Inflater) {
    inflater.on('readable', () => this.wake());
    inflater.on('end', () => {
      this.hasEnded = true;
      this.wake();
    });
    inflater.on('error', (error) => {
      this.failure = error;
      this.wake();
    });
  }

  /** What comes of a chunk. */
  async *write(chunk: Uint8Array): AsyncGenerator<Buffer> {
    let isTaken = false;
    this.inflater.write(chunk, () => {
      isTaken = true;
      this.wake();
    });
    yield* this.readUntil(() => isTaken);
  }

  /** What is left when no chunk follows. */
  async *end(): AsyncGenerator<Buffer> {
    this.inflater.end();
    yield* this.readUntil(() => false);
  }

  private async *readUntil(isDone: () => boolean): AsyncGenerator<Buffer> {
    for (;;) {
      const wasDone = isDone() || this.hasEnded;
      const bytes = asBuffer(this.inflater.read());
      if (bytes !== null) yield bytes;
      else if (this.failure !== undefined) throw this.failure;
      else if (wasDone) return;
      else if (!isDone() && !this.hasEnded) await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}

/** A stream of bytes reads buffers. */
function asBuffer(read: unknown): Buffer | null {
  return read as Buffer | null;
}
