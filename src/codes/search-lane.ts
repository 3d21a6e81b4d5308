import { DataSource } from 'typeorm';
import { EdiError } from '../common/edi-error';
import type { CodeDriver } from './database/code-driver';

/** How long a search may take. The slowest of all code sets takes a second or two on a busy machine. */
const BUDGET_MILLISECONDS = 10_000;

/** Searches that wait for their turn. */
const MAX_WAITING = 200;

/** Interval at which a statement is cancelled until it ends: a statement that is about to begin does not receive the cancellation. */
const CANCEL_MILLISECONDS = 100;

/** Query function of a search, which notices its timeout between two statements. */
export type Search<T> = (database: DataSource, throwIfOver: () => void) => Promise<T>;

/**
 * Runs searches one after the other on a connection of their own, so that they block neither the threads nor the connection of look-ups for conversions.
 * Cancels a search that takes too long.
 */
export class SearchLane {
  private own: Promise<DataSource> | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** `main` is the database that is open; it is used where the driver has no connections for searches. */
  constructor(
    private readonly main: DataSource,
    private readonly driver: CodeDriver,
    private readonly budgetMilliseconds = BUDGET_MILLISECONDS,
  ) {}

  /** Runs a search when those before it are done. Throws EDI_SERVICE_BUSY where too many wait, and EDI_SEARCH_TIMEOUT. */
  async run<T>(search: Search<T>): Promise<T> {
    if (this.waiting >= MAX_WAITING) throw new EdiError('EDI_SERVICE_BUSY', `${MAX_WAITING} searches wait for their turn. Try again in a few seconds.`);
    this.waiting++;
    const turn = this.last.then(async () => this.runNow(search)).finally(() => this.waiting--);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Closes the connection, once the searches that run are done. */
  async close(): Promise<void> {
    await this.last;
    await (await this.own)?.destroy();
  }

  private async runNow<T>(search: Search<T>): Promise<T> {
    const database = await this.open();
    let isOver = false;
    let repeated: NodeJS.Timeout | undefined;
    const cancel = (): void => {
      isOver = true;
      if (database !== this.main) this.driver.cancel(database);
      repeated = setTimeout(cancel, CANCEL_MILLISECONDS);
    };
    const timer = setTimeout(cancel, this.budgetMilliseconds);
    try {
      return await search(database, () => {
        if (isOver) throw this.timeout();
      });
    } catch (cause) {
      throw isOver && !(cause instanceof EdiError) ? this.timeout(cause) : cause;
    } finally {
      clearTimeout(timer);
      clearTimeout(repeated);
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
