import type { SegmentHolder } from '../guide/loop-walker';
import type { Chunk, Segment } from '../x12/segment';

/** Counts the input that kept segments hold on to: each is a view of its chunk, so that one of them keeps all of it. */
export class HeldBytes implements SegmentHolder {
  bytes = 0;
  /** Bytes of the segments alone. */
  ownBytes = 0;
  private chunk: Chunk | undefined;

  hold(segment: Segment): void {
    this.ownBytes += segment.byteLength;
    const { chunk } = segment;
    if (chunk === this.chunk) return;
    this.chunk = chunk;
    this.bytes += chunk.bytes.length;
  }
}
