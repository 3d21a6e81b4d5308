/**
 * Clearloop: finds every segment and element of a file with the library's segment reader and prints both counts.
 *
 *     node test/bench/cases/segments.mjs FILE
 */
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { SegmentReader } = require('../../../dist/src/x12/segment-reader.js');

/** What the library's own file source reads at once. */
const READ_BYTES = 262_144;

console.log(JSON.stringify(await countWithSegmentReader(createReadStream(process.argv[2], { highWaterMark: READ_BYTES }))));

async function countWithSegmentReader(stream) {
  const counts = { segments: 0, elements: 0 };
  const onSegments = (segments) => {
    counts.segments += segments.length;
    for (const segment of segments) counts.elements += segment.elementCount;
  };
  const reader = new SegmentReader({ onSegments });
  for await (const buffer of stream) reader.write(buffer);
  reader.end();
  return counts;
}
