import { startWatchdog, type Watchdog } from '../support/watchdog';

/** Runs a check of one input: a hang ends the process with the input shown, and what the check throws shows it too. */
export type WatchedCheck = (bytes: Buffer, check: () => Promise<void>) => Promise<void>;

/** Watches the checks of a test file. */
export function watchedInput(): WatchedCheck {
  let watchdog: Watchdog | undefined;
  beforeAll(() => {
    watchdog = startWatchdog();
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
