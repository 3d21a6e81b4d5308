import type { OpenAPIObject } from '@nestjs/swagger';
import { IGNORED_HEADER } from '../query/ignored-names';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;

/** The types of bodies that operations on EDI document: files, as the first one, and text. */
export const EDI_CONTENT_TYPES = ['multipart/form-data', 'text/plain', 'application/edi-x12', 'application/octet-stream'];

/** Gives the body of operations on EDI, with an example as text. */
export function ediBody(text: string | undefined): NonNullable<Operation['requestBody']> {
  const example = text === undefined ? {} : { example: text };
  return {
    required: true,
    description: 'One or more files, or EDI as text. May be gzip data, by Content-Encoding or as a .gz file.',
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          description: 'Parameters belong into the query: other fields of the form are not read, and named in the answer.',
          required: ['files'],
          properties: { files: { type: 'array', items: { type: 'string', format: 'binary' } } },
        },
      },
      'text/plain': { schema: { type: 'string' }, ...example },
      'application/edi-x12': { schema: { type: 'string' }, ...example },
      'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
    },
  };
}

/** The header of answers that names what of the request was not read. */
export const IGNORED = {
  [IGNORED_HEADER]: {
    description: 'Names of query parameters that the operation does not know, and of form fields that are not files.',
    schema: { type: 'string' },
  },
} as const;
