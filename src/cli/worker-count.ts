import { availableParallelism } from 'node:os';
import type { Input } from './inputs';

/** Worker threads cost their start: less input is converted sooner without them. */
const MIN_BYTES = 64_000_000;

/** What `--jobs` takes: a number of threads, or `auto` for one for each core where the inputs are large together. */
export type Jobs = number | 'auto';

/** The worker threads of a command. One is none: this thread does the same. */
export function workersFor(jobs: Jobs = 1, inputs: readonly Pick<Input, 'bytes'>[]): number {
  const isLarge = inputs.reduce((sum, { bytes = 0 }) => sum + bytes, 0) > MIN_BYTES;
  const workers = jobs === 'auto' ? (isLarge ? availableParallelism() : 1) : jobs;
  return workers > 1 ? workers : 0;
}
