import { DataSource } from 'typeorm';
import { EdiError } from '../common/edi-error';
import type { CodeDriver } from './database/code-driver';

/** How long a search may take. The slowest of all code sets takes a second or two on a busy machine. */
const BUDGET_MILLISECONDS = 10_000;

/** Searches that wait for their turn. */
const MAX_WAITING = 200;

/** Interval at which a statement is cancelled until it ends: a statement that is about to begin does not receive the cancellation. */
const CANCEL_MILLISECONDS = 100;

/** Query function of a search. `throwIfOver` throws when its time is over or its caller has gone; call it between two statements. */
export type Search<T> = (database: DataSource, throwIfOver: () => void) => Promise<T>;

/** Ends the wait of a search: with its turn, or without. */
type EndWait = (hasTurn: boolean) => void;

/**
 * Runs searches one after the other on a connection of their own, so that they block neither the threads nor the connection of look-ups for conversions.
 * Cancels a search that takes too long, or whose caller has gone.
 */
export class SearchLane {
  private own: Promise<DataSource> | undefined;
  private readonly queue = new Set<EndWait>();
  private isRunning = false;
  /** Called when no search runs; set when the lane is closed. */
  private onIdle: (() => void) | undefined;
  private isClosed = false;

  /** `main` is the database that is open; it is used where the driver has no connections for searches. */
  constructor(
    private readonly main: DataSource,
    private readonly driver: CodeDriver,
    private readonly budgetMilliseconds = BUDGET_MILLISECONDS,
  ) {}

  /**
   * Runs a search when those before it are done. Throws EDI_SERVICE_BUSY where too many wait, EDI_SEARCH_TIMEOUT, and EDI_SERVICE_STOPPING when the lane is
   * closed. When the signal is aborted, a waiting search leaves the queue and a running one is cancelled; both throw the reason of the signal.
   */
  async run<T>(search: Search<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.isClosed) throw stopping();
    if (this.isRunning && !(await this.waitForTurn(signal))) {
      signal?.throwIfAborted();
      throw stopping();
    }
    this.isRunning = true;
    try {
      return await this.runNow(search, signal);
    } finally {
      this.passOn();
    }
  }

  /** Refuses the searches that wait, and closes the connection once the running one is done. The signal of that one ends it sooner. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const endWait of this.queue) endWait(false);
    if (this.isRunning) await new Promise<void>((resolve) => (this.onIdle = resolve));
    await (await this.own)?.destroy();
  }

  /** Returns false for a search whose caller has gone, and when the lane is closed. */
  private async waitForTurn(signal: AbortSignal | undefined): Promise<boolean> {
    // The running one counts.
    if (this.queue.size + 1 >= MAX_WAITING) throw new EdiError('EDI_SERVICE_BUSY', `${MAX_WAITING} searches wait for their turn. Try again in a few seconds.`);
    return new Promise((resolve) => {
      const endWait: EndWait = (hasTurn) => {
        signal?.removeEventListener('abort', onAbort);
        this.queue.delete(endWait);
        resolve(hasTurn);
      };
      const onAbort = (): void => endWait(false);
      signal?.addEventListener('abort', onAbort);
      this.queue.add(endWait);
    });
  }

  /** The lane stays taken while the next search begins, so that none comes between. */
  private passOn(): void {
    const [endWait] = this.queue;
    if (endWait !== undefined) return endWait(true);
    this.isRunning = false;
    this.onIdle?.();
  }

  private async runNow<T>(search: Search<T>, signal: AbortSignal | undefined): Promise<T> {
    const database = await this.open();
    signal?.throwIfAborted();
    const cancellation = new Cancellation(async () => {
      if (database !== this.main) await this.driver.cancel(database, this.main);
    });
    const onAbort = (): void => cancellation.begin(() => signal?.reason);
    const timer = setTimeout(() => cancellation.begin((cause) => this.timeout(cause)), this.budgetMilliseconds);
    signal?.addEventListener('abort', onAbort);
    try {
      return await search(database, () => cancellation.throwIfBegun());
    } catch (cause) {
      cancellation.throwIfBegun(cause);
      throw cause;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      await cancellation.end();
    }
  }

  private timeout(cause?: unknown): EdiError {
    const message = `The search took longer than ${this.budgetMilliseconds} ms and was cancelled. Use fewer or longer words, or name the type of the codes.`;
    return new EdiError('EDI_SEARCH_TIMEOUT', message, { cause });
  }

  private async open(): Promise<DataSource> {
    const options = this.driver.searchOptions(this.budgetMilliseconds);
    if (options === undefined) return this.main;
    this.own ??= new DataSource(options).initialize();
    try {
      const database = await this.own;
      return database;
    } catch (error) {
      // The next search tries again.
      this.own = undefined;
      throw error;
    }
  }
}

/** Cancels the statement of a search, again and again until the search has ended. */
class Cancellation {
  private errorOf: ((cause: unknown) => unknown) | undefined;
  private repeated: NodeJS.Timeout | undefined;
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly cancel: () => Promise<void>) {}

  /** `errorOf` returns the error that the search ends with. A second call does nothing. */
  begin(errorOf: (cause: unknown) => unknown): void {
    if (this.errorOf !== undefined) return;
    this.errorOf = errorOf;
    this.repeat();
  }

  throwIfBegun(cause?: unknown): void {
    if (this.errorOf !== undefined && !(cause instanceof EdiError)) throw this.errorOf(cause);
  }

  /** Resolves when no cancellation is under way, which would reach the next search. */
  async end(): Promise<void> {
    clearTimeout(this.repeated);
    await this.work;
  }

  private repeat(): void {
    this.work = this.work.then(this.cancel);
    this.repeated = setTimeout(() => this.repeat(), CANCEL_MILLISECONDS);
  }
}

function stopping(): EdiError {
  return new EdiError('EDI_SERVICE_STOPPING', 'The database of codes is being closed and takes no more searches. Send the request again.');
}
