/**
 * Clearloop: finds every segment and element of a file with the library's segment reader and prints both counts.
 *
 *     node test/bench/cases/segments.mjs FILE
 */
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { SegmentReader } = require('../../../dist/src/x12/segment-reader.js');

console.log(JSON.stringify(await countWithSegmentReader(createReadStream(process.argv[2]))));

// ---------------------------------------------------------------------------------------------------------------------
// The only place of the benchmark that calls the segment reader. Adapt it here when the reader's signature changes.
// ---------------------------------------------------------------------------------------------------------------------
async function countWithSegmentReader(stream) {
  const counts = { segments: 0, elements: 0 };
  const reader = new SegmentReader({});
  for await (const buffer of stream) countBatches(reader.push(buffer), counts);
  countBatches(reader.end(), counts);
  return counts;
}

function countBatches(batches, counts) {
  for (const batch of batches) {
    counts.segments += batch.segments.length;
    for (const segment of batch.segments) counts.elements += segment.elementCount;
  }
}
