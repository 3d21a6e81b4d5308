import { createHash } from 'node:crypto';
import { type DataSource, In, IsNull, LessThan, LessThanOrEqual, MoreThan, Not, type Repository } from 'typeorm';
import type { BatchRequest, BatchState, FileFailure, FileResult, FileState } from '../batch.types';
import { askDatabase } from './ask-database';
import { BatchFileEntity } from './batch-file.entity';
import { BatchOutputEntity } from './batch-output.entity';
import { BatchEntity } from './batch.entity';
import { LedgerFigures } from './ledger-figures';

/** A batch as the ledger has it. */
export interface Batch {
  readonly id: string;
  readonly state: BatchState;
  readonly createdAt: string;
  readonly endedAt: string | undefined;
  readonly request: BatchRequest;
  /** True when all sources were listed once. */
  readonly isListed: boolean;
  /** True for workers of a queue; false for the process that made it. */
  readonly isQueued: boolean;
  /** Why its sources could not be listed the last time. */
  readonly failure: FileFailure | undefined;
}

/** A file that is new to a batch. */
export interface NewFile {
  readonly source: string;
  readonly name: string;
  readonly output: string;
  readonly bytes: number | undefined;
  readonly version: string | undefined;
  /** It is not begun before. */
  readonly notBefore?: Date;
}

/** Who works, and until when others believe it. */
export interface Lease {
  readonly owner: string;
  readonly milliseconds: number;
}

const ROWS_OF_STATEMENT = 200;

const IN_WORK = ['running', 'publishing'] as const;

const POLL_SECONDS = 10;

/** The most that a cell keeps: messages are short, and a ledger is no log. */
const MAX_MESSAGE = 1000;

/**
 * What is to be done and what was done. Every change of state is one statement that names the state before it, so that of several processes which compete one wins.
 * What the database throws becomes EDI_LEDGER_UNAVAILABLE.
 */
export class Ledger {
  /** Counts and sums. */
  readonly figures: LedgerFigures;
  private readonly batches: Repository<BatchEntity>;
  private readonly files: Repository<BatchFileEntity>;
  private readonly outputs: Repository<BatchOutputEntity>;

  constructor(
    private readonly database: DataSource,
    /** The clock that all processes of the ledger share. */
    readonly now: () => Date,
  ) {
    this.batches = database.getRepository(BatchEntity);
    this.files = database.getRepository(BatchFileEntity);
    this.outputs = database.getRepository(BatchOutputEntity);
    this.figures = new LedgerFigures(database, now);
  }

  close(): Promise<void> {
    return this.database.destroy();
  }

  /** Answers when the database does. */
  async ping(): Promise<void> {
    await askDatabase(() => this.database.query('SELECT 1'));
  }

  /** Stores a batch: for workers of a queue, or for the process that makes it. */
  async createBatch(id: string, request: BatchRequest, { isQueued = false } = {}): Promise<Batch> {
    const row = { id, state: 'running', createdAt: this.now().toISOString(), request: JSON.stringify(request), digest: digestOf(request) };
    await askDatabase(() => this.batches.insert({ ...row, isListed: 0, isQueued: isQueued ? 1 : 0, listingFailures: 0 }));
    return { id, state: 'running', createdAt: row.createdAt, endedAt: undefined, request, isListed: false, isQueued, failure: undefined };
  }

  async batch(id: string): Promise<Batch | undefined> {
    const row = await askDatabase(() => this.batches.findOneBy({ id }));
    return row === null ? undefined : toBatch(row);
  }

  /** The newest batches first. */
  async listBatches(limit: number, { state, before }: BatchPage = {}): Promise<readonly Batch[]> {
    const inState = state === undefined ? {} : { state };
    const isOlder = ({ createdAt, id }: Pick<Batch, 'createdAt' | 'id'>): object[] => [
      { ...inState, createdAt: LessThan(createdAt) },
      { ...inState, createdAt, id: LessThan(id) },
    ];
    const where = before === undefined ? inState : isOlder(before);
    return (await askDatabase(() => this.batches.find({ where, order: { createdAt: 'DESC', id: 'DESC' }, take: limit }))).map(toBatch);
  }

