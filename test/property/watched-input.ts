import { startWatchdog, type Watchdog } from '../support/watchdog';

/** Runs a check of one input: a hang ends the process with the input shown, and what the check throws shows it too. */
export type WatchedCheck = (bytes: Buffer, check: () => Promise<void>) => Promise<void>;

/** The seed of a fuzz test: that of the environment, or a new one. */
export const SEED = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** Each property may take so long. */
export const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 4);

/** Runs of a property until its time is over. */
export const LIMITS = { interruptAfterTimeLimit: SECONDS * 1000, markInterruptAsFailure: false, seed: SEED, numRuns: 1_000_000 } as const;

/** Watches the checks of a test file, and says by which seed it ran over how many inputs. */
export function watchedInput(inputs: number): WatchedCheck {
  let watchdog: Watchdog | undefined;
  beforeAll(() => {
    console.info(`FUZZ_SEED=${SEED}, ${inputs} inputs`);
    watchdog = startWatchdog(10);
  });
  afterAll(() => watchdog?.stop());
  return async (bytes, check) => {
    watchdog?.beat(bytes);
    try {
      await check();
    } catch (cause) {
      throw new Error(`Input: ${JSON.stringify(bytes.toString('latin1'))}`, { cause });
    }
  };
}
