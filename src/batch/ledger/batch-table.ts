import { createHash } from 'node:crypto';
import { type DataSource, In, IsNull, LessThanOrEqual, Not, type Repository } from 'typeorm';
import type { BatchRequest, BatchState, FileFailure } from '../batch.types';
import { type ListingNotes, NO_NOTES } from '../listing-notes';
import { askDatabase } from './ask-database';
import { BatchEntity } from './batch.entity';
import { failureColumns, later, type Lease } from './columns';

/** A batch as the ledger has it. */
export interface Batch {
  readonly id: string;
  readonly state: BatchState;
  readonly createdAt: string;
  readonly endedAt: string | undefined;
  readonly request: BatchRequest;
  /** True when all sources were listed once, or are not listed again because they cannot be. */
  readonly isListed: boolean;
  /** True for workers of a queue; false for the process that made it. */
  readonly isQueued: boolean;
  /** Why its sources could not be listed the last time, or that they have no file to convert. */
  readonly failure: FileFailure | undefined;
  /** Process that runs it by itself, or worker that lists its sources. */
  readonly runner: string | undefined;
  /** What the last listing of its sources found beside files. */
  readonly listing: ListingNotes;
}

/** Which batches are wanted. */
export interface BatchPage {
  readonly state?: BatchState | undefined;
  /** The batch after which the page begins, so that it has older ones. */
  readonly before?: Pick<Batch, 'createdAt' | 'id'> | undefined;
}

const POLL_SECONDS = 10;

const NOTHING_LISTED = { failure: undefined, runner: undefined, listing: NO_NOTES } as const;

/** The batches of a ledger, and who lists their sources. */
export class BatchTable {
  private readonly rows: Repository<BatchEntity>;

  constructor(
    database: DataSource,
    private readonly now: () => Date,
  ) {
    this.rows = database.getRepository(BatchEntity);
  }

  /** Stores a batch: for workers of a queue, or for the process that makes it. */
  async create(id: string, request: BatchRequest, { isQueued = false } = {}): Promise<Batch> {
    const row = { id, state: 'running', createdAt: this.now().toISOString(), request: JSON.stringify(request), digest: digestOf(request) };
    await askDatabase(() => this.rows.insert({ ...row, isListed: 0, isQueued: isQueued ? 1 : 0, listingFailures: 0 }));
    return { id, state: 'running', createdAt: row.createdAt, endedAt: undefined, request, isListed: false, isQueued, ...NOTHING_LISTED };
  }

  async find(id: string): Promise<Batch | undefined> {
    // PostgreSQL has no text with this character, and would refuse the question.
    if (id.includes('\0')) return undefined;
    const row = await askDatabase(() => this.rows.findOneBy({ id }));
    return row === null ? undefined : toBatch(row);
  }

  /** The newest batches first. */
  async list(limit: number, { state, before }: BatchPage = {}): Promise<readonly Batch[]> {
    const rows = this.rows.createQueryBuilder('batch').orderBy({ 'batch.createdAt': 'DESC', 'batch.id': 'DESC' }).take(limit);
    if (state !== undefined) rows.andWhere('batch.state = :state', { state });
    // One comparison of both, so that the index finds where a page begins.
    if (before !== undefined) rows.andWhere('(batch.createdAt, batch.id) < (:createdAt, :id)', { createdAt: before.createdAt, id: before.id });
    return (await askDatabase(() => rows.getMany())).map(toBatch);
  }

  /** A batch of the same sources, target and options that has not ended. */
  async findRunning(request: BatchRequest, { isQueued = false } = {}): Promise<Batch | undefined> {
    const where = { digest: digestOf(request), state: 'running', isQueued: isQueued ? 1 : 0 };
    const row = await askDatabase(() => this.rows.findOne({ where, order: { createdAt: 'DESC' } }));
    return row === null ? undefined : toBatch(row);
  }

  /** Batches for workers of a queue that have not ended, the oldest first. */
  async queued(limit: number): Promise<readonly Batch[]> {
    return (await askDatabase(() => this.rows.find({ where: { state: 'running', isQueued: 1 }, order: { createdAt: 'ASC', id: 'ASC' }, take: limit }))).map(
      toBatch,
    );
  }

  /** Takes the listing of a batch, where it is due and nobody does it. */
  async claimListing(id: string, { owner, milliseconds }: Lease): Promise<boolean> {
    const now = this.now();
    const due = { id, state: 'running', isListed: 0 };
    const columns = { lister: owner, listingUntil: later(now, milliseconds) };
    const { affected: first } = await askDatabase(() => this.rows.update({ ...due, listingUntil: IsNull() }, columns));
    if (first === 1) return true;
    const { affected } = await askDatabase(() => this.rows.update({ ...due, listingUntil: LessThanOrEqual(now.toISOString()) }, columns));
    return affected === 1;
  }

  /** Ends a listing: once for most batches, until the next one for those that watch. */
  async endListing({ id, request }: Batch, owner: string): Promise<void> {
    const next = request.watches === true ? { listingUntil: later(this.now(), (request.pollSeconds ?? POLL_SECONDS) * 1000) } : { isListed: 1 };
    await askDatabase(() => this.rows.update({ id, lister: owner }, { ...next, lister: null, listingFailures: 0, ...failureColumns(undefined) }));
  }

