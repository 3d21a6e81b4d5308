/**
 * Clearloop: what descriptions cost when all codes are known, as JSON: [{ name, value, unit }]. One engine converts the file with
 * and without descriptions in turn; the first turn of each warms it up and is not counted.
 *
 *     node test/bench/cases/descriptions.mjs FILE DATA_FOLDER
 */
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { createConverter, openCodes } = require('../../../dist/bundle/index.js');

const ROUNDS = 7;

const [, , file, dataFolder] = process.argv;
const codes = await openCodes({ CLEARLOOP_DATA_DIR: dataFolder });
const converter = createConverter({ codes: codes.directory });
const seconds = { with: [], without: [] };
let bytes = { with: 0, without: 0 };
for (let round = 0; round <= ROUNDS; round++) {
  for (const kind of ['without', 'with']) {
    const start = performance.now();
    bytes[kind] = await convert(kind === 'with');
    if (round > 0) seconds[kind].push((performance.now() - start) / 1000);
  }
}
await codes.close();
if (bytes.with <= bytes.without) throw new Error('The conversion with descriptions has none.');
const cost = 100 * (1 - median(seconds.without) / median(seconds.with));
console.log(JSON.stringify([{ name: 'descriptions', value: cost, unit: '% of throughput' }]));

async function convert(descriptions) {
  const source = { name: 'bench.edi', open: () => createReadStream(file) };
  let length = 0;
  for await (const chunk of converter.convert([source], { output: 'ndjson', descriptions, reusesChunks: true })) length += chunk.length;
  return length;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}
