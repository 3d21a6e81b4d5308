/**
 * Clearloop: what validation takes of the throughput of a conversion, as JSON: [{ name, value, unit }]. One engine converts the file
 * with and without it in turn; the first turn of each warms it up and is not counted. Once more with some 3,000 issues in it.
 *
 *     node test/bench/cases/validation.mjs FILE DATA_FOLDER SET
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { createConverter, openCodes } = require('../../../dist/bundle/index.js');

const ROUNDS = 5;
const ISSUES = 3_000;
/** As files are read. */
const PIECE = 1 << 18;

/** A place that each claim has, and what makes an issue of it without changing its length. */
const MISTAKES = { 835: ['CAS*CO*', 'CAS*XX*'], 837: ['DTP*472*D8*2', 'DTP*472*D8*X'] };

const [, , file, dataFolder, set] = process.argv;
const codes = await openCodes({ CLEARLOOP_DATA_DIR: dataFolder });
const converter = createConverter({ codes: codes.directory });
const good = readFileSync(file);
const bad = withMistakes(good, MISTAKES[set]);
const kinds = {
  plain: { bytes: good, options: { validate: false } },
  clean: { bytes: good, options: { validate: true } },
  troubled: { bytes: bad, options: { validate: true } },
};
const { plain, clean, troubled } = await measure();
await codes.close();
if (clean.issues > 0) throw new Error(`The generated file has ${clean.issues} issues.`);
if (troubled.issues < ISSUES / 2) throw new Error(`The changed file has ${troubled.issues} issues only.`);
const costOf = ({ seconds }) => 100 * (1 - plain.seconds / seconds);
console.log(
  JSON.stringify([
    { name: `validation-${set}`, value: costOf(clean), unit: '% of throughput' },
    { name: `validation-${set}-issues`, value: costOf(troubled), unit: '% of throughput' },
  ]),
);

/** The kinds take turns, so that a machine that is busy for a while is busy for all of them. */
async function measure() {
  const measured = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, { times: [], issues: 0 }]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [kind, { bytes, options }] of Object.entries(kinds)) {
      const start = performance.now();
      measured[kind].issues = await convert(bytes, options);
      if (round > 0) measured[kind].times.push((performance.now() - start) / 1000);
    }
  }
  return Object.fromEntries(Object.entries(measured).map(([kind, { times, issues }]) => [kind, { seconds: median(times), issues }]));
}

async function convert(bytes, options) {
  const source = { name: 'bench.edi', open: () => piecesOf(bytes) };
  const conversion = converter.convert([source], { output: 'ndjson', reusesChunks: true, maxWarnings: -1, ...options });
  for await (const _chunk of conversion);
  return conversion.summary.issues;
}

async function* piecesOf(bytes) {
  for (let start = 0; start < bytes.length; start += PIECE) yield bytes.subarray(start, start + PIECE);
}

/** Changes places that are spread over the file. */
function withMistakes(bytes, [from, to]) {
  const changed = Buffer.from(bytes);
  const places = [];
  for (let at = changed.indexOf(from); at >= 0; at = changed.indexOf(from, at + 1)) places.push(at);
  const step = Math.max(1, Math.floor(places.length / ISSUES));
  for (let i = 0; i < places.length; i += step) changed.write(to, places[i], 'latin1');
  return changed;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}
