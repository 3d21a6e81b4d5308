import { ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ErrorBody } from '../errors/error-body';

/** Documents an error answer of an operation. */
export function failure(status: number, description: string): MethodDecorator & ClassDecorator {
  return ApiResponse({ status, description, content: { 'application/json': { schema: { $ref: getSchemaPath(ErrorBody) } } } });
}

/** Documents an error answer of an operation with `@ErrorsAsText()`. */
export function textFailure(status: number, description: string): MethodDecorator & ClassDecorator {
  return ApiResponse({
    status,
    description,
    content: { 'text/plain': { schema: { type: 'string', example: 'ERROR: what is wrong, where, and what to do next' } } },
  });
}
