import { applyDecorators } from '@nestjs/common';
import { ApiConsumes, ApiResponse } from '@nestjs/swagger';
import { schemaRef } from '../../mapping/record-schemas';
import { EDI_CONTENT_TYPES, IGNORED } from './edi-body.docs';
import { failure } from './failure.docs';

/** Documents `POST /api/edi/parse` beside its parameters. */
export function ApiEdiParse(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiConsumes(...EDI_CONTENT_TYPES),
    ApiResponse({
      status: 200,
      description: 'All records of the body, in lists: claims, payments, coverages, statuses. Each has its own validationIssues.',
      headers: IGNORED,
      content: { 'application/json': { schema: schemaRef('ParsedEdi') } },
    }),
    failure(400, 'A parameter is not allowed, or nothing of the input could be read as EDI.'),
    failure(413, 'The body is larger than the operation reads (CLEARLOOP_MAX_PARSE_BYTES), counted after inflating.'),
    failure(415, 'The content type or content encoding is not one that the operation reads.'),
    failure(500, 'Clearloop failed.'),
  );
}
