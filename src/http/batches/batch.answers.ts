import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { FILE_STATES, type BatchState, type FileState } from '../../batch/batch.types';
import { type FileReport, toReport } from '../../batch/batch-report';
import type { BatchFileEntity } from '../../batch/ledger/batch-file.entity';
import type { Batch } from '../../batch/ledger/batch-table';
import type { BatchSums, StateCounts } from '../../batch/ledger/ledger-figures';
import { BATCH_STATES } from './batch.query';

const TIME = { type: 'string', format: 'date-time' } as const;
const COUNT = { type: 'integer', format: 'int64' } as const;
const COUNTS = { type: 'object', additionalProperties: COUNT, description: 'files by state' } as const;

/** Why a batch or a file failed. */
export class BatchFailureAnswer {
  @ApiProperty({ description: 'code of the error catalogue' })
  readonly code!: string;

  @ApiProperty()
  readonly message!: string;
}

/** A batch. */
export class BatchAnswer {
  @ApiProperty()
  readonly id!: string;

  @ApiProperty({ enum: BATCH_STATES })
  readonly state!: BatchState;

  @ApiProperty(TIME)
  readonly createdAt!: string;

  @ApiPropertyOptional(TIME)
  readonly endedAt?: string;

  @ApiProperty({ type: [String] })
  readonly sources!: readonly string[];

  @ApiProperty()
  readonly target!: string;

  @ApiProperty({ description: 'id of the output' })
  readonly output!: string;

  @ApiProperty({ description: 'true when the batch stays open for files that come later' })
  readonly watch!: boolean;

  @ApiProperty({ description: 'true when all sources were listed once' })
  readonly isListed!: boolean;

  @ApiPropertyOptional({ description: 'why the sources could not be listed the last time', type: BatchFailureAnswer })
  readonly failure?: BatchFailureAnswer;
}

/** Sums of the files that were converted. */
export class BatchTotalsAnswer implements BatchSums {
  @ApiProperty({ ...COUNT, description: 'stored bytes of the sources' })
  readonly bytes!: number;

  @ApiProperty(COUNT)
  readonly records!: number;

  @ApiProperty(COUNT)
  readonly issues!: number;

  @ApiProperty(COUNT)
  readonly errors!: number;
}

/** A batch with its figures. */
export class BatchDetailAnswer extends BatchAnswer {
  @ApiProperty(COUNTS)
  readonly files!: StateCounts;

  @ApiProperty({ type: BatchTotalsAnswer })
  readonly totals!: BatchTotalsAnswer;
}

/** A page of batches. */
export class BatchListAnswer {
  @ApiProperty({ type: [BatchAnswer], description: 'the newest first' })
  readonly batches!: readonly BatchAnswer[];

  @ApiPropertyOptional({ description: '`before` of the next page; absent on the last one' })
  readonly next?: string;
}

/** What became of a file. */
export class BatchFileAnswer implements FileReport {
  @ApiProperty(COUNT)
  readonly id!: number;

  @ApiProperty({ description: 'path below the source' })
  readonly file!: string;

  @ApiProperty()
  readonly source!: string;

  @ApiProperty({ enum: FILE_STATES })
  readonly state!: FileState;

  @ApiPropertyOptional({ ...COUNT, description: 'stored size' })
  readonly bytes: number | undefined;

  @ApiProperty(COUNT)
  readonly records!: number;

  @ApiProperty(COUNT)
  readonly issues!: number;

  @ApiProperty(COUNT)
  readonly errors!: number;

  @ApiPropertyOptional({ type: Number, description: 'time of the attempt that ended it' })
  readonly seconds: number | undefined;

  @ApiProperty({ description: 'times that it was begun' })
  readonly attempts!: number;

  @ApiProperty({ type: [String] })
  readonly outputs!: readonly string[];

  @ApiPropertyOptional({ type: String, description: 'code of the error catalogue' })
  readonly code: string | undefined;

  @ApiPropertyOptional({ type: String })
  readonly message: string | undefined;
}

/** A page of the files of a batch. */
export class BatchFilesAnswer {
  @ApiProperty({ type: [BatchFileAnswer], description: 'in the order in which they were found' })
  readonly files!: readonly BatchFileAnswer[];

  @ApiPropertyOptional({ ...COUNT, description: '`after` of the next page; absent on the last one' })
  readonly next?: number;
}

/** What `retry` changed. */
export class BatchRetryAnswer {
  @ApiProperty({ ...COUNT, description: 'files that wait again' })
  readonly waiting!: number;
}

/** Returns a batch as it is answered. */
export function toBatchAnswer({ id, state, createdAt, endedAt, request, isListed, failure }: Batch): BatchAnswer {
  const { sources, target, options, watches = false } = request;
  const output = options.conversion.output ?? 'json';
  const answer = { id, state, createdAt, sources, target, output, watch: watches, isListed };
  return { ...answer, ...(endedAt === undefined ? {} : { endedAt }), ...(failure === undefined ? {} : { failure }) };
}

/** Returns a file as it is answered. */
export function toFileAnswer(row: BatchFileEntity): BatchFileAnswer {
  return { id: row.id, ...toReport(row) };
}