  /** A batch of the same sources, target and options that has not ended. */
  async findRunning(request: BatchRequest, { isQueued = false } = {}): Promise<Batch | undefined> {
    const where = { digest: digestOf(request), state: 'running', isQueued: isQueued ? 1 : 0 };
    const row = await askDatabase(() => this.batches.findOne({ where, order: { createdAt: 'DESC' } }));
    return row === null ? undefined : toBatch(row);
  }

  /** Batches for workers of a queue that have not ended, the oldest first. */
  async queuedBatches(limit: number): Promise<readonly Batch[]> {
    return (await askDatabase(() => this.batches.find({ where: { state: 'running', isQueued: 1 }, order: { createdAt: 'ASC', id: 'ASC' }, take: limit }))).map(
      toBatch,
    );
  }

  /** Takes the listing of a batch, where it is due and nobody does it. */
  async claimListing(id: string, { owner, milliseconds }: Lease): Promise<boolean> {
    const now = this.now();
    const due = { id, state: 'running', isListed: 0 };
    const columns = { lister: owner, listingUntil: later(now, milliseconds) };
    const { affected: first } = await askDatabase(() => this.batches.update({ ...due, listingUntil: IsNull() }, columns));
    if (first === 1) return true;
    const { affected } = await askDatabase(() => this.batches.update({ ...due, listingUntil: LessThanOrEqual(now.toISOString()) }, columns));
    return affected === 1;
  }

  /** Ends a listing: once for most batches, until the next one for those that watch. */
  async endListing({ id, request }: Batch, owner: string): Promise<void> {
    const next = request.watches === true ? { listingUntil: later(this.now(), (request.pollSeconds ?? POLL_SECONDS) * 1000) } : { isListed: 1 };
    await askDatabase(() => this.batches.update({ id, lister: owner }, { ...next, lister: null, listingFailures: 0, ...failureColumns(undefined) }));
  }

  /** Notes that sources could not be listed: it is tried again, and so often a batch without `watches` fails. */
  async failListing({ id, request }: Batch, owner: string, failure: FileFailure, maxFailures: number): Promise<void> {
    const columns = {
      lister: null,
      listingUntil: later(this.now(), (request.pollSeconds ?? POLL_SECONDS) * 1000),
      listingFailures: () => 'listing_failures + 1',
    };
    await askDatabase(() => this.batches.update({ id, lister: owner }, { ...columns, ...failureColumns(failure) }));
    const row = await askDatabase(() => this.batches.findOneBy({ id }));
    if (request.watches !== true && (row?.listingFailures ?? 0) >= maxFailures) await this.changeBatch(id, ['running'], 'failed');
  }

  async markListed(id: string): Promise<void> {
    await askDatabase(() => this.batches.update({ id }, { isListed: 1 }));
  }

  /** Ends a batch that is running, or opens one again that has ended. True when it was in the state before. */
  async changeBatch(id: string, from: readonly BatchState[], to: BatchState): Promise<boolean> {
    const endedAt = to === 'running' ? null : this.now().toISOString();
    const { affected } = await askDatabase(() => this.batches.update({ id, state: In([...from]) }, { state: to, endedAt }));
    return affected === 1;
  }

  /** Adds files, without those of the same source, size and version that the batch has. Returns how many are new. */
  async addFiles(batchId: string, files: readonly NewFile[]): Promise<number> {
    const before = await this.countFiles(batchId);
    for (let start = 0; start < files.length; start += ROWS_OF_STATEMENT) {
      const rows = files.slice(start, start + ROWS_OF_STATEMENT).map((file) => newRow(batchId, file));
      await askDatabase(() => this.files.createQueryBuilder().insert().values(rows).orIgnore().updateEntity(false).execute());
    }
    return (await this.countFiles(batchId)) - before;
  }

  private async countFiles(batchId: string): Promise<number> {
    return askDatabase(() => this.files.countBy({ batchId }));
  }

  /** Which of the outputs files of a batch have, and whose they are. */
  async sourcesOf(batchId: string, outputs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await askDatabase(() => this.files.find({ where: { batchId, output: In([...outputs]) }, select: { output: true, source: true } }));
    return new Map(rows.map(({ output, source }) => [output, source]));
  }

  async file(id: number): Promise<BatchFileEntity | undefined> {
    return (await askDatabase(() => this.files.findOneBy({ id }))) ?? undefined;
  }

