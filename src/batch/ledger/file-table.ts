import { type DataSource, In, IsNull, LessThan, MoreThan, Not, type Repository } from 'typeorm';
import type { FileFailure, FileResult, FileState } from '../batch.types';
import { askDatabase } from './ask-database';
import { BatchFileEntity } from './batch-file.entity';
import { BatchOutputEntity } from './batch-output.entity';
import { failureColumns, later, type Lease } from './columns';

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

/** What names a file that a worker has, in the attempt in which it has it. */
export type OwnedFile = Pick<BatchFileEntity, 'id' | 'batchId' | 'source' | 'owner' | 'attempts' | 'startedAt'>;

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

const ROWS_OF_STATEMENT = 200;

const IN_WORK = ['running', 'publishing'] as const;

const LOST: FileFailure = { code: 'EDI_WORKER_DIED', message: 'Its workers disappeared again and again while they had it.' };

/** The files of batches, and the outputs that they take. */
export class FileTable {
  private readonly rows: Repository<BatchFileEntity>;
  private readonly outputs: Repository<BatchOutputEntity>;

  constructor(
    database: DataSource,
    private readonly now: () => Date,
  ) {
    this.rows = database.getRepository(BatchFileEntity);
    this.outputs = database.getRepository(BatchOutputEntity);
  }

  /** Adds files, without those of the same source, size and version that the batch has. Returns how many are new. */
  async add(batchId: string, files: readonly NewFile[]): Promise<number> {
    const last = (await askDatabase(() => this.rows.maximum('id'))) ?? 0;
    for (let start = 0; start < files.length; start += ROWS_OF_STATEMENT) {
      const rows = files.slice(start, start + ROWS_OF_STATEMENT).map((file) => newRow(batchId, file));
      await askDatabase(() => this.rows.createQueryBuilder().insert().values(rows).orIgnore().updateEntity(false).execute());
    }
    // Counting only what came since is as fast for the last of a million files as for the first.
    return askDatabase(() => this.rows.countBy({ batchId, partOf: IsNull(), id: MoreThan(last) }));
  }

  /** Which of the outputs files of a batch have, and whose they are. */
  async sourcesOf(batchId: string, outputs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await askDatabase(() => this.rows.find({ where: { batchId, output: In([...outputs]) }, select: { output: true, source: true } }));
    return new Map(rows.map(({ output, source }) => [output, source]));
  }

  async find(id: number): Promise<BatchFileEntity | undefined> {
    return (await askDatabase(() => this.rows.findOneBy({ id }))) ?? undefined;
  }

  /** Files and parts that may be begun now, the first ones first. */
  async ready(batchId: string, limit: number): Promise<readonly BatchFileEntity[]> {
    // In the order of the index of batch, state and id, so that only the first rows are read.
    const query = this.rows
      .createQueryBuilder('file')
      .where('file.batchId = :batchId AND file.state = :state', { batchId, state: 'waiting' })
      .andWhere('(file.notBefore IS NULL OR file.notBefore <= :now)', { now: this.now().toISOString() })
      .orderBy('file.id')
      .take(limit);
    return askDatabase(() => query.getMany());
  }

  /** True while files wait or are in work; their parts are not asked about. */
  async hasWork(batchId: string): Promise<boolean> {
    return askDatabase(() => this.rows.existsBy({ batchId, partOf: IsNull(), state: In(['waiting', 'divided', ...IN_WORK]) }));
  }

  /** Files of a batch, by their ids, without parts. */
  async page(batchId: string, { after = 0, limit = 1000, states }: FilePage = {}): Promise<readonly BatchFileEntity[]> {
    const where = { batchId, partOf: IsNull(), id: MoreThan(after), ...(states === undefined ? {} : { state: In([...states]) }) };
    return askDatabase(() => this.rows.find({ where, order: { id: 'ASC' }, take: limit }));
  }