  /** Notes that sources could not be listed: it is tried again. After so many times a batch without `watches` has only the files that were found, and fails with them. */
  async failListing({ id, request }: Batch, owner: string, failure: FileFailure, maxFailures: number): Promise<void> {
    const columns = {
      lister: null,
      listingUntil: later(this.now(), (request.pollSeconds ?? POLL_SECONDS) * 1000),
      listingFailures: () => 'listing_failures + 1',
    };
    await askDatabase(() => this.rows.update({ id, lister: owner }, { ...columns, ...failureColumns(failure) }));
    const row = await askDatabase(() => this.rows.findOneBy({ id }));
    if (request.watches !== true && (row?.listingFailures ?? 0) >= maxFailures) await this.markListed(id, failure);
  }

  /** Notes what a listing found beside files. */
  async noteListing(id: string, notes: ListingNotes): Promise<void> {
    await askDatabase(() => this.rows.update({ id }, { listing: JSON.stringify(notes) }));
  }

  /** Notes why sources could not be listed. They are listed again. */
  async noteFailure(id: string, failure: FileFailure): Promise<void> {
    await askDatabase(() => this.rows.update({ id }, failureColumns(failure)));
  }

  /** Notes that sources are not listed again: all were listed, or some of them cannot be. */
  async markListed(id: string, failure?: FileFailure): Promise<void> {
    await askDatabase(() => this.rows.update({ id }, { isListed: 1, ...failureColumns(failure) }));
  }

  /** Says that a process runs a batch by itself. Of several processes one is its runner, until it releases the batch or its lease ends. */
  async claimRun(id: string, { owner, milliseconds }: Lease): Promise<void> {
    const now = this.now();
    const columns = { lister: owner, listingUntil: later(now, milliseconds) };
    await askDatabase(() => this.rows.update({ id, state: 'running', lister: IsNull() }, columns));
    await askDatabase(() => this.rows.update({ id, state: 'running', listingUntil: LessThanOrEqual(now.toISOString()) }, columns));
  }

  async releaseRun(id: string, owner: string): Promise<void> {
    await askDatabase(() => this.rows.update({ id, lister: owner }, { lister: null, listingUntil: null }));
  }

  /** Batches of the same sources, target and options that have not ended, and that no process runs: it was killed or interrupted. */
  async abandoned(request: BatchRequest, isGone: (owner: string) => boolean): Promise<readonly Batch[]> {
    return (await this.abandonedRows({ digest: digestOf(request) }, isGone)).map(toBatch);
  }

  /** True for a batch that has not ended, and that no process runs. */
  async isAbandoned(id: string, isGone: (owner: string) => boolean): Promise<boolean> {
    return (await this.abandonedRows({ id }, isGone)).length > 0;
  }

  private async abandonedRows(which: Partial<Pick<BatchEntity, 'id' | 'digest'>>, isGone: (owner: string) => boolean): Promise<readonly BatchEntity[]> {
    const now = this.now().toISOString();
    const rows = await askDatabase(() => this.rows.findBy({ ...which, state: 'running', isQueued: 0 }));
    return rows.filter(({ lister, listingUntil }) => lister === null || isGone(lister) || (listingUntil ?? '') <= now);
  }

  /** Ends a batch that is running, or opens one again that has ended. True when it was in the state before. */
  async change(id: string, from: readonly BatchState[], to: BatchState, failure?: FileFailure): Promise<boolean> {
    const endedAt = to === 'running' ? null : this.now().toISOString();
    const columns = { state: to, endedAt, ...(failure === undefined ? {} : failureColumns(failure)) };
    const { affected } = await askDatabase(() => this.rows.update({ id, state: In([...from]) }, columns));
    return affected === 1;
  }

  /** Listings whose workers have ended are due at once. */
  async recoverListings(isGone: (owner: string) => boolean): Promise<void> {
    const listed = await askDatabase(() => this.rows.find({ where: { state: 'running', lister: Not(IsNull()) }, select: { id: true, lister: true } }));
    for (const { id, lister } of listed)
      if (lister !== null && isGone(lister)) await askDatabase(() => this.rows.update({ id, lister }, { lister: null, listingUntil: null }));
  }

  /** The listings that an owner does stay its own. */
  async renewListings({ owner, milliseconds }: Lease): Promise<void> {
    await askDatabase(() => this.rows.update({ lister: owner, state: 'running' }, { listingUntil: later(this.now(), milliseconds) }));
  }

  /** Opens a batch again that has ended. Sources that could not be listed, or had no file, are listed again. */
  async open(id: string): Promise<void> {
    await askDatabase(() => this.rows.update({ id, errorCode: Not(IsNull()) }, { isListed: 0 }));
    await askDatabase(() => this.rows.update({ id }, { listingFailures: 0, listingUntil: null, lister: null, ...failureColumns(undefined) }));
    await this.change(id, ['done', 'failed', 'cancelled'], 'running');
  }
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
  const listed = { isListed: isListed === 1, failure, runner: row.lister ?? undefined, listing: row.listing === null ? NO_NOTES : parseNotes(row.listing) };
  return { id, state: asState(row.state), ...times, request: parseRequest(row.request), isQueued: isQueued === 1, ...listed };
}

const asState = (state: string): BatchState => (state === 'done' || state === 'failed' || state === 'cancelled' ? state : 'running');

function parseNotes(text: string): ListingNotes {
  return JSON.parse(text) as ListingNotes;
}

function parseRequest(text: string): BatchRequest {
  return JSON.parse(text) as BatchRequest;
}