  /** Files that may be begun now, the first ones first. */
  async readyFiles(batchId: string, limit: number): Promise<readonly BatchFileEntity[]> {
    // In the order of the index of batch, state and id, so that only the first rows are read.
    const query = this.files
      .createQueryBuilder('file')
      .where('file.batchId = :batchId AND file.state = :state', { batchId, state: 'waiting' })
      .andWhere('(file.notBefore IS NULL OR file.notBefore <= :now)', { now: this.now().toISOString() })
      .orderBy('file.id')
      .take(limit);
    return askDatabase(() => query.getMany());
  }

  /** True while files wait or are in work. */
  async hasWork(batchId: string): Promise<boolean> {
    return askDatabase(() => this.files.existsBy({ batchId, state: In(['waiting', ...IN_WORK]) }));
  }

  /** When the next waiting file may be begun; undefined when none waits. */
  async nextStart(batchId: string): Promise<Date | undefined> {
    const row = await askDatabase(() =>
      this.files.findOne({ where: { batchId, state: 'waiting' }, order: { notBefore: { direction: 'ASC', nulls: 'FIRST' } } }),
    );
    return row === null ? undefined : new Date(row.notBefore ?? 0);
  }

  /** Files of a batch, by their ids. */
  async page(batchId: string, { after = 0, limit = 1000, states }: FilePage = {}): Promise<readonly BatchFileEntity[]> {
    const where = { batchId, id: MoreThan(after), ...(states === undefined ? {} : { state: In([...states]) }) };
    return askDatabase(() => this.files.find({ where, order: { id: 'ASC' }, take: limit }));
  }

  /** Takes a waiting file. Returns it as it is now; undefined when another worker was faster. */
  async claim(id: number, { owner, milliseconds }: Lease): Promise<BatchFileEntity | undefined> {
    const now = this.now();
    const { affected } = await askDatabase(() =>
      this.files.update(
        { id, state: 'waiting' },
        {
          state: 'running',
          owner,
          leaseUntil: later(now, milliseconds),
          startedAt: now.toISOString(),
          attempts: () => 'attempts + 1',
        },
      ),
    );
    return affected === 1 ? this.file(id) : undefined;
  }

  /** Says that an owner lives: its files, and the listings that it does, stay its own. */
  async renew({ owner, milliseconds }: Lease): Promise<void> {
    const until = later(this.now(), milliseconds);
    await askDatabase(() => this.files.update({ owner, state: In([...IN_WORK]) }, { leaseUntil: until }));
    await askDatabase(() => this.batches.update({ lister: owner, state: 'running' }, { listingUntil: until }));
  }

  /** Takes the right to show the outputs of a file. False when the file was taken away. */
  async mayPublish(file: OwnedFile): Promise<boolean> {
    return this.change(file, ['running'], { state: 'publishing' });
  }

  /** Ends a file of its owner. False when the file was taken away. */
  async finish(file: OwnedFile, { outputs, counts, error }: FileResult): Promise<boolean> {
    const done = { state: 'done', outputs: JSON.stringify(outputs), counts: JSON.stringify(counts) };
    return this.end(file, { ...done, ...failureColumns(error) });
  }

  /** Ends a file that needs no conversion. */
  async skip(file: OwnedFile, why: FileFailure | undefined, outputs: string | null): Promise<boolean> {
    return this.end(file, { state: 'skipped', outputs, ...failureColumns(why) });
  }

  /** Ends a file that failed, or whose converter died once too often. */
  async fail(file: OwnedFile, failure: FileFailure, state: 'failed' | 'quarantined' = 'failed'): Promise<boolean> {
    return this.end(file, { state, ...(state === 'failed' ? {} : { deaths: () => 'deaths + 1' }), ...failureColumns(failure) });
  }

  /** Gives a file back, to be begun again. */
  async giveBack(file: OwnedFile, { notBefore, failure, died = false }: GiveBack): Promise<boolean> {
    return this.change(file, IN_WORK, {
      state: 'waiting',
      owner: null,
      leaseUntil: null,
      notBefore: notBefore?.toISOString() ?? null,
      ...(died ? { deaths: () => 'deaths + 1' } : { failures: () => 'failures + 1' }),
      ...failureColumns(failure),
    });
  }

  /** Gives a file back that an interrupted worker had. It counts as nothing. */
  async release(file: OwnedFile): Promise<boolean> {
    return this.change(file, IN_WORK, { state: 'waiting', owner: null, leaseUntil: null, notBefore: null });
  }