  /** Takes a waiting file. Returns it as it is now; undefined when another worker was faster. */
  async claim(id: number, { owner, milliseconds }: Lease): Promise<BatchFileEntity | undefined> {
    const now = this.now();
    const { affected } = await askDatabase(() =>
      this.rows.update(
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
    return affected === 1 ? this.find(id) : undefined;
  }

  /** See `Ledger.mayPublish`. */
  async beginPublishing(file: OwnedFile): Promise<boolean> {
    return this.change(file, ['running'], { state: 'publishing' });
  }

  /** See `Ledger.finish`. */
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
    if ((await askDatabase(() => this.rows.countBy({ batchId: file.batchId, seen, id: Not(file.id) }))) > 0) return false;
    const back = { state: 'waiting', owner: null, leaseUntil: null, notBefore: notBefore.toISOString() };
    return this.change(file, IN_WORK, { ...back, seen, bytes: bytes ?? null, version: version ?? null });
  }

  /** Notes what the content of a file is. */
  async identify({ id, owner }: OwnedFile, contentKey: string): Promise<void> {
    await askDatabase(() => this.rows.update({ id, owner: owner ?? '' }, { contentKey }));
  }

  /** The last file that was converted with the same content, options and output. */
  async findConverted(contentKey: string, batchId: string, again: boolean): Promise<BatchFileEntity | undefined> {
    // Within a batch work is done once, whatever was asked.
    const where = { contentKey, state: 'done', ...(again ? { batchId } : {}) };
    return (await askDatabase(() => this.rows.findOne({ where, order: { id: 'DESC' } }))) ?? undefined;
  }

  /** Takes an output for a source. Returns the source that has it: another one for an output that is taken. */
  async claimOutput(output: string, source: string, again: boolean): Promise<string> {
    await askDatabase(() => this.outputs.createQueryBuilder().insert().values({ output, source }).orIgnore().updateEntity(false).execute());
    if (again) await askDatabase(() => this.outputs.update({ output }, { source }));
    return (await askDatabase(() => this.outputs.findOneBy({ output })))?.source ?? source;
  }

  /** Files whose owners have ended: they are released, or quarantined when it happened too often. `isGone` judges owners before their lease ends. */
  async recover(maxLosses: number, isGone: (owner: string) => boolean): Promise<readonly BatchFileEntity[]> {
    const inWork = { state: In([...IN_WORK]) };
    const late = await askDatabase(() => this.rows.find({ where: { ...inWork, leaseUntil: LessThan(this.now().toISOString()) } }));
    const owners = await askDatabase(() =>
      this.rows.createQueryBuilder('file').select('file.owner', 'owner').distinct(true).where(inWork).getRawMany<{ owner: string }>(),
    );
    const gone = owners.map(({ owner }) => owner).filter(isGone);
    const left = gone.length === 0 ? [] : await askDatabase(() => this.rows.find({ where: { ...inWork, owner: In(gone) } }));
    const files = [...new Map([...late, ...left].map((file) => [file.id, file])).values()];
    const recovered: BatchFileEntity[] = [];
    for (const file of files) {
      const isLast = file.losses + 1 >= maxLosses;
      const columns = isLast ? { state: 'quarantined', ...failureColumns(LOST), endedAt: this.now().toISOString() } : { state: 'waiting' };
      const isOurs = await this.change(file, IN_WORK, { ...columns, owner: null, leaseUntil: null, losses: () => 'losses + 1' });
      if (isOurs && !isLast) recovered.push(file);
    }
    return recovered;
  }

  /** Cancels the files of a batch that wait or are converted: they are not published. */
  async cancel(batchId: string): Promise<void> {
    await askDatabase(() =>
      this.rows.update({ batchId, state: In(['waiting', 'running', 'divided']) }, { state: 'cancelled', endedAt: this.now().toISOString() }),
    );
  }

  /**
   * The files that an owner works on stay its own. Others of its name are left from a question that the ledger did not answer: they wait again. It counts as
   * nothing.
   */
  async renew({ owner, milliseconds }: Lease, inWork: ReadonlySet<number>): Promise<void> {
    const owned = { owner, state: In([...IN_WORK]) };
    const ids = [...inWork];
    if (ids.length > 0) await askDatabase(() => this.rows.update({ ...owned, id: In(ids) }, { leaseUntil: later(this.now(), milliseconds) }));
    const rows = await askDatabase(() => this.rows.find({ where: owned }));
    // A file that ended or was claimed again meanwhile has another state or attempt.
    for (const file of rows.filter(({ id }) => !inWork.has(id))) await this.release(file);
  }

  private async end(file: OwnedFile, columns: object): Promise<boolean> {
    const now = this.now();
    const seconds = Math.round(now.getTime() - Date.parse(file.startedAt ?? now.toISOString())) / 1000;
    return this.change(file, IN_WORK, { ...columns, endedAt: now.toISOString(), seconds, owner: null, leaseUntil: null });
  }

  /** The statement names owner and attempt: a worker that was believed dead changes nothing. */
  private async change({ id, owner, attempts }: OwnedFile, from: readonly FileState[], columns: object): Promise<boolean> {
    const { affected } = await askDatabase(() => this.rows.update({ id, attempts, owner: owner ?? IsNull(), state: In([...from]) }, columns));
    return affected === 1;
  }
}

const seenOf = (source: string, bytes: number | undefined, version: string | undefined): string => `${source}|${bytes ?? ''}|${version ?? ''}`;

function newRow(batchId: string, { source, name, output, bytes, version, notBefore }: NewFile): Partial<BatchFileEntity> {
  const place = { batchId, source, name, output, bytes: bytes ?? null, version: version ?? null, seen: seenOf(source, bytes, version) };
  return { ...place, state: 'waiting', attempts: 0, failures: 0, deaths: 0, losses: 0, notBefore: notBefore?.toISOString() ?? null };
}
