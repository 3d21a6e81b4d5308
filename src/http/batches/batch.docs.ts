import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiParam, ApiResponse } from '@nestjs/swagger';
import { failure } from '../openapi/answer.docs';
import { BatchAnswer, BatchDetailAnswer, BatchFilesAnswer, BatchListAnswer, BatchRetryAnswer } from './batch.answers';
import { NewBatchBody } from './new-batch.body';

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
export const ApiBatchFiles = (): Decorator =>
  ofBatch(ApiResponse({ status: 200, description: 'A page of its files.', type: BatchFilesAnswer }), failure(400, 'A parameter is not allowed.'));

/** Documents `GET /api/batches/{id}/report`. */
export function ApiBatchReport(): Decorator {
  const content = {
    'application/json': { schema: { type: 'object', additionalProperties: true } },
    'text/csv': { schema: TEXT },
    'text/plain': { schema: TEXT },
  } as const;
  return ofBatch(
    ApiResponse({ status: 200, description: 'Totals, and all files; as text those that failed.', content }),
    failure(400, 'A parameter is not allowed.'),
  );
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
    failure(404, 'There is no such batch below the roots of the service.'),
    ...refusals(),
  );
}

function refusals(refused = 'The service has no CLEARLOOP_BATCH_ROOTS.'): readonly Decorator[] {
  return [failure(403, refused), failure(503, 'The ledger or the queue of batches cannot be reached.')];
}
