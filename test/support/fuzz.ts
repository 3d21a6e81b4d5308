/** Seconds that each property takes in the long suites; 0 in `npm test`, where runs are counted and never timed. */
const SECONDS = Number(process.env['CLEARLOOP_FUZZ_SECONDS'] ?? 0);

/** True in the long suites. */
export const isLong = SECONDS > 0;

const FIXED_SEED = 20_250_115;

/** The seed of every property: fixed, so that a verdict is the same on every machine; in the long suites a new one unless it is set. */
const SEED = Number(process.env['CLEARLOOP_FUZZ_SEED'] ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : FIXED_SEED));

/** What fast-check is asked for. */
export interface Budget {
  readonly seed: number;
  readonly numRuns: number;
  readonly interruptAfterTimeLimit?: number;
  readonly markInterruptAsFailure?: false;
}

const MAX_RUNS = 1_000_000;

/** The share of the named runs in `npm test`: each property has its seconds in the long suites. */
const SHARE = 0.2;

/**
 * The parameters of a property for `fc.assert`: a fifth of the named runs. In the long suites it runs until its time is over, which is no
 * failure. Choose a number of runs that takes about 0.5 seconds; a failure prints the seed.
 */
export function budget(runs: number): Budget {
  if (!isLong) return { seed: SEED, numRuns: Math.ceil(SHARE * runs) };
  return { seed: SEED, numRuns: MAX_RUNS, interruptAfterTimeLimit: SECONDS * 1000, markInterruptAsFailure: false };
}

/** Every nth of many cases that check the same code, from a place that depends on the seed; all of them in the long suites. */
export function everyNth<T>(n: number, cases: readonly T[]): readonly T[] {
  return isLong ? cases : cases.filter((_, index) => index % n === SEED % Math.min(n, cases.length));
}

/**
 * `it` for tests that run once more in another way, such as on a second database: every nth of them, from a place that depends on the seed; all of
 * them in the long suites.
 */
export function itEveryNth(n: number): Pick<jest.It, 'each'> & ((title: string, test: jest.ProvidesCallback) => void) {
  if (isLong) return it;
  let count = SEED % n;
  const isWanted = (): boolean => count++ % n === 0;
  const each = (cases: readonly unknown[]) => {
    const wanted = cases.filter(isWanted);
    return wanted.length > 0 ? it.each(wanted) : () => undefined;
  };
  const one = (title: string, test: jest.ProvidesCallback): void => {
    if (isWanted()) it(title, test);
  };
  return Object.assign(one, { each: each as jest.Each });
}

/** `it` for tests that start processes, wait, or repeat a quicker one at length: they run in the long suites. */
export const itLong = isLong ? it : it.skip;

/** How many of something a test takes: all in the long suites, fewer in `npm test`. */
export const sizeOf = (long: number, short: number): number => (isLong ? long : short);
