import type { OpenAPIObject } from '@nestjs/swagger';
import { IGNORED_HEADER } from '../query/ignored-parameters.interceptor';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;

/** The types of bodies that operations on EDI read, as far as they are worth telling. */
export const EDI_CONTENT_TYPES = ['text/plain', 'application/edi-x12', 'application/octet-stream', 'multipart/form-data'];

/** The body of operations on EDI. */
export const EDI_BODY: NonNullable<Operation['requestBody']> = {
  required: true,
  description: 'EDI as text, or one or more files. May be gzip data, by Content-Encoding or as a .gz file.',
  content: {
    'text/plain': { schema: { type: 'string' } },
    'application/edi-x12': { schema: { type: 'string' } },
    'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
    'multipart/form-data': {
      schema: { type: 'object', required: ['files'], properties: { files: { type: 'array', items: { type: 'string', format: 'binary' } } } },
    },
  },
};

/** The header of answers that names parameters which the operation does not know. */
export const IGNORED = {
  [IGNORED_HEADER]: { description: 'Names of query parameters that the operation does not know.', schema: { type: 'string' } },
} as const;
