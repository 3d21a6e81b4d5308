/**
 * Clearloop: finds every segment and element of a file with the library's segment reader and prints both counts.
 *
 *     node test/bench/cases/segments.mjs FILE
 */
import { openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { SegmentReader } = require('../../../dist/src/x12/segment-reader.js');

const READ_BYTES = 65_536;

console.log(JSON.stringify(countWithSegmentReader(openSync(process.argv[2]))));

/** The reader copies what it keeps, so that one buffer is enough for the whole file. */
function countWithSegmentReader(file) {
  const counts = { segments: 0, elements: 0 };
  const onSegments = (segments) => {
    counts.segments += segments.length;
    for (const segment of segments) counts.elements += segment.elementCount;
  };
  const reader = new SegmentReader({ onSegments });
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer)) reader.write(buffer.subarray(0, length));
  reader.end();
  return counts;
}
