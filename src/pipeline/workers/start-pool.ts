import { join } from 'node:path';
import { Piscina } from 'piscina';
import { packageRoot } from '../../common/package-root';

/** Threads without work end after this time. */
const IDLE_MILLISECONDS = 2_000;

/** V8 lets the heap of a thread grow with the memory of the machine otherwise. */
const MAX_YOUNG_MEGABYTES = 24;

/** Makes a pool of worker threads, which start with their work. */
export const startPool = (maxThreads: number): Piscina =>
  new Piscina({
    filename: join(packageRoot(), 'dist/bundle/worker.js'),
    name: 'run',
    minThreads: 0,
    maxThreads,
    idleTimeout: IDLE_MILLISECONDS,
    recordTiming: false,
    resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_MEGABYTES },
  });
