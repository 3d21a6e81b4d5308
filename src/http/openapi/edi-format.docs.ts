import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiParam, ApiResponse } from '@nestjs/swagger';
import { schemaRef } from '../../mapping/record-schemas';
import { EDI_CONTENT_TYPES, IGNORED } from './edi-body.docs';
import { failure } from './failure.docs';

/** Name of the part of the path that `format-paths.docs.ts` puts the formats for. */
export const FORMAT_PARAMETER = 'format';

function ofAll(...contentTypes: string[]): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiParam({ name: FORMAT_PARAMETER, schema: { type: 'string' } }),
    ApiConsumes(...contentTypes),
    failure(400, 'A parameter is not allowed, or nothing of the input could be read.'),
    failure(413, 'The body is larger than the service reads, counted after inflating.'),
    failure(415, 'The content type or content encoding is not one that the operation reads.'),
    failure(500, 'Clearloop failed.'),
  );
}

/** Documents `POST /api/{format}/parse` beside its parameters. */
export function ApiFormatParse(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ofAll(...EDI_CONTENT_TYPES),
    ApiResponse({
      status: 200,
      description: 'The records, streamed. A failure after the first byte is an ERROR object among them; the list is still closed.',
      headers: IGNORED,
      content: { 'application/json': { schema: { type: 'object' } }, 'application/x-ndjson': { schema: { type: 'string' } } },
    }),
  );
}

const ISSUES = { 'application/json': { schema: { type: 'array', items: schemaRef('ValidationIssue') } } };

const RESULTS = { 'application/json': { schema: { type: 'array', items: schemaRef('ValidationResult') } } };

/** Documents `POST /api/{format}/validate` beside its parameters. */
export function ApiFormatValidate(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ofAll(...EDI_CONTENT_TYPES),
    ApiResponse({
      status: 200,
      description: 'The issues, streamed. What could not be read is an ERROR object among them.',
      headers: IGNORED,
      content: { ...RESULTS, 'application/x-ndjson': { schema: { type: 'string' } } },
    }),
  );
}

/** Documents `POST /api/{format}/generate` beside its parameters. */
export function ApiFormatGenerate(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ofAll('application/json', 'application/x-ndjson'),
    ApiBody({ description: 'What parsing gives: one object with the list of records, or a record in each line.', schema: { type: 'object' } }),
    ApiResponse({ status: 200, description: 'Text of the format, streamed.', headers: IGNORED, content: { 'text/plain': { schema: { type: 'string' } } } }),
    ApiResponse({ status: 417, description: 'With failOnValidationErrors: what validation found.', content: ISSUES }),
  );
}
