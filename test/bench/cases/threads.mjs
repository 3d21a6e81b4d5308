/**
 * Clearloop: what worker threads bring for a file with one transaction set, as JSON: [{ name, value, unit, note }]. The command runs with one, two and three
 * threads, on all cores. The note has the load of the machine before.
 *
 *     node test/bench/cases/threads.mjs FILE SET
 */
import { availableParallelism, loadavg } from 'node:os';
import { measureProcess } from '../measure.mjs';

const [, , file, set] = process.argv;
const note = `load ${loadavg()[0].toFixed(1)} before, ${availableParallelism()} cores`;
const [one, two, three] = [await convert(1), await convert(2), await convert(3)];
console.log(
  JSON.stringify([
    { name: `threads-${set}`, value: (100 * two.wallSeconds) / one.wallSeconds, unit: '% of the wall time of one thread', note },
    { name: `threads-${set}-memory`, value: (three.peakBytes - two.peakBytes) / 1e6, unit: 'MB', note },
  ]),
);

async function convert(jobs) {
  const args = ['dist/bundle/cli.js', 'convert', file, '--to', 'ndjson', '--no-descriptions', '--jobs', String(jobs), '--out', '/dev/null'];
  const run = await measureProcess({ root: process.cwd(), args, pinned: false });
  if (run.failure !== undefined) throw new Error(run.failure);
  return run;
}
