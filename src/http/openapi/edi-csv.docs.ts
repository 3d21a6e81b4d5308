import { applyDecorators } from '@nestjs/common';
import { ApiConsumes, ApiResponse } from '@nestjs/swagger';
import { EDI_CONTENT_TYPES, IGNORED } from './edi-body.docs';
import { textFailure } from './failure.docs';

/** Documents `POST /api/edi/csv` beside its parameters, which their class documents. `document.ts` adds the body. */
export function ApiEdiCsv(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiConsumes(...EDI_CONTENT_TYPES),
    ApiResponse({
      status: 200,
      description:
        'The row list of the schema, streamed, as `text/plain`, or as `text/csv` where `Accept` prefers it; with `Accept: application/zip` an archive of all its lists, a file for each. A failure after the first byte is a row whose first column begins with `ERROR:`.',
      headers: IGNORED,
      content: {
        'text/plain': { schema: { type: 'string' } },
        'text/csv': { schema: { type: 'string' } },
        'application/zip': { schema: { type: 'string', format: 'binary' } },
      },
    }),
    textFailure(400, 'A parameter or a schema is not allowed, or nothing of the input could be converted.'),
    textFailure(413, 'The body is larger than the service reads, counted after inflating.'),
    textFailure(415, 'The content type or content encoding is not one that the operation reads.'),
    textFailure(500, 'Clearloop failed.'),
  );
}
