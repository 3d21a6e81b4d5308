import { applyDecorators } from '@nestjs/common';
import { ApiConsumes, ApiResponse } from '@nestjs/swagger';
import { EDI_CONTENT_TYPES, IGNORED } from './edi-body.docs';
import { failure } from './failure.docs';

/** Documents `POST /api/edi/ack` beside its parameters. */
export function ApiEdiAcknowledge(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiConsumes(...EDI_CONTENT_TYPES),
    ApiResponse({
      status: 200,
      description:
        'EDI, streamed: a 999 for each functional group, and TA1 where an interchange asks for it or is in error. Empty for what is not acknowledged.',
      headers: IGNORED,
      content: { 'text/plain': { schema: { type: 'string' } } },
    }),
    failure(400, 'A parameter is not allowed, or nothing of the input could be read as EDI.'),
    failure(413, 'The body is larger than the service reads, counted after inflating.'),
    failure(415, 'The content type or content encoding is not one that the operation reads.'),
    failure(500, 'Clearloop failed.'),
  );
}
