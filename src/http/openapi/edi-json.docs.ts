import { applyDecorators } from '@nestjs/common';
import { ApiConsumes, ApiResponse } from '@nestjs/swagger';
import { schemaRef } from '../../mapping/record-schemas';
import { EDI_CONTENT_TYPES, IGNORED } from './edi-body.docs';
import { failure } from './failure.docs';

/** Documents `POST /api/edi/json` beside its parameters, which their class documents. `document.ts` adds the body. */
export function ApiEdiJson(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiConsumes(...EDI_CONTENT_TYPES),
    ApiResponse({
      status: 200,
      description: 'The records, streamed. A failure after the first byte is an ERROR object among them; the array is still closed.',
      headers: IGNORED,
      content: { 'application/json': { schema: { type: 'array', items: schemaRef('EdiObject') } }, 'application/x-ndjson': { schema: { type: 'string' } } },
    }),
    failure(400, 'A parameter is not allowed, or nothing of the input could be read as EDI.'),
    failure(413, 'The body is larger than the service reads, counted after inflating.'),
    failure(415, 'The content type or content encoding is not one that the operation reads.'),
    failure(500, 'Clearloop failed.'),
  );
}
