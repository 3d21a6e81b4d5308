import { SegmentBlock } from './segment-block.mjs';

/**
 * Gives the output to an open file: segments are put into its `block`, which the caller flushes when it is full. It is one
 * block of 1 MB, reused; waiting for each write to end is the back-pressure. `written` counts what was flushed.
 */
export function createOutput(file) {
  const block = new SegmentBlock();
  const written = { bytes: 0, segments: 0, elements: 0 };
  const flush = async () => {
    await writeFully(file, block.bytes, block.length);
    written.bytes += block.length;
    written.segments += block.segmentCount;
    written.elements += block.elementCount;
    block.clear();
  };
  return {
    block,
    written,
    flush,
    segmentCount: () => written.segments + block.segmentCount,
    byteCount: () => written.bytes + block.length,
  };
}

async function writeFully(file, bytes, length) {
  for (let position = 0; position < length;) {
    const { bytesWritten } = await file.write(bytes, position, length - position);
    position += bytesWritten;
  }
}
