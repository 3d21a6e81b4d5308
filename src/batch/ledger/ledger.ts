import type { DataSource } from 'typeorm';
import type { OutputFile } from '../../io/output-set';
import type { FileResult } from '../batch.types';
import { askDatabase } from './ask-database';
import type { BatchFileEntity } from './batch-file.entity';
import { BatchTable } from './batch-table';
import { type Lease, readOutputs } from './columns';
import { FileTable, type OwnedFile } from './file-table';
import { PartTable } from './part-table';
import { PublicationTable } from './publication-table';
import { LedgerFigures } from './ledger-figures';
import { VersionTable } from './version-table';

/**
 * What is to be done and what was done. Every change of state is one statement that names the state before it, so that of several processes which compete one wins.
 * What the database throws becomes EDI_LEDGER_UNAVAILABLE.
 */
export class Ledger {
  readonly batches: BatchTable;
  readonly files: FileTable;
  /** Parts of large files. */
  readonly parts: PartTable;
  /** What outputs hold. */
  readonly publications: PublicationTable;
  /** Newest versions of sources. */
  readonly versions: VersionTable;
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
    this.publications = new PublicationTable(database);
    this.versions = new VersionTable(database);
    this.figures = new LedgerFigures(database, now);
  }

  close(): Promise<void> {
    return this.database.destroy();
  }

  /** Answers when the database does. */
  async ping(): Promise<void> {
    await askDatabase(() => this.database.query('SELECT 1'));
  }

  /** Takes the right to show the outputs of a file. False when the file was taken away. */
  async mayPublish(file: OwnedFile, outputs: readonly OutputFile[]): Promise<boolean> {
    if (!(await this.files.beginPublishing(file))) return false;
    await this.publications.begin(file.id, outputs);
    return true;
  }

  /** Ends a file whose outputs are visible. False when the file was taken away. */
  async finish(file: OwnedFile, result: FileResult): Promise<boolean> {
    // First, so that a file that is done never claims bytes that may be those of another.
    await this.publications.end(file.id, result.outputs);
    return this.files.finish(file, result);
  }

  /** The outputs of an earlier conversion of the same content with the same options, if it was the last one to publish to each of them. */
  async findPublished(contentKey: string, batchId: string, again: boolean): Promise<readonly OutputFile[] | undefined> {
    const newest = await this.files.findConverted(contentKey, batchId, again);
    if (newest === undefined) return undefined;
    const outputs = readOutputs(newest.outputs);
    const publications = await this.publications.of(outputs);
    const found = outputs.map((path) => ({ path, fileId: publications.get(path)?.fileId, bytes: publications.get(path)?.bytes ?? 0 }));
    // Of several batches with one content, an older row may be the last one to publish.
    const fileId = found.length === 0 ? newest.id : found[0]?.fileId;
    if (typeof fileId !== 'number' || found.some((output) => output.fileId !== fileId)) return undefined;
    const file = fileId === newest.id ? newest : await this.files.find(fileId);
    const isSame = file?.state === 'done' && file.contentKey === contentKey && (!again || file.batchId === batchId);
    return isSame ? found : undefined;
  }

  /** Says that an owner lives: the files that it works on, and the listings that it does, stay its own. Its other files wait again. */
  async renew(lease: Lease, inWork: ReadonlySet<number>): Promise<void> {
    await this.files.renew(lease, inWork);
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
