import { applyDecorators } from '@nestjs/common';
import { ApiConsumes, ApiResponse } from '@nestjs/swagger';
import { schemaRef } from '../../mapping/record-schemas';
import { failure } from './failure.docs';
import { EDI_CONTENT_TYPES, IGNORED } from './edi-body.docs';

function ofBoth(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiConsumes(...EDI_CONTENT_TYPES),
    failure(400, 'A parameter is not allowed, or nothing of the input could be read as EDI.'),
    failure(413, 'The body is larger than the service reads, counted after inflating.'),
    failure(415, 'The content type or content encoding is not one that the operation reads.'),
    failure(500, 'Clearloop failed.'),
  );
}

/** Documents `POST /api/edi/validate` beside its parameters. */
export function ApiEdiValidate(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ofBoth(),
    ApiResponse({
      status: 200,
      description: 'The issues, streamed; none for EDI without any. What could not be read is an ERROR object among them.',
      headers: IGNORED,
      content: {
        'application/json': { schema: { type: 'array', items: schemaRef('ValidationResult') } },
        'application/x-ndjson': { schema: { type: 'string' } },
      },
    }),
  );
}

/** Documents `POST /api/edi/validate/text` beside its parameters. */
export function ApiEdiValidateText(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ofBoth(),
    ApiResponse({
      status: 200,
      description: 'The EDI, one segment a line, with each message on a line of its own below the segment that it belongs to.',
      headers: IGNORED,
      content: { 'text/plain': { schema: { type: 'string' } } },
    }),
  );
}
