// Writes a 271 of one transaction, converts it to segments and prints what that needed as JSON.
//
//   node --expose-gc large-tree.mjs <file> <bytes>
//
// Memory is what is still held after a collection: how far the collector lags behind depends on how busy the machine is.
// Uses the built engine; the test that starts it builds it.
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { generate271 } from '../../bench/generate-271.mjs';

const require = createRequire(import.meta.url);
const { createConverter } = require('../../../dist/src/pipeline/create-converter.js');

const [path, bytes] = process.argv.slice(2);
const { segments } = generate271({ path, bytes: Number(bytes), singleTransaction: true });

const LINE_FEED = 0x0a;
const SEGMENT = Buffer.from('"segment_id":');

const conversion = createConverter().convert([{ name: 'large.edi', open: () => createReadStream(path) }], { output: 'ndjson', reusesChunks: true });
/** Memory is measured after so many pieces of output. */
const PIECES_BETWEEN_MEASUREMENTS = 100;

function heldMegabytes() {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

let [records, objects, largest, pieces, mostHeldMegabytes] = [0, 0, 0, 0, 0];
for await (const chunk of conversion) {
  largest = Math.max(largest, chunk.length);
  if (++pieces % PIECES_BETWEEN_MEASUREMENTS === 0) mostHeldMegabytes = Math.max(mostHeldMegabytes, heldMegabytes());
  for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) records++;
  for (let at = chunk.indexOf(SEGMENT); at >= 0; at = chunk.indexOf(SEGMENT, at + 1)) objects++;
}
const { bytes: read, issues, errors } = conversion.summary;
process.stdout.write(JSON.stringify({ bytes: read, segments, objects, records, largest, issues, errors, pieces, mostHeldMegabytes }));
