import { toEdiError, EdiError } from '../common/edi-error';
import { type CodeStore, unavailable } from './code-store';
import { locked } from './database/locked';
import type { ImportedRow, RecognisedRelease } from './import/import.types';
import { loadRelease } from './load/code-loader';
import type { LoadSummary } from './load/code-merge';

const CANCEL_MILLISECONDS = 100;

/** How an import is run. */
export interface ImportOptions {
  readonly now: Date;
  /** Ends the import; nothing of it stays. */
  readonly signal?: AbortSignal;
}

/**
 * Loads releases in one transaction: all of them, or nothing when a file is broken, the process is killed or the signal
 * is aborted. Searches go on meanwhile and see the state before. Throws EDI_CODES_FILE_INVALID, EDI_CODES_UNAVAILABLE and
 * the reason of the signal.
 */
export async function importCodes(
  { database, driver }: CodeStore,
  releases: readonly RecognisedRelease[],
  { now, signal }: ImportOptions,
): Promise<readonly LoadSummary[]> {
  const runner = database.createQueryRunner();
  try {
    const cancel = await driver.canceller(runner, database);
    const load = async (): Promise<readonly LoadSummary[]> => {
      const loaded: LoadSummary[] = [];
      for (const release of releases) loaded.push(await loadRelease(runner, driver, release, abortable(release.read(), signal), { now }));
      return loaded;
    };
    const summaries = await locked(runner, driver, () => cancellable(load, cancel, signal));
    await driver.tidy(runner);
    return summaries;
  } catch (cause) {
    // A statement that was cancelled throws an error of the database.
    signal?.throwIfAborted();
    if (cause instanceof EdiError) throw cause;
    throw isDatabaseError(cause) ? unavailable(driver, 'cannot be written', cause) : toEdiError(cause);
  } finally {
    await runner.release();
  }
}

/** Cancels the statements of work from the abort of a signal until the work ends: again and again, because a statement that is about to begin misses the first time. */
async function cancellable<T>(work: () => Promise<T>, cancel: () => Promise<void>, signal: AbortSignal | undefined): Promise<T> {
  let repeated: NodeJS.Timeout | undefined;
  const cancellations: Promise<void>[] = [];
  const cancelOnce = (): void => void cancellations.push(cancel());
  const onAbort = (): void => {
    repeated = setInterval(cancelOnce, CANCEL_MILLISECONDS);
    cancelOnce();
  };
  signal?.throwIfAborted();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const result = await work();
    signal?.throwIfAborted();
    return result;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    clearInterval(repeated);
    // One that is still under way would cancel the next statement, which ends the transaction.
    await Promise.all(cancellations);
  }
}

async function* abortable(rows: AsyncIterable<ImportedRow>, signal: AbortSignal | undefined): AsyncGenerator<ImportedRow, void, undefined> {
  for await (const row of rows) {
    signal?.throwIfAborted();
    yield row;
  }
}

function isDatabaseError(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'QueryFailedError';
}
