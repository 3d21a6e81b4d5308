import type { OpenAPIObject } from '@nestjs/swagger';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Response = Operation['responses'][string];
type Content = NonNullable<NonNullable<Exclude<Response, { $ref: string }>>['content']>;

const ERROR_BODY = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } } as const;

/** Gives the form in which an operation answers failures: that of its answer 400, else an `ErrorBody`. */
export function errorContentOf({ responses }: Operation): Content {
  const badRequest = responses['400'];
  return badRequest !== undefined && 'content' in badRequest && badRequest.content !== undefined ? badRequest.content : ERROR_BODY;
}
