/**
 * Clearloop: medians of code searches in an open database, as JSON: [{ name, value, unit }].
 *
 *     node test/bench/cases/code-search.mjs DATA_FOLDER
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { openCodes } = require('../../../dist/bundle/index.js');

const ROUNDS = 41;

const codes = await openCodes({ CLEARLOOP_DATA_DIR: process.argv[2] });
const words = await medianMilliseconds(() => codes.search('endo right knee'));
const exact = await medianMilliseconds(() => codes.search('0003D0R'));
await codes.close();
console.log(
  JSON.stringify([
    { name: 'search-words', value: words, unit: 'ms' },
    { name: 'search-exact-code', value: exact, unit: 'ms' },
  ]),
);

async function medianMilliseconds(search) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const found = await search();
    times.push(performance.now() - start);
    if (found.length === 0) throw new Error('A search of the benchmark finds nothing.');
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1];
}
