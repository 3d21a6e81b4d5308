import { type DataSource, In, IsNull, MoreThan, type Repository } from 'typeorm';
import { FILE_STATES, type FileState } from '../batch.types';
import { askDatabase } from './ask-database';
import { BatchFileEntity } from './batch-file.entity';
import { BatchEntity } from './batch.entity';

/** How many files are in each state. */
export type StateCounts = Readonly<Record<FileState, number>>;

/** Sums over the files of a batch that were converted. */
export interface BatchSums {
  /** Stored bytes. */
  readonly bytes: number;
  readonly records: number;
  readonly issues: number;
  readonly errors: number;
}

/** What all batches that run have to do. */
export interface RunningFigures {
  readonly batches: number;
  readonly states: StateCounts;
  /** Times that their files were begun. */
  readonly attempts: number;
  /** Files that ended within the last minute, those of batches that have ended included. */
  readonly endedInLastMinute: number;
}

const MINUTE = 60_000;

/** Counts and sums of the ledger, each made by the database. Throws EDI_LEDGER_UNAVAILABLE. */
export class LedgerFigures {
  private readonly files: Repository<BatchFileEntity>;

  constructor(
    private readonly database: DataSource,
    private readonly now: () => Date,
  ) {
    this.files = database.getRepository(BatchFileEntity);
  }

  /** Files of a batch by their state. */
  async stateCounts(batchId: string): Promise<StateCounts> {
    const rows = await askDatabase(() =>
      this.files
        .createQueryBuilder('file')
        .select('file.state', 'state')
        .addSelect('COUNT(*)', 'count')
        .where({ batchId, partOf: IsNull() })
        .groupBy('file.state')
        .getRawMany<StateRow>(),
    );
    return countsOf(rows);
  }

  /** Stored bytes of all files of a batch, and of those that have ended. */
  async byteCounts(batchId: string): Promise<{ readonly all: number; readonly ended: number }> {
    const query = this.files.createQueryBuilder('file').select('SUM(file.bytes)', 'sum').where({ batchId, partOf: IsNull() });
    const sum = async (): Promise<number> => Number((await askDatabase(() => query.getRawOne<{ sum: number | string | null }>()))?.sum ?? 0);
    const all = await sum();
    query.andWhere({ state: In(['done', 'skipped', 'failed', 'quarantined', 'cancelled']) });
    return { all, ended: await sum() };
  }

  /** Sums of the files of a batch that were converted. */
  async sums(batchId: string): Promise<BatchSums> {
    const isPostgres = this.database.options.type === 'postgres';
    const sumOf = (member: string): string =>
      isPostgres ? `SUM((file.counts::json->>'${member}')::numeric)` : `SUM(json_extract(file.counts, '$.${member}'))`;
    const query = this.files
      .createQueryBuilder('file')
      .select('SUM(file.bytes)', 'bytes')
      .addSelect(sumOf('records'), 'records')
      .addSelect(sumOf('issues'), 'issues')
      .addSelect(sumOf('errors'), 'errors')
      .where({ batchId, partOf: IsNull(), state: 'done' });
    const row = await askDatabase(() => query.getRawOne<Readonly<Record<keyof BatchSums, number | string | null>>>());
    return { bytes: Number(row?.bytes ?? 0), records: Number(row?.records ?? 0), issues: Number(row?.issues ?? 0), errors: Number(row?.errors ?? 0) };
  }

  /** What the batches that have not ended have to do, and how fast files end. */
  async running(): Promise<RunningFigures> {
    const batches = await askDatabase(() => this.database.getRepository(BatchEntity).countBy({ state: 'running' }));
    const rows = await askDatabase(() =>
      this.files
        .createQueryBuilder('file')
        .select('file.state', 'state')
        .addSelect('COUNT(*)', 'count')
        .addSelect('SUM(file.attempts)', 'attempts')
        .where("file.partOf IS NULL AND file.batchId IN (SELECT id FROM batch WHERE state = 'running')")
        .groupBy('file.state')
        .getRawMany<StateRow & { readonly attempts: number | string }>(),
    );
    const minuteAgo = new Date(this.now().getTime() - MINUTE).toISOString();
    const endedInLastMinute = await askDatabase(() => this.files.countBy({ endedAt: MoreThan(minuteAgo), partOf: IsNull() }));
    return { batches, states: countsOf(rows), attempts: rows.reduce((sum, { attempts }) => sum + Number(attempts), 0), endedInLastMinute };
  }
}

interface StateRow {
  readonly state: FileState;
  readonly count: number | string;
}

function countsOf(rows: readonly StateRow[]): StateCounts {
  const counts = { waiting: 0, running: 0, divided: 0, publishing: 0, done: 0, skipped: 0, failed: 0, quarantined: 0, cancelled: 0 } satisfies StateCounts;
  for (const state of FILE_STATES) counts[state] = Number(rows.find((row) => row.state === state)?.count ?? 0);
  return counts;
}
