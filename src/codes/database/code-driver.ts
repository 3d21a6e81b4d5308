import type { DataSource, DataSourceOptions, QueryRunner } from 'typeorm';

/** Differences between databases. Everything else is one SQL for both. */
export interface CodeDriver {
  /** Location of the codes, for messages. Never contains a password. */
  readonly place: string;
  readonly options: DataSourceOptions;
  /** The connections of searches; undefined if they share the one of everything else. `milliseconds` is the timeout of a search. */
  searchOptions(milliseconds: number): DataSourceOptions | undefined;
  /**
   * Cancels the statement that runs on the connection of searches; the question then throws. `main` is the other open database. Never rejects: whether it
   * could be cancelled shows in the statement itself.
   */
  cancel(searches: DataSource, main: DataSource): Promise<void>;
  /**
   * Returns a function that cancels the statement that runs on a connection, such as a merge that takes minutes. A statement that begins
   * after its promise is not cancelled.
   */
  canceller(runner: QueryRunner, database: DataSource): Promise<() => Promise<void>>;
  /** Called once, when the database is open and before any query. */
  prepare(runner: QueryRunner): Promise<unknown>;
  /**
   * Begins a transaction, and prevents other processes from changing the schema or loading codes until `unlock`. TypeORM does not know the transaction, so do
   * not use `save` inside, which begins one of its own.
   */
  lock(runner: QueryRunner): Promise<unknown>;
  unlock(runner: QueryRunner, isDone: boolean): Promise<unknown>;
  /** Called when all rows of a release are staged, inside the transaction, so that the planner knows their number. */
  measureStage(runner: QueryRunner): Promise<unknown>;
  /** Called after much was loaded, outside a transaction: brings statistics and indexes into shape. */
  tidy(runner: QueryRunner): Promise<unknown>;
  /** How migrations are run under the lock: the lock of an embedded database is a transaction already. */
  readonly migrationTransaction: 'none' | 'all';
  /** Type of text that sorts and compares by bytes: the same wherever texts are compared, or indexes are of no use. */
  readonly textType: string;
  /** Replaces `?` by the placeholders of the driver. */
  placeholders(sql: string): string;
  /** A condition on the alias `code` that is true if the word index matches the text of `wordMatch`, in the parameter `:words`. */
  readonly matchesWords: string;
  /** Text for the word index. Each element of `all` must fit; each of those is a choice of sets of word beginnings. */
  wordMatch(all: readonly WordChoice[], combine: 'all' | 'any'): string;
}

/** Sets of word beginnings, one of which must fit: `x-ray` is `xray`, or `x` and `ray`. Words are small letters and digits only. */
export type WordChoice = readonly (readonly string[])[];
