import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Makes V8 assume that objects die young, whatever it has seen of them. To be called at the start of a process, before anything is optimised.
 *
 * What a piece of input becomes is alive until its batch is written, and then all of it is dead. A collection in the middle of a batch
 * finds most of it alive, and V8 then makes such objects among the old ones from the start, where they stay for long after their death and
 * keep everything alive that they point to. Measured on claims: a third of the time, and half as much memory again.
 *
 * What little does grow old is collected when the heap has about doubled, not later: with three fifths a conversion takes 2 to 3 MB less, and 2 to 3 %
 * more time. Once there are threads, of which each has a heap, it is collected sooner: two take 16 to 33 MB less, and no more time than can be measured.
 */
export function expectShortLivedObjects(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  // A collection of young objects takes about a millisecond: helpers take longer to begin than they save.
  setFlagsFromString('--no-parallel-scavenge');
  // For `collectYoung`: threads that start from now on may collect.
  setFlagsFromString('--expose-gc');
  if (limit.check === undefined) limitGrowth();
}

/** How much the heap grows before old objects are collected, in percent. */
const GROWTH = { alone: 110, withThreads: 30, often: 20 } as const;

/** Half of the memory of young objects, in MiB: what is alive at a collection is copied into the other half. */
const YOUNG_MEGABYTES = 8;

const CHECK_MILLISECONDS = 20;

/** Of the process: the file that loads the bundle has a copy of this module. */
const limit: { check?: NodeJS.Timeout } = (asShared(globalThis)[Symbol.for('clearloop: memory of young objects')] ??= {});

function asShared(value: unknown): Record<symbol, object | undefined> {
  return value as Record<symbol, object | undefined>;
}

/**
 * Lets the memory of young objects grow at once, and stops its growth at half of what V8 lets it have. A batch fits well into that: with all of it a process
 * takes 26 MB more and is not faster. The limit of V8 itself can be set on the command line of Node only, but how much it grows each time is read
 * when it grows.
 */
function limitGrowth(): void {
  // Threads begin with all that they may have.
  setFlagsFromString(`--min-semi-space-size=${YOUNG_MEGABYTES}`);
  setFlagsOfThreads();
  // The code is loaded by then.
  process.nextTick(collectAfter, GROWTH.alone);
  const check = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    if (young !== undefined && young.space_size < 2 * YOUNG_MEGABYTES * 1024 * 1024) return;
    growBy(1);
    clearInterval(check);
  }, CHECK_MILLISECONDS);
  check.unref();
  limit.check = check;
  process.prependOnceListener('exit', endLimit);
}

/**
 * Sets the flags as they were when the code was loaded: V8 takes a code cache, also in a thread, for the flags that it was written with only. Those of a
 * program that uses the library stay as they are.
 */
export function endLimit(): void {
  if (limit.check === undefined) return;
  clearInterval(limit.check);
  setFlagsOfThreads();
}

function setFlagsOfThreads(): void {
  growBy(YOUNG_MEGABYTES);
  collectAfter(GROWTH.withThreads);
}

const growBy = (times: number): void => setFlagsFromString(`--semi-space-growth-factor=${times}`);
const collectAfter = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);

/**
 * Collects the young objects of a worker thread, when nearly all of them are dead: those that a collection in the middle of a part finds alive become old,
 * and each collection of old objects looks at all of the heap. Does nothing in other threads, and in programs that use the library.
 */
export function collectYoung(): void {
  globalThis.gc?.({ type: 'minor' });
}

/**
 * Collects old objects when the heap has grown by a fifth: for a process that reads a large file while its memory is to stay small. It takes some hundredths
 * of the time.
 */
export function collectOften(): void {
  collectAfter(GROWTH.often);
}