  /** Gives a file back whose source has changed, as what it is now. False when the batch has that version already. */
  async update(
    file: OwnedFile,
    found: { readonly bytes: number | undefined; readonly version: string | undefined; readonly notBefore: Date },
  ): Promise<boolean> {
    const { bytes, version, notBefore } = found;
    const seen = seenOf(file.source, bytes, version);
    if ((await askDatabase(() => this.files.countBy({ batchId: file.batchId, seen, id: Not(file.id) }))) > 0) return false;
    const back = { state: 'waiting', owner: null, leaseUntil: null, notBefore: notBefore.toISOString() };
    return this.change(file, IN_WORK, { ...back, seen, bytes: bytes ?? null, version: version ?? null });
  }

  /** Notes what the content of a file is. */
  async identify({ id, owner }: OwnedFile, contentKey: string): Promise<void> {
    await askDatabase(() => this.files.update({ id, owner: owner ?? '' }, { contentKey }));
  }

  /** The file that was converted with the same content, options and output. */
  async findConverted(contentKey: string, batchId: string, again: boolean): Promise<BatchFileEntity | undefined> {
    // Within a batch work is done once, whatever was asked.
    const where = { contentKey, state: 'done', ...(again ? { batchId } : {}) };
    return (await askDatabase(() => this.files.findOne({ where, order: { id: 'DESC' } }))) ?? undefined;
  }

  /** Takes an output for a source. Returns the source that has it: another one for an output that is taken. */
  async claimOutput(output: string, source: string, again: boolean): Promise<string> {
    await askDatabase(() => this.outputs.createQueryBuilder().insert().values({ output, source }).orIgnore().updateEntity(false).execute());
    if (again) await askDatabase(() => this.outputs.update({ output }, { source }));
    return (await askDatabase(() => this.outputs.findOneBy({ output })))?.source ?? source;
  }

  /** Files whose owners have ended: they are released, or quarantined when it happened too often. `isGone` judges owners before their lease ends. */
  async recover(maxLosses: number, isGone: (owner: string) => boolean = () => false): Promise<readonly BatchFileEntity[]> {
    const inWork = { state: In([...IN_WORK]) };
    const late = await askDatabase(() => this.files.find({ where: { ...inWork, leaseUntil: LessThan(this.now().toISOString()) } }));
    const owners = await askDatabase(() =>
      this.files.createQueryBuilder('file').select('file.owner', 'owner').distinct(true).where(inWork).getRawMany<{ owner: string }>(),
    );
    const gone = owners.map(({ owner }) => owner).filter(isGone);
    const left = gone.length === 0 ? [] : await askDatabase(() => this.files.find({ where: { ...inWork, owner: In(gone) } }));
    const files = [...new Map([...late, ...left].map((file) => [file.id, file])).values()];
    await this.recoverListings(isGone);
    const recovered: BatchFileEntity[] = [];
    for (const file of files) {
      const isLast = file.losses + 1 >= maxLosses;
      const columns = isLast ? { state: 'quarantined', ...failureColumns(LOST), endedAt: this.now().toISOString() } : { state: 'waiting' };
      const isOurs = await this.change(file, IN_WORK, { ...columns, owner: null, leaseUntil: null, losses: () => 'losses + 1' });
      if (isOurs && !isLast) recovered.push(file);
    }
    return recovered;
  }

  /** Listings whose workers have ended are due at once. */
  private async recoverListings(isGone: (owner: string) => boolean): Promise<void> {
    const listed = await askDatabase(() => this.batches.find({ where: { state: 'running', lister: Not(IsNull()) }, select: { id: true, lister: true } }));
    for (const { id, lister } of listed)
      if (lister !== null && isGone(lister)) await askDatabase(() => this.batches.update({ id, lister }, { lister: null, listingUntil: null }));
  }

  /** Cancels a batch: files that wait or are in work are not published. */
  async cancel(id: string): Promise<boolean> {
    const isCancelled = await this.changeBatch(id, ['running'], 'cancelled');
    if (isCancelled)
      await askDatabase(() => this.files.update({ batchId: id, state: In(['waiting', 'running']) }, { state: 'cancelled', endedAt: this.now().toISOString() }));
    return isCancelled;
  }

