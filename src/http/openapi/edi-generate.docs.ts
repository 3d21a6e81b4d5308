import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiParam, ApiResponse } from '@nestjs/swagger';
import { schemaRef } from '../../mapping/record-schemas';
import { IGNORED } from './edi-body.docs';
import { failure } from './failure.docs';

const ISSUES = { 'application/json': { schema: { type: 'array', items: schemaRef('ValidationIssue') } } } as const;

/** What every request has; the keys of records are those of the set. */
const REQUEST = {
  type: 'object',
  required: ['interchangeControl', 'functionalGroup'],
  properties: { interchangeControl: { type: 'object' }, functionalGroup: { type: 'object' }, transaction: { type: 'object' } },
  additionalProperties: { type: 'array', items: { type: 'object' } },
};

function ofBoth(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiConsumes('application/json', 'application/x-ndjson'),
    ApiBody({
      description:
        'The envelope, the head of the transaction set, and records as reading gives them. NDJSON: the records, one a line, after a line with the rest.',
      schema: REQUEST,
    }),
    ApiParam({ name: 'set', description: 'Number of the transaction set (ST01); those that plugins can write.', schema: { type: 'string' } }),
    failure(400, 'A parameter is not allowed, the set cannot be generated, or the request is no JSON or has properties or values that are not allowed.'),
    failure(413, 'The body is larger than the service reads, counted after inflating.'),
    failure(415, 'The content type or content encoding is not one that the operation reads.'),
    failure(500, 'Clearloop failed.'),
  );
}

/** Documents `POST /api/edi/gen/{set}` beside its parameters. */
export function ApiEdiGenerate(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ofBoth(),
    ApiResponse({ status: 200, description: 'EDI, streamed.', headers: IGNORED, content: { 'text/plain': { schema: { type: 'string' } } } }),
    ApiResponse({ status: 417, description: 'With failOnValidationErrors: what validation found.', content: ISSUES }),
  );
}

/** Documents `POST /api/edi/gen/{set}/validate` beside its parameters. */
export function ApiEdiGenerateValidate(): MethodDecorator & ClassDecorator {
  return applyDecorators(ofBoth(), ApiResponse({ status: 200, description: 'The issues, each with its JSON path.', headers: IGNORED, content: ISSUES }));
}
