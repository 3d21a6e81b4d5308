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
const SHARE = 0.6;

/**
 * The parameters of a property for `fc.assert`: three fifths of the named runs. In the long suites it runs until its time is over, which is no
 * failure. Choose a number of runs that takes about 0.5 seconds; a failure prints the seed.
 */
export function budget(runs: number): Budget {
  if (!isLong) return { seed: SEED, numRuns: Math.ceil(SHARE * runs) };
  return { seed: SEED, numRuns: MAX_RUNS, interruptAfterTimeLimit: SECONDS * 1000, markInterruptAsFailure: false };
}