  /** Opens a batch again, with its failed and quarantined files, and those that were cancelled. Returns how many wait now. */
  async retry(id: string): Promise<number> {
    const states = In(['failed', 'quarantined', 'cancelled']);
    const fresh = { state: 'waiting', failures: 0, deaths: 0, losses: 0, owner: null, leaseUntil: null, notBefore: null, endedAt: null };
    const { affected } = await askDatabase(() => this.files.update({ batchId: id, state: states }, { ...fresh, ...failureColumns(undefined) }));
    await askDatabase(() => this.batches.update({ id }, { listingFailures: 0, listingUntil: null, lister: null, ...failureColumns(undefined) }));
    await this.changeBatch(id, ['done', 'failed', 'cancelled'], 'running');
    return affected ?? 0;
  }

  private async end(file: OwnedFile, columns: object): Promise<boolean> {
    const now = this.now();
    const seconds = Math.round(now.getTime() - Date.parse(file.startedAt ?? now.toISOString())) / 1000;
    return this.change(file, IN_WORK, { ...columns, endedAt: now.toISOString(), seconds, owner: null, leaseUntil: null });
  }

  /** The statement names owner and attempt: a worker that was believed dead changes nothing. */
  private async change({ id, owner, attempts }: OwnedFile, from: readonly FileState[], columns: object): Promise<boolean> {
    const { affected } = await askDatabase(() => this.files.update({ id, attempts, owner: owner ?? IsNull(), state: In([...from]) }, columns));
    return affected === 1;
  }
}

/** What names a file that a worker has, in the attempt in which it has it. */
export type OwnedFile = Pick<BatchFileEntity, 'id' | 'batchId' | 'source' | 'owner' | 'attempts' | 'startedAt'>;

/** Which batches are wanted. */
export interface BatchPage {
  readonly state?: BatchState | undefined;
  /** The batch after which the page begins, so that it has older ones. */
  readonly before?: Pick<Batch, 'createdAt' | 'id'> | undefined;
}

/** Which files are wanted. */
export interface FilePage {
  /** Id of the last file before. */
  readonly after?: number;
  readonly limit?: number;
  readonly states?: readonly FileState[];
}

/** How a file is released. */
export interface GiveBack {
  readonly notBefore?: Date;
  readonly failure?: FileFailure;
  /** True when what converted it died; else it failed. */
  readonly died?: boolean;
}

const LOST: FileFailure = { code: 'EDI_WORKER_DIED', message: 'Its workers disappeared again and again while they had it.' };

function failureColumns(failure: FileFailure | undefined): { readonly errorCode: string | null; readonly errorMessage: string | null } {
  return { errorCode: failure?.code ?? null, errorMessage: failure?.message.slice(0, MAX_MESSAGE) ?? null };
}

const later = (now: Date, milliseconds: number): string => new Date(now.getTime() + milliseconds).toISOString();

const seenOf = (source: string, bytes: number | undefined, version: string | undefined): string => `${source}|${bytes ?? ''}|${version ?? ''}`;

function newRow(batchId: string, { source, name, output, bytes, version, notBefore }: NewFile): Partial<BatchFileEntity> {
  const place = { batchId, source, name, output, bytes: bytes ?? null, version: version ?? null, seen: seenOf(source, bytes, version) };
  return { ...place, state: 'waiting', attempts: 0, failures: 0, deaths: 0, losses: 0, notBefore: notBefore?.toISOString() ?? null };
}

/** Digest of what makes two requests the same work. */
function digestOf({ sources, target, options, recurse = false, watches = false }: BatchRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([sources, target, options, recurse, watches]))
    .digest('hex');
}

function toBatch(row: BatchEntity): Batch {
  const { id, createdAt, endedAt, isListed, isQueued, errorCode, errorMessage } = row;
  const failure = errorCode === null ? undefined : { code: errorCode, message: errorMessage ?? '' };
  const times = { createdAt, endedAt: endedAt ?? undefined };
  return { id, state: asState(row.state), ...times, request: parseRequest(row.request), isListed: isListed === 1, isQueued: isQueued === 1, failure };
}

const asState = (state: string): BatchState => (state === 'done' || state === 'failed' || state === 'cancelled' ? state : 'running');

function parseRequest(text: string): BatchRequest {
  return JSON.parse(text) as BatchRequest;
}
