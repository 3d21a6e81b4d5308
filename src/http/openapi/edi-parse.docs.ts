import { applyDecorators } from '@nestjs/common';
import { ApiConsumes, ApiExtraModels, ApiResponse } from '@nestjs/swagger';
import { ErrorBody } from '../errors/error-body';
import { EDI_CONTENT_TYPES, IGNORED } from './edi-body.docs';
import { failure } from './failure.docs';

const RECORDS = { type: 'array', items: { type: 'object' } } as const;

const PARSING_ISSUE = {
  type: 'object',
  required: ['severity', 'message'],
  properties: {
    severity: { type: 'string', enum: ['ERROR'] },
    message: { type: 'string' },
    lineNumber: { type: 'integer' },
    segmentNumber: { type: 'integer' },
    loop: { type: 'string' },
    ediString: { type: 'string' },
  },
};

/** Lists of records stand beside these, under the names that plugins give them. */
const ANSWER = {
  type: 'object',
  required: ['parsingIssues'],
  properties: {
    segments: { type: 'object', description: 'the segments of transaction sets without records, or of all with asSegments' },
    ackEdi: { type: 'string', description: 'with gen999: the acknowledgment' },
    parsingIssues: { type: 'array', items: PARSING_ISSUE, description: 'what is wrong outside records' },
  },
  additionalProperties: RECORDS,
};

/** Documents `POST /api/edi/parse` beside its parameters. */
export function ApiEdiParse(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiExtraModels(ErrorBody),
    ApiConsumes(...EDI_CONTENT_TYPES),
    ApiResponse({
      status: 200,
      description: 'All records of the body, in lists: claims, payments, coverages, statuses. Each has its own validationIssues.',
      headers: IGNORED,
      content: { 'application/json': { schema: ANSWER } },
    }),
    failure(400, 'A parameter is not allowed, or nothing of the input could be read as EDI.'),
    failure(413, 'The body is larger than the operation reads (CLEARLOOP_MAX_PARSE_BYTES), counted after inflating.'),
    failure(415, 'The content type or content encoding is not one that the operation reads.'),
    failure(500, 'Clearloop failed.'),
  );
}
