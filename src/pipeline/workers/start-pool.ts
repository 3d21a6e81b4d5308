import { join } from 'node:path';
import { Piscina } from 'piscina';
import { packageRoot } from '../../common/package-root';
import { endLimit } from '../../common/short-lived-objects';

/** Threads without work end after this time. */
const IDLE_MILLISECONDS = 2_000;

/**
 * Half of the memory of young objects, in MiB: a part of a file leaves few. With 8, as the main thread has, two threads take 9 to 20 MB more and are not
 * faster. V8 rounds up to a power of two.
 */
const YOUNG_MEGABYTES = 4;

/** V8 lets the heap of a thread grow with the memory of the machine otherwise. It divides this by three: two halves, and large objects. */
const MAX_YOUNG_MEGABYTES = 3 * YOUNG_MEGABYTES;

/** Makes a pool of worker threads, which start with their work. */
export function startPool(maxThreads: number): Piscina {
  // Threads of the command start from the code cache with these flags. In return, the young objects of this thread may take more from here on.
  endLimit();
  return new Piscina({
    filename: join(packageRoot(), 'dist/bundle/worker.js'),
    name: 'run',
    minThreads: 0,
    maxThreads,
    idleTimeout: IDLE_MILLISECONDS,
    recordTiming: false,
    resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_MEGABYTES },
  });
}
