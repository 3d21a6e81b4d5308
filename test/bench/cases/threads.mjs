/**
 * Clearloop: what worker threads bring for a file with one transaction set, as JSON: [{ name, value, unit, note }]. The command runs with one, two and three
 * threads in turn, on all cores. The note has the load of the machine before.
 *
 *     node test/bench/cases/threads.mjs FILE SET
 */
import { availableParallelism, loadavg } from 'node:os';
import { measureProcess } from '../measure.mjs';

const ROUNDS = 3;

const [, , file, set] = process.argv;
const load = loadavg()[0].toFixed(1);
const [one, two, three] = [[], [], []];
for (let round = 0; round < ROUNDS; round++) for (const [i, runs] of [one, two, three].entries()) runs.push(await convert(i + 1));
const medianOf = (runs, key) => runs.map((run) => run[key]).toSorted((a, b) => a - b)[ROUNDS >> 1];
const note = `load ${load} before, ${availableParallelism()} cores`;
console.log(
  JSON.stringify([
    { name: `threads-${set}`, value: (100 * medianOf(two, 'wallSeconds')) / medianOf(one, 'wallSeconds'), unit: '% of the wall time of one thread', note },
    { name: `threads-${set}-memory`, value: (medianOf(three, 'peakBytes') - medianOf(two, 'peakBytes')) / 1e6, unit: 'MB', note },
  ]),
);

async function convert(jobs) {
  const args = ['dist/bundle/cli.js', 'convert', file, '--to', 'ndjson', '--no-descriptions', '--jobs', String(jobs), '--out', '/dev/null'];
  const run = await measureProcess({ root: process.cwd(), args, pinned: false });
  if (run.failure !== undefined) throw new Error(run.failure);
  return run;
}
