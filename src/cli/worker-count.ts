import { availableParallelism } from 'node:os';
import { isInstalled } from '../common/optional-part';
import type { Input } from './inputs';

/** Worker threads cost their start: less input is converted sooner without them. */
const MIN_BYTES = 64_000_000;

/** What a file costs beside its bytes, as bytes. */
const FILE_BYTES = 100_000;

/** More threads would wait for the one that writes. */
const MAX_THREADS = 8;

/** What `--jobs` takes: a number of threads, or `auto` for one for each core, at most eight, where there is much to do. */
export type Jobs = number | 'auto';

/** The worker threads of a command. One is none: this thread does the same. */
export function workersFor(jobs: Jobs = 'auto', inputs: readonly Pick<Input, 'bytes'>[]): number {
  const workers = jobs === 'auto' ? usualWorkers(inputs) : jobs;
  return workers > 1 ? workers : 0;
}

function usualWorkers(inputs: readonly Pick<Input, 'bytes'>[]): number {
  const work = inputs.reduce((sum, { bytes = 0 }) => sum + bytes + FILE_BYTES, 0);
  return work > MIN_BYTES && isInstalled('piscina') ? Math.min(availableParallelism(), MAX_THREADS) : 1;
}
