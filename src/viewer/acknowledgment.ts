import type { PrivacyTable } from '../pipeline/scrubbing/privacy-table';
import { privacyTable } from '../pipeline/scrubbing/scrub';
import type { Segment } from '../x12/segment';
import { SegmentReader } from '../x12/segment-reader';
import { maskSegment } from './mask';
import { joinSegment, splitSegment } from './segment-text';
import { elementsOf } from './segment-window';
import { allBytes } from './view-bytes';
import type { ViewFile } from './view-file';

/** The acknowledgment that the sender of a file would get. Throws what acknowledging throws. */
export function acknowledge(file: ViewFile, masks: boolean): AsyncIterable<Buffer> {
  const source = { name: file.name, open: () => allBytes(file.bytes) };
  const chunks = file.parts.engine.acknowledge([source], { ...file.parts.options, signal: file.signal });
  return masks ? masked(file, chunks) : chunks;
}

/** An acknowledgment repeats values that failed, and numbers of claims. */
async function* masked({ context }: ViewFile, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const table = privacyTable(context);
  let text = '';
  const reader = new SegmentReader({
    onSegments: (segments) => {
      for (const segment of segments) text += maskedText(table, segment);
    },
  });
  for await (const chunk of chunks) {
    reader.write(chunk);
    if (text !== '') yield Buffer.from(text);
    text = '';
  }
  reader.end();
  if (text !== '') yield Buffer.from(text);
}

function maskedText(table: PrivacyTable, segment: Segment): string {
  const { chunk } = segment;
  const { delimiters } = chunk;
  const text = splitSegment(chunk.bytes.toString('utf8', segment.start(0), segment.end(segment.elementCount)), delimiters);
  const shown = maskSegment(table, { text, elements: elementsOf(text.id, undefined), delimiters, isHeader: false });
  return `${joinSegment(shown, delimiters)}${String.fromCharCode(delimiters.segment)}\n`;
}
