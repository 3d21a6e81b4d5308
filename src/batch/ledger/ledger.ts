import type { DataSource } from 'typeorm';
import { askDatabase } from './ask-database';
import type { BatchFileEntity } from './batch-file.entity';
import { BatchTable } from './batch-table';
import type { Lease } from './columns';
import { FileTable } from './file-table';
import { PartTable } from './part-table';
import { LedgerFigures } from './ledger-figures';

/**
 * What is to be done and what was done. Every change of state is one statement that names the state before it, so that of several processes which compete one wins.
 * What the database throws becomes EDI_LEDGER_UNAVAILABLE.
 */
export class Ledger {
  readonly batches: BatchTable;
  readonly files: FileTable;
  /** Parts of large files. */
  readonly parts: PartTable;
  /** Counts and sums. */
  readonly figures: LedgerFigures;

  constructor(
    private readonly database: DataSource,
    /** The clock that all processes of the ledger share. */
    readonly now: () => Date,
  ) {
    this.batches = new BatchTable(database, now);
    this.files = new FileTable(database, now);
    this.parts = new PartTable(database, now);
    this.figures = new LedgerFigures(database, now);
  }

  close(): Promise<void> {
    return this.database.destroy();
  }

  /** Answers when the database does. */
  async ping(): Promise<void> {
    await askDatabase(() => this.database.query('SELECT 1'));
  }

  /** Says that an owner lives: its files, and the listings that it does, stay its own. */
  async renew(lease: Lease): Promise<void> {
    await this.files.renew(lease);
    await this.batches.renewListings(lease);
  }

  /** Releases what ended owners had. Returns the files that wait again; `isGone` judges owners before their lease ends. */
  async recover(maxLosses: number, isGone: (owner: string) => boolean = () => false): Promise<readonly BatchFileEntity[]> {
    await this.batches.recoverListings(isGone);
    const recovered = await this.files.recover(maxLosses, isGone);
    await this.parts.settle();
    return recovered;
  }

  /** Cancels a batch: files that wait or are in work are not published. */
  async cancel(id: string): Promise<boolean> {
    const isCancelled = await this.batches.change(id, ['running'], 'cancelled');
    if (isCancelled) await this.files.cancel(id);
    return isCancelled;
  }

  /** Opens a batch again, with its failed and quarantined files, and those that were cancelled. Returns how many wait now. */
  async retry(id: string): Promise<number> {
    const waiting = await this.parts.retry(id);
    await this.batches.open(id);
    return waiting;
  }
}
