import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiParam, ApiProperty, ApiPropertyOptional, ApiResponse } from '@nestjs/swagger';
import { type FileReport, toReport } from '../../batch/batch-report';
import { type BatchState, FILE_STATES, type FileState } from '../../batch/batch.types';
import type { IgnoredEntry, ListingNotes } from '../../batch/listing-notes';
import type { BatchFileEntity } from '../../batch/ledger/batch-file.entity';
import type { Batch } from '../../batch/ledger/batch-table';
import type { BatchSums, StateCounts } from '../../batch/ledger/ledger-figures';
import { failure } from '../openapi/answer.docs';
import { BATCH_STATES, NewBatchBody } from './batch-request';

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

  @ApiPropertyOptional({
    description: 'why the sources could not be listed the last time, or that they have no file to convert (EDI_NO_FILES)',
    type: BatchFailureAnswer,
  })
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

/** An entry of a folder that is no file to convert. */
export class IgnoredEntryAnswer implements IgnoredEntry {
  @ApiProperty({ description: 'path below the source' })
  readonly file!: string;

  @ApiProperty()
  readonly reason!: string;
}

/** Other contents of folders. */
export class IgnoredAnswer {
  @ApiProperty(COUNT)
  readonly count!: number;

  @ApiProperty({ type: [IgnoredEntryAnswer], description: 'the first 100' })
  readonly entries!: readonly IgnoredEntryAnswer[];
}

/** A batch with its figures. */
export class BatchDetailAnswer extends BatchAnswer implements ListingNotes {
  @ApiProperty(COUNTS)
  readonly files!: StateCounts;

  @ApiProperty({ type: BatchTotalsAnswer })
  readonly totals!: BatchTotalsAnswer;

  @ApiProperty({
    type: IgnoredAnswer,
    description: 'other contents of folders in the last listing, such as subfolders without `recurse`; they are no files of the batch',
  })
  readonly ignored!: IgnoredAnswer;

  @ApiProperty({ type: [String], description: 'sources that had no file to convert in the last listing' })
  readonly emptySources!: readonly string[];
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

type Decorator = MethodDecorator & ClassDecorator;

const TEXT = { type: 'string' } as const;

/** Documents `POST /api/batches`. */
export function ApiBatchSubmit(): Decorator {
  return applyDecorators(
    ApiBody({ type: NewBatchBody }),
    ApiResponse({
      status: 202,
      description: 'The batch is in the ledger, or it was: the same request is the same batch until it has ended.',
      type: BatchAnswer,
      headers: { Location: { description: 'Path of the batch.', schema: TEXT } },
    }),
    failure(400, 'The body is no JSON object, or a property has a value that is not allowed.'),
    failure(413, 'The body is too large.'),
    failure(415, 'The body is no application/json.'),
    ...refusals('A source or the target is below none of CLEARLOOP_BATCH_ROOTS, or the service has none.'),
  );
}

/** Documents `GET /api/batches`. */
export function ApiBatchList(): Decorator {
  return applyDecorators(
    ApiResponse({ status: 200, description: 'Batches below the roots of the service.', type: BatchListAnswer }),
    failure(400, 'A parameter is not allowed.'),
    failure(404, 'There is no batch `before`.'),
    ...refusals(),
  );
}

/** Documents `GET /api/batches/{id}`. */
export const ApiBatch = (): Decorator => ofBatch(ApiResponse({ status: 200, description: 'The batch.', type: BatchDetailAnswer }));

/** Documents `GET /api/batches/{id}/events`. */
export function ApiBatchEvents(): Decorator {
  const description =
    'Events `progress` and `end`, with the id, state, files by state and bytes of the batch as JSON. `end` is the last one: close the connection then. `failed` has an ErrorBody.';
  return ofBatch(
    ApiResponse({ status: 200, description, content: { 'text/event-stream': { schema: TEXT } } }),
    failure(429, 'Too many clients follow batches.'),
  );
}

/** Documents `GET /api/batches/{id}/files`. */
export const ApiBatchFiles = (): Decorator => ofBatch(ApiResponse({ status: 200, description: 'A page of its files.', type: BatchFilesAnswer }));

/** Documents `GET /api/batches/{id}/report`. */
export function ApiBatchReport(): Decorator {
  const content = {
    'application/json': { schema: { type: 'object', additionalProperties: true } },
    'text/csv': { schema: TEXT },
    'text/plain': { schema: TEXT },
  } as const;
  return ofBatch(ApiResponse({ status: 200, description: 'Totals, and all files; as text those that failed.', content }));
}

/** Documents `DELETE /api/batches/{id}`. */
export const ApiBatchCancel = (): Decorator =>
  ofBatch(
    ApiResponse({ status: 200, description: 'The batch as it is now: cancelled, or as it ended before. Outputs that are visible stay.', type: BatchAnswer }),
  );

/** Documents `POST /api/batches/{id}/retry`. */
export const ApiBatchRetry = (): Decorator => ofBatch(ApiResponse({ status: 202, description: 'The files wait for workers.', type: BatchRetryAnswer }));

function ofBatch(...answers: readonly Decorator[]): Decorator {
  return applyDecorators(
    ApiParam({ name: 'id', schema: TEXT, description: 'Id of the batch.' }),
    ...answers,
    failure(400, 'The path cannot be read, or a parameter is not allowed.'),
    failure(404, 'There is no such batch below the roots of the service.'),
    ...refusals(),
  );
}

function refusals(refused = 'The service has no CLEARLOOP_BATCH_ROOTS.'): readonly Decorator[] {
  return [failure(403, refused), failure(503, 'The ledger or the queue of batches cannot be reached.')];
}
