import { availableParallelism } from 'node:os';
import type { Input } from './inputs';

/** Worker threads cost their start: less input is converted sooner without them. */
const MIN_BYTES = 64_000_000;

/** The worker threads of a command: as many as were asked for, by default one for each core where an input is large. One is none: this thread does the same. */
export function workersFor(jobs: number | undefined, inputs: readonly Pick<Input, 'bytes'>[]): number {
  const isLarge = inputs.some(({ bytes = 0 }) => bytes > MIN_BYTES);
  const workers = jobs ?? (isLarge ? availableParallelism() : 0);
  return workers > 1 ? workers : 0;
}
