import { ApiResponse, type OpenAPIObject } from '@nestjs/swagger';
import { schemaRef } from '../../mapping/record-schemas';
import { IGNORED_HEADER } from '../validation/ignored-parameters.interceptor';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;
type Response = Operation['responses'][string];
type Content = NonNullable<NonNullable<Exclude<Response, { $ref: string }>>['content']>;

const ERROR_BODY = { 'application/json': { schema: schemaRef('ErrorBody') } };

const ERROR_LINE = { 'text/plain': { schema: { type: 'string', example: 'ERROR: what is wrong, where, and what to do next' } } };

/** Documents an error answer of an operation. */
export function failure(status: number, description: string): MethodDecorator & ClassDecorator {
  return ApiResponse({ status, description, content: ERROR_BODY });
}

/** Documents an error answer of an operation with `@ErrorsAsText()`. */
export function textFailure(status: number, description: string): MethodDecorator & ClassDecorator {
  return ApiResponse({ status, description, content: { ...ERROR_LINE, ...ERROR_BODY } });
}

/** Returns the form in which an operation answers failures: that of its answer 400, else an `ErrorBody`. */
export function errorContentOf({ responses }: Operation): Content {
  const badRequest = responses['400'];
  return badRequest !== undefined && 'content' in badRequest && badRequest.content !== undefined ? badRequest.content : ERROR_BODY;
}

/** Content types of bodies that operations on EDI document: files, as the first one, and text. */
export const EDI_CONTENT_TYPES = ['multipart/form-data', 'text/plain', 'application/edi-x12', 'application/octet-stream'];

/** Returns the body of operations on EDI, with an example as text. */
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
